'use strict';
// Draws a figure description as SVG. It decides nothing: the description states what is shown.
const Figures = (() => {
  const PIXELS = 150;  // for an inch of paper
  const FONT = 13, SMALL = 11.5, LINE = 15, RIGHT = 14, AROUND = 46;
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
  };
  const HALVES = {half: 'M-1 0a1 1 0 0 0 2 0z', left: 'M0 -1a1 1 0 0 0 0 2z'};
  const HATCHES = {
    '/': 'M0 8L8 0M-2 2L2 -2M6 10L10 6',
    '\\': 'M0 0L8 8M-2 6L2 10M6 -2L10 2',
    '-': 'M0 4H8',
    'x': 'M0 8L8 0M0 0L8 8',
    '+': 'M0 4H8M4 0V8',
    '.': 'M3 4h2',
    'o': 'M2 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0'
  };

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes))
      if (value !== undefined) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const colour = (name) => name.startsWith('#') ? name : `var(--${name})`;
  const round = (value) => Math.round(value * 10) / 10;
  const number = (value) => String(Number(value.toPrecision(4)));
  const lines_in = (words) => words ? words.split('\n').length : 0;
  const path = (d, look, ...children) => element('path', {fill: 'none', ...look, d}, ...children);
  const at_point = ([x, y], more, ...children) =>
    element('g', {transform: `translate(${round(x)},${round(y)})`, ...more}, ...children);
  const hint = (words) => words ? [element('title', {}, words)] : [];

  const rect = (left, top, right, bottom, look, ...children) => {
    const [x, y] = [left, top].map(round), width = Math.max(0.5, round(right - left)),
          height = Math.max(0, round(bottom - top));
    return element('rect', {x, y, width, height, ...look}, ...children);
  };

  const text = (x, y, words, look = {}) => {
    const lines = words.split('\n').map(
      (line, i) => element('tspan', {x: round(x), dy: i ? LINE : 0}, line));
    const usual = {'font-size': FONT, fill: 'var(--ink)', 'text-anchor': 'middle'};
    return element('text', {x: round(x), y: round(y), ...usual, ...look}, ...lines);
  };

  // The colour of a value on a scale of colours.
  function shade(value, {limits: [least, most], palette}) {
    const share = Math.min(Math.max((value - least) / (most - least || 1), 0), 1),
          place = share * (palette.length - 1),
          low = Math.min(Math.floor(place), palette.length - 2);
    const parts = palette[low].map(
      (from, i) => Math.round(from + (palette[low + 1][i] - from) * (place - low)));
    return `rgb(${parts.join(',')})`;
  }

  // A place on an axis in pixels.
  function scale({limits: [low, high], scale: kind}, begin, end) {
    const log = kind === 'log' ? Math.log10 : (value) => value;
    return (value) => begin + (log(value) - log(low)) / (log(high) - log(low)) * (end - begin);
  }

  const marker = (shape, own, fill, radius) => {
    const hollow = fill !== 'full' || shape === 'times', transform = `scale(${radius})`;
    const inside = shape === 'times' ? 'none' : hollow ? 'var(--paper)' : own;
    const outline =
      path(SHAPES[shape], {transform, 'stroke-width': 1.2 / radius, stroke: own, fill: inside});
    return HALVES[fill] ? [outline, path(HALVES[fill], {transform, fill: own})] : [outline];
  };

  const hatched = (own, hatch) => {
    const id = `hatch-${own.replace(/\W/g, '')}-${hatch.charCodeAt(0)}`;
    if (!document.getElementById(id)) {
      const size = {width: 8, height: 8}, lines = {stroke: 'var(--paper)', 'stroke-width': 1.1};
      document.getElementById('patterns')
        .append(element('pattern', {id, ...size, patternUnits: 'userSpaceOnUse'},
          element('rect', {...size, fill: own}), path(HATCHES[hatch], lines)));
    }
    return `url(#${id})`;
  };

  const box_look = ({colour: name, fill, hatch, outline, alpha}) => fill === 'open' ?
    {
      fill: 'var(--paper)',
      stroke: colour(name),
      'stroke-width': 1.4,
      'stroke-dasharray': DASHES[outline]
    } :
    {fill: hatch ? hatched(colour(name), hatch) : colour(name), opacity: alpha};

  // Of each kind: the elements within the panel's area, and those that may reach over its edge.
  const MARKS = {
    series(mark, {x, y, area}) {
      const own = colour(mark.colour), inside = [], over = [];
      const points = mark.xs.map((at, i) => at === null || mark.ys[i] === null ?
          null :
          [round(x(at)), round(y(mark.ys[i]))]);
      if (mark.interval) inside.push(...INTERVALS[mark.interval](mark, x, y, own));
      if (mark.line) {
        const look = {stroke: own, 'stroke-width': 1.5 * mark.width};
        inside.push(
          path(line_through(points, mark.step), {...look, 'stroke-dasharray': DASHES[mark.line]}));
      }
      if (mark.exit) {
        const at = round(x(mark.exit.x)), top = round(y(mark.exit.top));
        inside.push(path(`M${at} ${round(y(mark.exit.y))}V${top}`,
          {stroke: own, 'stroke-width': 0.9}));
        if (mark.exit.failed)
          over.push(at_point([at, top], {}, ...marker('times', own, 'full', 4)));
      }
      points.forEach((point, i) => {
        if (!point || !mark.marker || !within(point, area)) return;
        const fill = Array.isArray(mark.fills) ? mark.fills[i] : mark.fills;
        over.push(at_point(point, {class: 'point'},
          ...marker(mark.marker, own, fill, 1.05 * mark.size), ...hint(words_of(mark, i))));
      });
      return [inside, over];
    },
    rects(mark, {x, y}) {
      const look = box_look(mark);
      return [mark.boxes.map(([left, right, bottom, top], i) =>
        rect(x(left), y(top), x(right), y(bottom), look, ...hint(mark.hints[i])))];
    },
    // A picture of the panel's area.
    cells(mark, {x, y, area, colours}) {
      const canvas = document.createElement('canvas'), columns = mark.xs.length - 1;
      const across = mark.xs.map((edge) => Math.round(x(edge) - area.left)),
            down = mark.ys.map((edge) => Math.round(y(edge) - area.top));
      canvas.width = across[columns];
      canvas.height = down[0];
      const ctx = canvas.getContext('2d');
      mark.values.forEach((row, j) => row.forEach((value, i) => {
        if (value === null) return;
        ctx.fillStyle = mark.palette ? mark.palette[value] : shade(value, colours);
        ctx.fillRect(across[i], down[j + 1], Math.max(1, across[i + 1] - across[i]),
          Math.max(1, down[j] - down[j + 1]));
      }));
      const {width, height} = canvas, href = canvas.toDataURL();
      const image = element('image', {x: area.left, y: area.top, width, height, href});
      const rules = [
        ...across.map((at) => `M${area.left + at} ${area.top}v${height}`),
        ...down.map((at) => `M${area.left} ${area.top + at}h${width}`)
      ];
      const hints = new Map((mark.hints || []).map(([j, i, words]) => [j * columns + i, words]));
      image.status = (px, py) => {
        const [right, below] = [px - area.left, py - area.top];
        const i = across.findIndex((edge, k) => right >= edge && right < across[k + 1]),
              j = down.findIndex((edge, k) => below <= edge && below > down[k + 1]);
        if (i < 0 || j < 0 || mark.values[j][i] === null) return '';
        const value = mark.palette ? '' : `(${i}, ${j}): ${number(mark.values[j][i])}`;
        return hints.get(j * columns + i) || value;
      };
      const ruled = path(rules.join(''), {stroke: 'var(--paper)', 'stroke-width': 0.6});
      return [mark.ruled ? [image, ruled] : [image]];
    },
    links(mark, {x, y, colours}) {
      const spot = ([px, py]) => [round(x(px)), round(y(py))];
      const lines = mark.paths.map((points, i) => path(`M${points.map(spot).join('L')}`,
        {stroke: shade(mark.values[i], colours), 'stroke-width': 1.5 * mark.widths[i]},
        ...hint(`${mark.hints[i]}: ${number(mark.values[i])}`)));
      const circle = {r: mark.names.length ? 10 : 2.5, fill: 'var(--paper)', stroke: 'var(--grey)'};
      const routers = mark.routers.map((place, i) => at_point(spot(place), {},
        element('circle', circle), text(0, 4, mark.names[i] || '', {'font-size': 10})));
      return [lines, routers];
    },
    texts(mark, {x, y}) {
      const size = 1.65 * mark.size, look = {'font-size': size, fill: colour(mark.colour)};
      return [[], mark.texts.flatMap((words, i) => {
        const px = x(mark.xs[i]), py = y(mark.ys[i]) - PIXELS * 0.9 * (mark.up || 0);
        const wide = 0.3 * size * words.length + 2, high = 0.6 * size, found = [];
        if (mark.box) {
          const look = {fill: colour(mark.box), opacity: 0.85};
          found.push(rect(px - wide, py - high, px + wide, py + high, look));
        }
        return [...found, text(px, py + 0.36 * size, words, look)];
      })];
    },
  };

  const INTERVALS = {
    band(mark, x, y, own) {
      const known = mark.xs.map((at, i) => [at, mark.below[i], mark.above[i]])
                      .filter((point) => !point.includes(null));
      const upper = known.map(([at, , high]) => [round(x(at)), round(y(high))]),
            lower = known.map(([at, low]) => [round(x(at)), round(y(low))]).reverse();
      return known.length < 2 ?
        [] :
        [path(`M${[...upper, ...lower].join('L')}z`, {fill: own, opacity: 0.2})];
    },
    bars(mark, x, y, own) {
      const ends = mark.xs.map((at, i) => [at, mark.below[i], mark.above[i]])
                     .filter((point) => !point.includes(null))
                     .map(([at, low, high]) => [x(at), y(low), y(high)].map(round));
      const d = ends.map(([at, low, high]) =>
        `M${at} ${low}V${high}m-3 0h6M${at - 3} ${low}h6`).join('');
      return [path(d, {stroke: own, 'stroke-width': 1.1})];
    }
  };

  function line_through(points, step) {
    let d = '', before = null;
    for (const point of points) {
      if (point) d += !before ? `M${point}` : step ? `H${point[0]}V${point[1]}` : `L${point}`;
      before = point;
    }
    return d;
  }

  const within = ([px, py], {left, right, top, bottom}) =>
    px >= left - 1 && px <= right + 1 && py >= top - 1 && py <= bottom + 1;

  const words_of = (mark, i) => {
    const interval = mark.below && mark.below[i] !== null ?
      ` (${number(mark.below[i])} to ${number(mark.above[i])})` :
      '';
    return [
      mark.name, `${number(mark.xs[i])}: ${number(mark.ys[i])}${interval}`,
      (mark.verdicts || [])[i], mark.runs && mark.runs[i] > 1 ? `${mark.runs[i]} runs` : ''
    ].filter(Boolean).join(', ');
  };

  // --- panels ---

  const widest = (axis) =>
    Math.max(0, ...axis.ticks.flatMap(([, word]) => word.split('\n').map((line) => line.length)));
  const left_of = ({y}) => 12 + LINE * lines_in(y.label) + 7 * widest(y);
  const above_of = ({title}) => 8 + LINE * lines_in(title);
  const below_of = ({x}) => {
    const ticks = x.slanted ? 12 + 3.6 * widest(x) :
                              8 + LINE * Math.max(0, ...x.ticks.map(([, word]) => lines_in(word)));
    return ticks + (x.label ? LINE * lines_in(x.label) + 4 : 0);
  };

  function axes(panel, {left, right, top, bottom, end}, x, y) {
    const group = element('g'),
          bare = panel.marks.some((mark) => mark.kind === 'cells' || mark.kind === 'links');
    const lines = [
      ...(panel.x.grid ? panel.x.ticks : []).map(([at]) => `M${round(x(at))} ${top}V${bottom}`),
      ...(panel.y.grid ? panel.y.ticks : []).map(([at]) => `M${left} ${round(y(at))}H${right}`)
    ];
    group.append(path(lines.join(''), {stroke: 'var(--grid)'}));
    if (!bare) group.append(path(`M${left} ${top}V${bottom}H${right}`, {stroke: 'var(--soft)'}));
    for (const [place, word] of panel.x.ticks) {
      const at = round(x(place)), below = bottom + 16, transform = `rotate(-30 ${at} ${below})`;
      group.append(text(at, below, word,
        {'font-size': SMALL, ...(panel.x.slanted ? {'text-anchor': 'end', transform} : {})}));
    }
    const high = (bottom - top) / Math.max(panel.y.ticks.length, 1),
          small = {'font-size': Math.max(5, Math.min(SMALL, 0.95 * high)), 'text-anchor': 'end'};
    for (const [place, word] of panel.y.ticks)
      group.append(text(left - 6, y(place) + 4, word, small));
    group.append(
      text((left + right) / 2, end - 5 - LINE * (lines_in(panel.x.label) - 1), panel.x.label),
      text(0, 0, panel.y.label,
        {transform: `translate(${LINE} ${(top + bottom) / 2}) rotate(-90)`}),
      text((left + right) / 2, 12, panel.title));
    return group;
  }

  let clips = 0;
  function draw_panel(panel, area, colours) {
    const x = scale(panel.x, area.left, area.right), y = scale(panel.y, area.bottom, area.top);
    const id = `clip-${clips++}`, size = {width: area.right + RIGHT, height: area.end};
    const clipped = element('g', {'clip-path': `url(#${id})`}), free = element('g');
    const svg = element('svg',
      {...size, role: 'img', class: 'panel', 'aria-label': `${panel.y.label} ${panel.title}`},
      element('clipPath', {id}, rect(area.left, area.top, area.right, area.bottom)),
      axes(panel, area, x, y), clipped, free);
    const status = [];
    for (const mark of panel.marks) {
      const [inside, over = []] = MARKS[mark.kind](mark, {x, y, area, colours});
      for (const [elements, layer] of [[inside, clipped], [over, free]]) {
        const group = element('g', {class: 'mark'}, ...elements);
        group.mark = mark;
        layer.append(group);
        status.push(...elements.flatMap((one) => one.status || []));
      }
    }
    svg.addEventListener('mousemove', ({clientX, clientY}) => {
      const {left, top} = svg.getBoundingClientRect();
      const detail = status.map((one) => one(clientX - left, clientY - top)).find(Boolean) || '';
      svg.dispatchEvent(new CustomEvent('status', {bubbles: true, detail}));
    });
    return svg;
  }

  // The areas of all panels, as wide and high as each other in a width for all; panels of one scale
  // are as high as their widths make them.
  function areas({panels, columns, size}, width) {
    const rows = Math.ceil(panels.length / columns),
          rounded = (value) => Math.max(20, Math.round(value));
    const most = (size_of, same) => panels.map((_, i) =>
      Math.max(...panels.filter((_, k) => same(i, k)).map(size_of)));
    const in_column = (i, k) => i % columns === k % columns,
          in_row = (i, k) => Math.floor(i / columns) === Math.floor(k / columns);
    const lefts = most(left_of, in_column), aboves = most(above_of, in_row),
          belows = most(below_of, in_row);
    const margins = lefts.slice(0, columns).reduce((sum, left) => sum + left + RIGHT, 0);
    const wide = rounded((width - margins) / columns),
          high = rounded(size[1] / size[0] * width / rows - AROUND);
    return panels.map(({equal, x, y}, i) => {
      const aspect = (y.limits[1] - y.limits[0]) / (x.limits[1] - x.limits[0]);
      const bottom = aboves[i] + (equal ? rounded(Math.min(high, wide * aspect)) : high);
      const right = lefts[i] + (equal ? rounded(Math.min(wide, high / aspect)) : wide);
      return {left: lefts[i], right, top: aboves[i], bottom, end: bottom + belows[i]};
    });
  }

  // --- legends ---

  // A sign of a legend.
  function swatch(entry) {
    const own = colour(entry.colour), svg = element('svg', {width: 26, height: 14});
    const look = {stroke: own, 'stroke-width': 1.5 * (entry.width || 1)};
    if (entry.line)
      svg.append(path('M1 7h24', {...look, 'stroke-dasharray': DASHES[entry.line]}));
    if (entry.marker === 'box') svg.append(rect(3, 2, 23, 12, box_look(entry)));
    else if (entry.marker)
      svg.append(at_point([13, 7], {}, ...marker(entry.marker, own, entry.fill || 'full', 3.8)));
    return svg;
  }

  // A bar of the colours of a map with its ticks and its label.
  function colour_bar({limits: [low, high], label, ticks, palette}) {
    const wide = 320, id = `scale-${clips++}`, place = scale({limits: [low, high]}, 20, 20 + wide);
    const stops = palette.map((rgb, i) => element('stop',
      {offset: i / (palette.length - 1), 'stop-color': `rgb(${rgb.join(',')})`}));
    const svg = element('svg', {width: wide + 40, height: 34, class: 'scale'},
      element('linearGradient', {id}, ...stops),
      rect(20, 2, 20 + wide, 13, {fill: `url(#${id})`}),
      ...ticks.map(([value, word]) => text(place(value), 28, word, {'font-size': SMALL})));
    const box = document.createElement('p');
    box.append(svg, label.replace(/\n/g, ' '));
    return box;
  }

  // The panels of a figure in a host that is so many pixels wide.
  function draw(figure, host, wide) {
    const grid = document.createElement('div');
    grid.className = 'grid';
    grid.style.gridTemplateColumns = `repeat(${figure.columns}, max-content)`;
    const places = areas(figure, Math.min(wide, figure.size[0] * PIXELS));
    grid.append(
      ...figure.panels.map((panel, i) => draw_panel(panel, places[i], figure.colours)));
    host.append(grid);
    if (figure.colours) host.append(colour_bar(figure.colours));
  }

  return {draw, swatch, element, text, path, round};
})();
