"use strict";
// What the page draws without the library: colours of a scale, sharp canvases, places of the routers of a network.

// Viridis (van der Walt & Smith 2015): told apart in grey, and by colour-blind readers.
Report.VIRIDIS = [[68, 1, 84], [71, 44, 122], [59, 81, 139], [44, 113, 142], [33, 144, 141], [39, 173, 129], [92, 200, 99], [170, 220, 50], [253, 231, 37]];

Report.colour_of = (share) => {
  const place = Math.min(Math.max(share, 0), 1) * (Report.VIRIDIS.length - 1), low = Math.min(Math.floor(place), Report.VIRIDIS.length - 2);
  const mixed = Report.VIRIDIS[low].map((from, i) => Math.round(from + (Report.VIRIDIS[low + 1][i] - from) * (place - low)));
  return `rgb(${mixed.join(",")})`;
};

// Black or white, whichever can be read on a colour: rgb(...) or #rrggbb.
Report.ink_on = (colour) => {
  const [red, green, blue] = colour.startsWith("#") ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16)) : colour.match(/\d+/g).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140 ? "#ffffff" : "#000000";
};

// The canvas in this size on the page, with as many pixels as the screen has.
Report.sized = (canvas, width, height) => {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext("2d");
  ctx.scale(scale, scale);
  return ctx;
};

// The colour of a value of a column; grey where there is none.
Report.colour_in = (column, value) => value === null || value === undefined ? "#e6e9ec"
  : Report.colour_of((value - column.begin) / (column.top - column.begin || 1));

// Maps of equal size, each with a title and cells {x, y, place}, the place of its value in the column. Returns what is at a
// point of the canvas.
Report.draw_maps = (canvas, {maps, width, height, in_a_row}, column, width_of_page) => {
  const GAP = 14, HEAD = 20, LARGEST = 34, HIGHEST = 640;
  const size = Math.max(width > 400 ? 1 : 2, Math.min(LARGEST, Math.floor(HIGHEST / height), Math.floor((width_of_page - GAP * in_a_row) / (in_a_row * width))));
  const step_x = Math.max(width * size, 56) + GAP, step_y = height * size + HEAD + GAP;
  const ctx = Report.sized(canvas, in_a_row * step_x, Math.ceil(maps.length / in_a_row) * step_y);
  ctx.font = "12px sans-serif";
  const corner = (i) => [(i % in_a_row) * step_x, Math.floor(i / in_a_row) * step_y + HEAD];
  const found = maps.map((map, i) => {
    const [left, top] = corner(i), places = new Map();
    ctx.fillStyle = "#1f2328";
    ctx.fillText(map.title, left, top - 6);
    for (const {x, y, place} of map.cells) {
      ctx.fillStyle = Report.colour_in(column, place === undefined ? null : column.values[place]);
      ctx.fillRect(left + x * size, top + y * size, size, size);
      places.set(y * width + x, place);
    }
    return places;
  });
  return (px, py) => {
    const i = Math.floor(py / step_y) * in_a_row + Math.floor(px / step_x);
    if (i >= maps.length || Math.floor(px / step_x) >= in_a_row) return undefined;
    const [left, top] = corner(i), x = Math.floor((px - left) / size), y = Math.floor((py - top) / size);
    return x < 0 || x >= width || y < 0 ? undefined : found[i].get(y * width + x);
  };
};

// A choice of columns, their scale, and a canvas that `draw(canvas, column, width)` fills and that names what the pointer is at.
Report.heat = (host, data, draw, name_of) => {
  const controls = Report.element("div", {class: "controls"}), scale = Report.element("div");
  const canvas = Report.element("canvas", {role: "img", "aria-label": data.title});
  const told = Report.element("p", {class: "soft"}, "The pointer names a value.");
  host.append(controls, scale, Report.element("div", {class: "panel wide"}, canvas), told);
  let found, column;
  const show = (name) => {
    column = data.columns.find((one) => one.name === name);
    const known = column.values.filter((value) => value !== null);
    const mean = known.reduce((a, b) => a + b, 0) / known.length;
    scale.replaceChildren(Report.scale_bar(column.begin, column.top, `${column.title}; mean ${Report.number(mean)}, largest ${Report.number(column.top)}${column.said ? `; ${column.said}` : ""}`));
    found = draw(canvas, column, host.clientWidth || 1100);
    canvas.dataset.column = name;
  };
  canvas.addEventListener("mousemove", (event) => {
    const place = found(event.offsetX, event.offsetY);
    if (place !== undefined) told.textContent = `${name_of(place)}: ${Report.number(column.values[place])}`;
  });
  if (data.columns.length > 1) controls.append(Report.choice("drawn", "heat-column", data.columns.map((one) => [one.name, one.title]), data.columns[0].name, show));
  show(data.columns[0].name);
};

