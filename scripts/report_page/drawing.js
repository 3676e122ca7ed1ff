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

// A bar of the colours from `begin` to `top`.
Report.scale_bar = (begin, top, title) => {
  const canvas = Report.element("canvas", {"aria-hidden": "true"});
  const ctx = Report.sized(canvas, 220, 12);
  for (let x = 0; x < 220; x++) {
    ctx.fillStyle = Report.colour_of(x / 219);
    ctx.fillRect(x, 0, 1, 12);
  }
  return Report.element("p", {class: "scale"}, Report.number(begin), canvas, Report.number(top), ` ${title}`);
};

// Places within the unit square, so that neighbours are near: springs (Fruchterman & Reingold 1991) from a circle.
Report.place_routers = (routers, links) => {
  const STEPS = routers > 500 ? 60 : 150, MOST = 1500;
  const x = new Float64Array(routers), y = new Float64Array(routers);
  for (let i = 0; i < routers; i++) {
    x[i] = 0.5 + 0.5 * Math.cos(2 * Math.PI * i / routers);
    y[i] = 0.5 + 0.5 * Math.sin(2 * Math.PI * i / routers);
  }
  const length = 1 / Math.sqrt(routers);
  for (let step = 0; step < STEPS && routers <= MOST; step++) {
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
