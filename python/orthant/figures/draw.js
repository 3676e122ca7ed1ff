'use strict';
// Draws a figure description as SVG. It decides nothing: what is shown stands in the description.
const Figures = (() => {
  const PIXELS = 150;  // for an inch of paper
  const FONT = 13, SMALL = 11.5, LINE = 15;
  const DASHES = {dashed: '6 3', dotted: '2 2.5'};
  const SHAPES = {
    circle: 'M-1 0a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
    square: 'M-.9 -.9h1.8v1.8h-1.8z',
    triangle: 'M0 -1.1l1.05 1.9h-2.1z',
    diamond: 'M0 -1.25l1.25 1.25l-1.25 1.25l-1.25 -1.25z',
    down: 'M0 1.1l1.05 -1.9h-2.1z',
    plus: 'M-.4 -1.1h.8v.7h.7v.8h-.7v.7h-.8v-.7h-.7v-.8h.7z',
    cross: 'M-.9 -.5l.4 -.4l.5 .5l.5 -.5l.4 .4l-.5 .5l.5 .5l-.4 .4l-.5 -.5l-.5 .5l-.4 -.4l.5 -.5z',
    hexagon: 'M0 -1.1l.95 .55v1.1l-.95 .55l-.95 -.55v-1.1z',
    times: 'M-1 -1l2 2M-1 1l2 -2',
    box: 'M-1.6 -1h3.2v2h-3.2z',
  };
  const VIRIDIS = [
    [68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129],
    [92, 200, 99], [170, 220, 50], [253, 231, 37]
  ];

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes))
      if (value !== undefined) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const colour = (name) => name.startsWith('#') ? name : `var(--${name})`;
  const round = (value) => Math.round(value * 10) / 10;
  const lines_in = (words) => words ? words.split('\n').length : 0;

  // The colour of a value on the scale of these limits.
  function shade(value, [least, most]) {
    const share = Math.min(Math.max((value - least) / (most - least || 1), 0), 1),
          place = share * (VIRIDIS.length - 1),
          low = Math.min(Math.floor(place), VIRIDIS.length - 2);
    const parts = VIRIDIS[low].map(
      (from, i) => Math.round(from + (VIRIDIS[low + 1][i] - from) * (place - low)));
    return `rgb(${parts.join(',')})`;
  }

  // A place on an axis in pixels.
  function scale({limits: [low, high], scale: kind}, begin, end) {
    const log = kind === 'log' ? Math.log10 : (value) => value;
    return (value) => begin + (log(value) - log(low)) / (log(high) - log(low)) * (end - begin);
  }

  const text = (x, y, words, more = {}) => {
    const lines = words.split('\n');
    return element('text', {
      x: round(x),
      y: round(y),
      'font-size': FONT,
      fill: 'var(--ink)',
      'text-anchor': 'middle',
      ...more
    },
      ...lines.map((line, i) => element('tspan', {x: round(x), dy: i ? LINE : 0}, line)));
  };

  const marker_path = (shape, own, fill, radius) => {
    const open = fill === 'open', half = fill === 'half' || fill === 'left';
    const path = element('path', {
      d: SHAPES[shape],
      transform: `scale(${radius})`,
      'stroke-width': 1.2 / radius,
      stroke: own,
      fill: shape === 'times' ? 'none' :
        open || half          ? 'var(--paper)' :
                                own
    });
    if (!half) return [path];
    const part = fill === 'half' ? 'M-1 0a1 1 0 0 0 2 0z' : 'M0 -1a1 1 0 0 0 0 2z';
    return [path, element('path', {d: part, transform: `scale(${radius})`, fill: own})];
  };

  const hatched = (own, hatch) => {
    const id = `hatch-${own.replace(/\W/g, '')}-${hatch.charCodeAt(0)}`;
    if (!document.getElementById(id)) {
      const lines = {
        '/': 'M0 8L8 0M-2 2L2 -2M6 10L10 6',
        '\\': 'M0 0L8 8M-2 6L2 10M6 -2L10 2',
        '-': 'M0 4H8',
        'x': 'M0 8L8 0M0 0L8 8',
        '+': 'M0 4H8M4 0V8',
        '.': 'M3 4h2',
        'o': 'M2 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0'
      }[hatch];
      const pattern = element('pattern', {id, width: 8, height: 8, patternUnits: 'userSpaceOnUse'},
        element('rect', {width: 8, height: 8, fill: own}),
        element('path', {d: lines, stroke: 'var(--paper)', 'stroke-width': 1.1, fill: 'none'}));
      document.getElementById('patterns').append(pattern);
    }
    return `url(#${id})`;
  };

  const number = (value) => String(Number(value.toPrecision(4)));

  const MARKS = {
    series(mark, x, y, area) {
      const own = colour(mark.colour), group = element('g');
      const points = mark.xs.map((value, i) => value === null || mark.ys[i] === null ?
          null :
          [round(x(value)), round(y(mark.ys[i]))]);
      if (mark.interval === 'band') group.append(...bands(mark, x, y, own));
      if (mark.interval === 'bars') group.append(...bars(mark, x, y, own));
      if (mark.line) {
        let d = '', before = null;
        for (const point of points) {
          if (point)
            d += !before ? `M${point}` : mark.step ? `H${point[0]}V${point[1]}` : `L${point}`;
          before = point;
        }
        group.append(element('path', {
          d,
          fill: 'none',
          stroke: own,
          'stroke-width': 1.5 * mark.width,
          'stroke-dasharray': DASHES[mark.line]
        }));
      }
      const over = element('g');
      if (mark.exit) {
        const at = round(x(mark.exit.x)), from = y(mark.exit.y);
        if (from > area.top)
          group.append(element(
            'path', {d: `M${at} ${round(from)}V${area.top}`, stroke: own, 'stroke-width': 0.9}));
        if (['deadlocked', 'impossible'].includes(mark.exit.end))
          over.append(element('g', {transform: `translate(${at} ${area.top})`},
            ...marker_path('times', own, 'full', 4)));
      }
      points.forEach((point, i) => {
        if (!point || !mark.marker || !within(point, area)) return;
        const fill = Array.isArray(mark.fills) ? mark.fills[i] : mark.fills;
        const hint =
          [
            mark.name, `${number(mark.xs[i])}: ${number(mark.ys[i])}${interval_text(mark, i)}`,
            (mark.verdicts || [])[i], mark.runs && mark.runs[i] > 1 ? `${mark.runs[i]} runs` : ''
          ].filter(Boolean)
            .join(', ');
        over.append(element('g', {transform: `translate(${point})`, class: 'point'},
          ...marker_path(mark.marker, own, fill, 1.05 * mark.size), element('title', {}, hint)));
      });
      return [group, over];
    },
    rects(mark, x, y) {
      const own = colour(mark.colour), open = mark.fill === 'open';
      const fill = open ? 'var(--paper)' : mark.hatch ? hatched(own, mark.hatch) : own;
      return [
        element('g', {},
          ...mark.boxes.map(
            ([left, right, bottom, top], i) => element('rect', {
              x: round(x(left)),
              y: round(y(top)),
              width: Math.max(0.5, round(x(right) - x(left))),
              height: Math.max(0, round(y(bottom) - y(top))),
              fill,
              stroke: open ? own : undefined,
              'stroke-width': 1.4,
              'stroke-dasharray': DASHES[mark.outline],
              opacity: mark.alpha
            },
              ...(mark.hints[i] ? [element('title', {}, mark.hints[i])] : [])))),
        null
      ];
    },
    // An image of a pixel for each cell where all are as wide, else a canvas of the size of the
    // panel.
    cells(mark, x, y, area, figure) {
      const canvas = document.createElement('canvas'), even = is_even(mark.xs) && is_even(mark.ys);
      const columns = mark.xs.length - 1, rows = mark.ys.length - 1;
      canvas.width = even ? columns : Math.round(area.right - area.left);
      canvas.height = even ? rows : Math.round(area.bottom - area.top);
      const ctx = canvas.getContext('2d'), across = (i) => even ? i : x(mark.xs[i]) - area.left,
            down = (j) => even ? rows - j : y(mark.ys[j]) - area.top;
      mark.values.forEach((row, j) => row.forEach((value, i) => {
        if (value === null) return;
        ctx.fillStyle = mark.palette ? mark.palette[value] : shade(value, figure.colours.limits);
        ctx.fillRect(across(i), down(j + 1), across(i + 1) - across(i), down(j) - down(j + 1));
      }));
      const [left, right, top, bottom] =
        [x(mark.xs[0]), x(mark.xs[columns]), y(mark.ys[rows]), y(mark.ys[0])];
      const image = element('image', {
        x: round(left),
        y: round(top),
        width: round(right - left),
        height: round(bottom - top),
        preserveAspectRatio: 'none',
        href: canvas.toDataURL(),
        style: 'image-rendering: pixelated'
      });
      const rules = mark.ruled ? [element('path', {
        stroke: 'var(--paper)',
        'stroke-width': 0.6,
        d: mark.xs.map((edge) => `M${round(x(edge))} ${round(top)}V${round(bottom)}`).join('') +
          mark.ys.map((edge) => `M${round(left)} ${round(y(edge))}H${round(right)}`).join('')
      })] :
                                 [];
      const hints =
        new Map((mark.hints || []).map(([row, column, words]) => [row * columns + column, words]));
      image.status = (px, py) => {
        const i = mark.xs.findIndex(
                (edge, k) => k < columns && px >= x(edge) && px < x(mark.xs[k + 1])),
              j =
                mark.ys.findIndex((edge, k) => k < rows && py <= y(edge) && py > y(mark.ys[k + 1]));
        if (i < 0 || j < 0 || mark.values[j][i] === null) return '';
        return hints.get(j * columns + i) ||
          (mark.palette ? '' : `(${i}, ${j}): ${number(mark.values[j][i])}`);
      };
      return [element('g', {}, image, ...rules), null];
    },
    links(mark, x, y, area, figure) {
      const point = ([px, py]) => `${round(x(px))} ${round(y(py))}`;
      const lines =
        mark.paths.map((path, i) => element('path', {
          d: `M${path.map(point).join('L')}`,
          fill: 'none',
          stroke: shade(mark.values[i], figure.colours.limits),
          'stroke-width': 1.5 * mark.widths[i]
        },
                         element('title', {}, `${mark.hints[i]}: ${number(mark.values[i])}`)));
      const routers = mark.routers.map(
        ([px, py], i) => element('g', {transform: `translate(${point([px, py])})`},
          element('circle',
            {r: mark.names.length ? 10 : 2.5, fill: 'var(--paper)', stroke: 'var(--grey)'}),
          ...(mark.names[i] ? [text(0, 4, mark.names[i], {'font-size': 10})] : [])));
      return [element('g', {}, ...lines), element('g', {}, ...routers)];
    },
    texts(mark, x, y) {
      return [
        null, element('g', {'pointer-events': 'none'}, ...mark.texts.flatMap((words, i) => {
          const at = [x(mark.xs[i]), y(mark.ys[i]) - PIXELS * 0.9 * (mark.up || 0)],
                size = 1.65 * mark.size, wide = 0.6 * size * words.length + 4;
          const box = mark.box ? [element('rect', {
            x: round(at[0] - wide / 2),
            y: round(at[1] - 0.6 * size),
            width: round(wide),
            height: round(1.2 * size),
            fill: colour(mark.box),
            opacity: 0.85
          })] :
                                 [];
          return [
            ...box,
            text(at[0], at[1] + 0.36 * size, words, {'font-size': size, fill: colour(mark.colour)})
          ];
        }))
      ];
    },
  };

  const is_even = (edges) => edges.every((edge, i) => !i ||
      Math.abs(edge - edges[i - 1] - (edges[1] - edges[0])) <
        1e-6 * Math.abs(edges[edges.length - 1] - edges[0]));
  const within = ([px, py], {left, right, top, bottom}) =>
    px >= left - 1 && px <= right + 1 && py >= top - 1 && py <= bottom + 1;
  const interval_text = (mark, i) => mark.below && mark.below[i] !== null ?
    ` (${number(mark.below[i])} to ${number(mark.above[i])})` :
    '';

  function bands(mark, x, y, own) {
    const known = mark.xs.map((value, i) => [value, mark.below[i], mark.above[i]])
                    .filter((point) => !point.includes(null));
    if (known.length < 2) return [];
    const upper = known.map(([at, , high]) => `${round(x(at))} ${round(y(high))}`),
          lower = known.map(([at, low]) => `${round(x(at))} ${round(y(low))}`).reverse();
    return [element('path', {d: `M${[...upper, ...lower].join('L')}z`, fill: own, opacity: 0.2})];
  }

  function bars(mark, x, y, own) {
    return mark.xs.flatMap(
      (value, i) => value === null || mark.below[i] === null ? [] : [element('path', {
        stroke: own,
        'stroke-width': 1.1,
        d: `M${round(x(value))} ${round(y(mark.below[i]))}V${round(y(mark.above[i]))}m-3 0h6M${
          round(x(value)) - 3} ${round(y(mark.below[i]))}h6`
      })]);
  }

  // The frame of a panel: where its axes are, in pixels.
  function area_of(panel, width, height) {
    const words = panel.y.ticks.map(([, word]) => word.length),
          lines = Math.max(1, ...panel.x.ticks.map(([, word]) => lines_in(word)));
    const left = 10 + LINE * lines_in(panel.y.label) +
      (words.length ? 7 * Math.max(...words) + 6 : 0);
    const slanted = is_slanted(panel, width - left - 14),
          longest = Math.max(0, ...panel.x.ticks.map(([, word]) => word.length));
    const below = (panel.x.ticks.length ? slanted ? 12 + 3.6 * longest : 8 + LINE * lines : 6) +
      (panel.x.label ? LINE * lines_in(panel.x.label) + 2 : 0);
    const above = 8 + LINE * lines_in(panel.title);
    const area = {left, right: width - 14, top: above, bottom: height - below, slanted};
    if (panel.equal) shrink(area, panel);
    return area;
  }

  const is_slanted = (panel, wide) =>
    panel.x.ticks.length * 7.2 * Math.max(0, ...panel.x.ticks.map(([,
      word]) => Math.max(...word.split('\n').map((line) => line.length)))) >
    wide;

  function shrink(area, panel) {
    const aspect =
      (panel.y.limits[1] - panel.y.limits[0]) / (panel.x.limits[1] - panel.x.limits[0]);
    const wide = area.right - area.left, high = area.bottom - area.top;
    if (wide * aspect > high) area.right = area.left + high / aspect;
    else area.bottom = area.top + wide * aspect;
  }

  function axes(panel, area, x, y) {
    const group = element('g'),
          bare = panel.marks.some((mark) => mark.kind === 'cells' || mark.kind === 'links');
    const grid = [
      ...panel.x.ticks.filter(() => panel.x.grid)
        .map(([place]) => `M${round(x(place))} ${area.top}V${area.bottom}`),
      ...panel.y.ticks.filter(() => panel.y.grid)
        .map(([place]) => `M${area.left} ${round(y(place))}H${area.right}`)
    ].join('');
    if (grid) group.append(element('path', {d: grid, stroke: 'var(--grid)'}));
    if (!bare)
      group.append(element('path', {
        d: `M${area.left} ${area.top}V${area.bottom}H${area.right}`,
        fill: 'none',
        stroke: 'var(--soft)'
      }));
    for (const [place, word] of panel.x.ticks) {
      const at = round(x(place)), below = area.bottom + 16;
      group.append(text(at, below, word,
        area.slanted ?
          {'text-anchor': 'end', 'font-size': SMALL, transform: `rotate(-30 ${at} ${below})`} :
          {'font-size': SMALL}));
    }
    const high = (area.bottom - area.top) / Math.max(panel.y.ticks.length, 1),
          small = {'font-size': Math.max(5, Math.min(SMALL, 0.95 * high))};
    for (const [place, word] of panel.y.ticks)
      group.append(
        text(area.left - 6, round(y(place)) + 4, word, {'text-anchor': 'end', ...small}));
    const middle = (area.top + area.bottom) / 2;
    if (panel.x.label)
      group.append(
        text((area.left + area.right) / 2, area.end - 5 - LINE * (lines_in(panel.x.label) - 1),
          panel.x.label));
    if (panel.y.label)
      group.append(
        text(0, 0, panel.y.label, {transform: `translate(${LINE} ${middle}) rotate(-90)`}));
    if (panel.title) group.append(text((area.left + area.right) / 2, 12, panel.title));
    return group;
  }

  let clips = 0;
  function draw_panel(figure, panel, width, height) {
    const area = area_of(panel, width, height);
    area.end = panel.equal ?
      area.bottom + (panel.x.label ? 36 + LINE * (lines_in(panel.x.label) - 1) : 20) :
      height;
    const x = scale(panel.x, area.left, area.right), y = scale(panel.y, area.bottom, area.top),
          id = `clip-${clips++}`;
    const svg = element('svg', {
      width,
      height: area.end,
      viewBox: `0 0 ${width} ${area.end}`,
      role: 'img',
      class: 'panel',
      'aria-label': `${panel.y.label} ${panel.title}`
    });
    const clipped = element('g', {'clip-path': `url(#${id})`}), free = element('g');
    svg.append(element('clipPath', {id}, element('rect', {
      x: area.left,
      y: area.top,
      width: Math.max(0, area.right - area.left),
      height: Math.max(0, area.bottom - area.top)
    })),
      axes(panel, area, x, y), clipped, free);
    const status = [];
    for (const mark of panel.marks) {
      const [inside, over] = MARKS[mark.kind](mark, x, y, area, figure);
      for (const [group, layer] of [[inside, clipped], [over, free]]) {
        if (!group) continue;
        group.mark = mark;
        group.classList.add('mark');
        layer.append(group);
        if (group.firstChild && group.firstChild.status) status.push(group.firstChild.status);
      }
    }
    if (status.length)
      svg.addEventListener('mousemove', (event) => {
        svg.dispatchEvent(new CustomEvent('status', {
          bubbles: true,
          detail: status
                    .map((one) => one(event.clientX - svg.getBoundingClientRect().left,
                           event.clientY - svg.getBoundingClientRect().top))
                    .find(Boolean) ||
            ''
        }));
      });
    return svg;
  }

  // A sign of a legend.
  function swatch(entry) {
    const own = colour(entry.colour),
          svg = element('svg', {width: 26, height: 14, 'aria-hidden': 'true'});
    if (entry.line)
      svg.append(element('path', {
        d: 'M1 7h24',
        stroke: own,
        'stroke-width': 1.5 * (entry.width || 1),
        'stroke-dasharray': DASHES[entry.line]
      }));
    if (entry.marker === 'box') {
      const open = entry.fill === 'open';
      svg.append(element('rect', {
        x: 3,
        y: 2,
        width: 20,
        height: 10,
        fill: open    ? 'var(--paper)' :
          entry.hatch ? hatched(own, entry.hatch) :
                        own,
        stroke: open ? own : undefined,
        'stroke-dasharray': DASHES[entry.outline]
      }));
    } else if (entry.marker) {
      svg.append(element('g', {transform: 'translate(13 7)'},
        ...marker_path(entry.marker, own, entry.fill || 'full', 3.8)));
    }
    return svg;
  }

  // A bar of the colours of a map with its ticks and its label.
  function colour_bar({limits: [low, high], label, ticks}) {
    const WIDE = 320, svg = element('svg', {width: WIDE + 40, height: 34, class: 'scale'});
    for (let i = 0; i < WIDE; i += 2)
      svg.append(element('rect', {
        x: 20 + i,
        y: 2,
        width: 2.2,
        height: 11,
        fill: shade(low + (high - low) * i / WIDE, [low, high])
      }));
    for (const [place, word] of ticks)
      svg.append(
        text(20 + WIDE * (place - low) / (high - low || 1), 28, word, {'font-size': SMALL}));
    const box = document.createElement('p');
    box.append(svg, label.replace(/\n/g, ' '));
    return box;
  }

  // The panels of a figure in a host that is so many pixels wide.
  function draw(figure, host, wide) {
    const width = Math.min(wide, figure.size[0] * PIXELS),
          rows = Math.ceil(figure.panels.length / figure.columns);
    const grid = document.createElement('div');
    grid.className = 'grid';
    grid.style.gridTemplateColumns = `repeat(${figure.columns}, max-content)`;
    const each = Math.floor(width / figure.columns),
          high = Math.max(
            60, Math.round(figure.size[1] / rows * PIXELS * width / (figure.size[0] * PIXELS)));
    grid.append(...figure.panels.map((panel) => draw_panel(figure, panel, each,
                                       high + (panel.x.label && panel.x.ticks.length ? 18 : 0))));
    host.append(grid);
    if (figure.colours) host.append(colour_bar(figure.colours));
  }

  return {draw, swatch, element, text, round};
})();