// A bar of the colours from `begin` to `top`, numbers or words.
Report.scale_bar = (begin, top, title) => {
  const canvas = Report.element("canvas", {"aria-hidden": "true"});
  const ctx = Report.sized(canvas, 220, 12);
  for (let x = 0; x < 220; x++) {
    ctx.fillStyle = Report.colour_of(x / 219);
    ctx.fillRect(x, 0, 1, 12);
  }
  const written = (end) => typeof end === "number" ? Report.number(end) : end;
  return Report.element("p", {class: "scale"}, written(begin), canvas, written(top), ` ${title}`);
};

// Places within the unit square, so that neighbours are near: springs (Fruchterman & Reingold 1991) from a circle.
Report.place_routers = (routers, links) => {
  const STEPS = routers > 500 ? 60 : 150;
  const x = new Float64Array(routers), y = new Float64Array(routers);
  for (let i = 0; i < routers; i++) {
    x[i] = 0.5 + 0.5 * Math.cos(2 * Math.PI * i / routers);
    y[i] = 0.5 + 0.5 * Math.sin(2 * Math.PI * i / routers);
  }
  const length = 1 / Math.sqrt(routers);
  for (let step = 0; step < STEPS; step++) {
    const fx = new Float64Array(routers), fy = new Float64Array(routers);
    for (let i = 0; i < routers; i++) {
      for (let j = i + 1; j < routers; j++) {
        const dx = x[i] - x[j], dy = y[i] - y[j], push = length * length / (dx * dx + dy * dy + 1e-9);
        fx[i] += dx * push; fy[i] += dy * push;
        fx[j] -= dx * push; fy[j] -= dy * push;
      }
    }
    for (const [a, b] of links) {
      const dx = x[a] - x[b], dy = y[a] - y[b], pull = Math.hypot(dx, dy) / length;
      fx[a] -= dx * pull; fy[a] -= dy * pull;
      fx[b] += dx * pull; fy[b] += dy * pull;
    }
    const most = 0.15 * (1 - step / STEPS);
    for (let i = 0; i < routers; i++) {
      const norm = Math.hypot(fx[i], fy[i]) + 1e-9, move = Math.min(norm, most) / norm;
      x[i] += fx[i] * move;
      y[i] += fy[i] * move;
    }
  }
  const within = (values) => {
    const low = values.reduce((a, b) => Math.min(a, b)), high = values.reduce((a, b) => Math.max(a, b));
    return values.map((value) => (value - low) / Math.max(high - low, 1e-9));
  };
  return {x: within(x), y: within(y)};
};

// How far the links of a drawing are led beside the straight line, in their length, so that they pass under no other router,
// as network_shape.py has it: as straight as can be, and of several ways the one with the most room.
Report.bends_of = (places, links) => {
  const CLEARANCE = 0.05, MOST_BENT = 200, BENDS = [0, ...[0.15, 0.3, 0.45, 0.6, 0.8].flatMap((bend) => [bend, -bend])];
  const {x, y} = places;
  const room = (a, b, bend) => {
    let least = CLEARANCE;
    for (const [px, py] of Report.bent_points(places, a, b, bend)) {
      for (let i = 0; i < x.length; i++) if (i !== a && i !== b) least = Math.min(least, Math.hypot(px - x[i], py - y[i]));
    }
    return least;
  };
  return links.map(([a, b]) => {
    let best = 0, most = -1;
    for (const bend of x.length > MOST_BENT ? [] : BENDS) {
      const own = room(a, b, bend);
      if (own > most) [best, most] = [bend, own];
      if (most >= CLEARANCE) break;
    }
    return best;
  });
};

// Points of a link: a quadratic Bézier curve.
Report.bent_points = ({x, y}, a, b, bend) => {
  const STEPS = 20, aside_x = y[a] - y[b], aside_y = x[b] - x[a];
  return Array.from({length: STEPS + 1}, (_, step) => {
    const t = step / STEPS, out = 2 * t * (1 - t) * bend;
    return [(1 - t) * x[a] + t * x[b] + out * aside_x, (1 - t) * y[a] + t * y[b] + out * aside_y];
  });
};
