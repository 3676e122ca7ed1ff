"use strict";
// Throughput against path length: a point for each row, a line along one key, such as the locality of designs.
Report.sections.tradeoff = (host, data) => {
  const ALL = "all", NONE = "none";
  const state = {x: data.x, y: data.y, along: data.along === null ? NONE : String(data.along), filters: data.keys.map(() => ALL), shown: null};
  const controls = Report.element("div", {class: "controls"}), below = Report.element("div");
  let chart = null;
  host.append(controls, below);
  const again = (name) => (value) => { state[name] = value; state.shown = null; draw(); };
  const columns = data.columns.map((column) => [column.name, column.title]);
  controls.append(Report.choice("across", "x", columns, state.x, again("x")), Report.choice("upwards", "y", columns, state.y, again("y")));
  if (data.keys.length) controls.append(Report.choice("lines along", "along", [[NONE, "none"], ...data.keys.map((key, k) => [String(k), key.title])], state.along, again("along")));
  Report.filters(controls, data.keys, state.filters, () => { state.shown = null; draw(); });

  const free = () => data.keys.map((_, k) => k).filter((k) => state.filters[k] === ALL && String(k) !== state.along);
  const name_of = (point) => free().map((k) => data.keys[k].labels[point.values[k]]).filter(Boolean).join(", ");
  const title_of = (name) => (data.columns.find((column) => column.name === name) || {}).title;
  const place = (name) => data.columns.findIndex((column) => column.name === name);

  function bounds_of(name, values) {
    return name.endsWith("throughput") ? {min: 0, grace: "4%"} : Report.bounds(values, data.columns.find((column) => column.name === name).least);
  }

  function told({raw, dataset}) {
    const along = state.along === NONE ? "" : `, ${data.keys[Number(state.along)].labels[raw.values[Number(state.along)]]}`;
    return `${dataset.label || "all"}${along}: ${Report.number(raw.x)}, ${Report.number(raw.y)}`;
  }

  function draw() {
    if (chart) chart.destroy();
    const points = data.points.filter((point) => Report.passes(point.values, state.filters))
      .map((point) => ({...point, x: point.figures[place(state.x)], y: point.figures[place(state.y)]}))
      .filter((point) => point.x !== null && point.y !== null);
    const names = [...new Set(points.map(name_of))];
    state.shown = state.shown || new Set(names.slice(0, 16));
    const above = [];
    const sets = names.filter((name) => state.shown.has(name)).map((name) => {
      const look = Report.look(names.indexOf(name)), own = points.filter((point) => name_of(point) === name);
      if (state.along !== NONE) own.sort((a, b) => a.x - b.x || a.y - b.y);
      // The first lies above: points under others are larger, so that each is seen.
      const under = own.map((point) => above.filter(([x, y]) => x === point.x && y === point.y).length);
      above.push(...own.map((point) => [point.x, point.y]));
      const radius = own.length > 1 ? 4 : 6;
      return {label: name, data: own, showLine: state.along !== NONE && own.length > 1, borderColor: look.colour, backgroundColor: look.colour,
        pointStyle: look.marker, pointRadius: under.map((count) => radius + 4 * Math.min(count, 3)), borderWidth: 2, clip: 20};
    });
    const canvas = Report.element("canvas", {role: "img", "aria-label": data.title});
    below.replaceChildren();
    if (names.length > 1) below.append(Report.legend(names.slice(0, 40), state.shown, draw, Report.legend_title(data.keys, free())));
    below.append(Report.element("div", {class: "panel", "data-lines": sets.length}, Report.element("div", {class: "canvas tall"}, canvas)));
    chart = new Chart(canvas, {
      type: "scatter", data: {datasets: sets},
      options: {
        responsive: true, maintainAspectRatio: false, parsing: false, interaction: {mode: "nearest", intersect: false},
        scales: {
          x: {type: "linear", ...bounds_of(state.x, points.map((point) => point.x)), title: {display: true, text: title_of(state.x)}, grid: {color: "#eaeef2"}},
          y: {type: "linear", ...bounds_of(state.y, points.map((point) => point.y)), title: {display: true, text: title_of(state.y)}, grid: {color: "#eaeef2"}},
        },
        plugins: {legend: {display: false}, tooltip: {callbacks: {label: told, title: () => ""}}},
      },
    });
  }

  draw();
  host.append(Report.element("p", {class: "soft"}, "A point is a row. Throughputs are what the routing guarantees, of channels alone; to the right and below is better. A point under others is larger."));
};
