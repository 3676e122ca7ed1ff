"use strict";
// Curves over the load: panels by a key, a filter for every key, open markers for points that are not stable.
(() => {
  const STABLE = ["stable", "drained"], OPEN = ["saturated", "unfinished"];
  const MOST_TOGETHER = 6, MOST_SHOWN = 8, MOST_NAMES = 40, MOST_PANELS = 24;
  const ALL = "all", NONE = "none", LOADS = "latency and accepted load", PERCENTILES = "percentiles of the latency", LOAD = "load";

  // A run that was interrupted has what it measured until then.
  const is_lost = (point) => ![...STABLE, ...OPEN].includes(point.verdict) && (point.verdict !== "interrupted" || point.y === null);
  const is_latency = (column) => column.name.includes("latency");

  // What of each interval lies within the axes, as a bar behind its point.
  const intervals = {
    id: "intervals",
    beforeDatasetsDraw(chart) {
      const {ctx, chartArea: area, scales: {x, y}} = chart;
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.width, area.height);
      ctx.clip();
      if (chart.config.options.diagonal) {
        ctx.strokeStyle = "#c4cad0";
        ctx.beginPath();
        ctx.moveTo(x.getPixelForValue(0), y.getPixelForValue(0));
        ctx.lineTo(x.getPixelForValue(x.max), y.getPixelForValue(x.max));
        ctx.stroke();
      }
      for (const line of chart.data.datasets) {
        ctx.strokeStyle = line.borderColor;
        for (const point of line.data) {
          if (!point.half_width || point.y === null) continue;
          const at = x.getPixelForValue(point.x);
          const top = y.getPixelForValue(point.y + point.half_width);
          const bottom = y.getPixelForValue(Math.max(point.y - point.half_width, y.min));
          ctx.beginPath();
          for (const end of [top, bottom]) { ctx.moveTo(at - 4, end); ctx.lineTo(at + 4, end); }
          ctx.moveTo(at, top);
          ctx.lineTo(at, bottom);
          ctx.stroke();
        }
      }
      ctx.restore();
    },
  };

  // The key that leaves at most six lines in a panel, with the fewest panels.
  function choose_facet(data) {
    if (data.lines.length <= MOST_TOGETHER || data.keys.length < 2) return NONE;
    let best = NONE, fewest = MOST_PANELS + 1;
    data.keys.forEach((key, k) => {
      const count = new Array(key.values.length).fill(0);
      for (const line of data.lines) count[line.values[k]]++;
      if (Math.max(...count) <= MOST_TOGETHER && key.values.length < fewest) {
        best = String(k);
        fewest = key.values.length;
      }
    });
    return best;
  }

  function points_of(data, line, column, unit) {
    const widths = line.half_width[column] || [];
    return line.y[column].map((y, i) => ({
      x: line.x[unit][i], y, half_width: widths[i], verdict: data.verdicts[line.verdicts[i]], runs: line.runs[i],
    })).filter((point) => point.x !== null);
  }

  // Above all stable points, but for one far above all others; where none is stable the wall is cut off.
  function latency_limit(lines) {
    const FAR = 10, every = [], stable = [];
    for (const points of lines) {
      for (const point of points) {
        if (point.y === null || ![...STABLE, ...OPEN].includes(point.verdict)) continue;
        every.push(point.y);
        if (STABLE.includes(point.verdict)) stable.push(point.y);
      }
    }
    if (!every.length) return undefined;
    every.sort((a, b) => a - b);
    stable.sort((a, b) => a - b);
    if (!stable.length) return Math.min(1.12 * every[every.length - 1], 8 * every[0]);
    const far = stable.length > 1 && stable[stable.length - 1] > FAR * stable[stable.length - 2];
    return 1.12 * stable[stable.length - (far ? 2 : 1)];
  }

  // Filled: stable; open: saturated or unfinished; a cross on the axis: no value. The first point that has no latency, or one
  // above the axis, stands on the edge.
  function dataset(name, look, points, top, over_load) {
    let last = -1;
    const shown = points.map((point, i) => {
      const above = point.y > top, before = last === i - 1 && i > 0 && top && over_load;
      if (is_lost(point)) return {...point, y: null};
      if (before && (above || point.y === null && OPEN.includes(point.verdict))) return {...point, y: top, edge: true, value: point.y};
      if (STABLE.includes(point.verdict)) last = i;
      return point;
    });
    const steady = (i) => STABLE.includes(shown[i].verdict);
    const dotted = (i) => !steady(i) || !steady(i - 1);
    return {
      label: name, data: shown, showLine: true, borderColor: look.colour, borderWidth: 2, clip: 6, pointRadius: 4,
      pointHoverRadius: 6, pointStyle: look.marker, pointBorderColor: look.colour, pointBorderWidth: 1.5,
      pointBackgroundColor: shown.map((_, i) => steady(i) ? look.colour : "#ffffff"),
      segment: {
        borderDash: (at) => dotted(at.p1DataIndex) ? [2, 4] : undefined,
        borderWidth: (at) => dotted(at.p1DataIndex) ? 1.2 : 2,
      },
    };
  }

  function crosses(name, look, points, bottom) {
    const lost = points.filter(is_lost).map((point) => ({...point, y: bottom, lost: true}));
    return lost.length ? [{label: name, data: lost, pointStyle: "crossRot", pointRadius: 5, borderColor: look.colour, pointBorderWidth: 2, clip: 6}] : [];
  }

  // Markers of the edge that are nearer than `near` would hide each other: they stand above each other, the first line lowest.
  // Returns how many levels there are above the edge.
  function stack_edge(sets, near) {
    const below = [];
    for (const set of sets) {
      const own = set.data.filter((point) => point.edge);
      for (const point of own) {
        const taken = new Set(below.filter((other) => Math.abs(other.x - point.x) < near).map((other) => other.level));
        point.level = 0;
        while (taken.has(point.level)) point.level++;
      }
      below.push(...own);
      set.pointRadius = set.data.map((point) => point.level ? 0 : set.pointRadius);
    }
    return below.reduce((high, point) => Math.max(high, point.level), 0);
  }

  const LEVEL_PIXELS = 11;
  const stacks = {
    id: "stacks",
    afterDatasetsDraw(chart) {
      chart.data.datasets.forEach((set, i) => set.data.forEach((point, at) => {
        if (!point.level) return;
        const {x, y} = chart.getDatasetMeta(i).data[at], {ctx} = chart;
        ctx.save();
        ctx.strokeStyle = set.pointBorderColor;
        ctx.fillStyle = set.pointBackgroundColor[at];
        ctx.lineWidth = set.pointBorderWidth;
        Chart.helpers.drawPoint(ctx, {pointStyle: set.pointStyle, radius: 4, borderWidth: set.pointBorderWidth}, x, y - point.level * LEVEL_PIXELS);
        ctx.restore();
      }));
    },
  };

  function told(context) {
    const {x, y, half_width, verdict, runs, edge, lost, at, value: latency} = context.raw;
    const value = lost ? "no value" : edge ? (latency ? `${Report.number(latency)}, above the axis` : "no latency") : Report.number(y) + (half_width ? ` ± ${Report.number(half_width)}` : "");
    return `${context.dataset.label || "all"}: ${value} at ${at === undefined ? Report.number(x) : at}, ${verdict}${runs > 1 ? `, ${runs} runs` : ""}`;
  }

  // Of words, a place for each in the order of the file; of loads and other numbers, from 0.
  function across(state, data, right) {
    const key = state.x === LOAD ? null : data.keys[Number(state.x)];
    const title = {display: true, text: key ? key.title : `offered load (${data.unit_names[state.unit]})`};
    if (!key || key.numbers) return {type: "linear", min: 0, max: right, ticks: {includeBounds: false}, title, grid: {color: "#eaeef2"}};
    return {type: "linear", min: -0.3, max: key.values.length - 0.7, title, grid: {color: "#eaeef2"},
      afterBuildTicks: (axis) => { axis.ticks = key.values.map((_, i) => ({value: i})); }, ticks: {callback: (i) => key.values[i], autoSkip: false}};
  }

  function axes(state, what, data) {
    const logarithmic = state.axis === "log" && what.is_latency;
    return {
      x: across(state, data, what.right),
      y: {
        type: logarithmic ? "logarithmic" : "linear", min: logarithmic ? undefined : 0, max: logarithmic ? undefined : what.top, suggestedMax: what.top ? undefined : what.highest,
        ticks: {includeBounds: false}, title: {display: what.named, text: what.title}, grid: {color: "#eaeef2"},
      },
    };
  }

  // Curves over the load as they are; over a key, one for each combination of the others and load.
  function curves_of(data, state, lines, name_of) {
    if (state.x === LOAD) {
      return lines.map((line) => ({name: name_of(line), values: line.values, points: (column) => points_of(data, line, column, state.unit)}));
    }
    const k = Number(state.x), key = data.keys[k], groups = new Map(), several = new Set(lines.flatMap((line) => line.loads)).size > 1;
    for (const line of lines) {
      line.loads.forEach((load, i) => {
        const own = [name_of(line), several ? `load ${load}` : ""].filter(Boolean).join(", ");
        const id = [own, ...line.values.filter((_, other) => other !== k)].join("|");
        if (!groups.has(id)) groups.set(id, {name: own, values: line.values, places: []});
        groups.get(id).places.push([line, i]);
      });
    }
    return [...groups.values()].map((group) => ({...group, points: (column) => group.places.map(([line, i]) => ({
      x: key.numbers ? key.numbers[line.values[k]] : line.values[k], at: key.values[line.values[k]], y: line.y[column][i],
      half_width: (line.half_width[column] || [])[i], verdict: data.verdicts[line.verdicts[i]], runs: line.runs[i],
    })).sort((a, b) => a.x - b.x)}));
  }

  const WORDS = "Filled markers are stable points. Open markers are saturated, unfinished or interrupted: their latency grows with the length of the run, and " +
    "dotted lines lead to them; the first one without a latency or above the axis stands on the edge, several of one load above each other. Crosses on the axis have no value. Bars are 95 % intervals.";

  class Curves {
    constructor(host, data) {
      this.data = data;
      this.state = {unit: data.unit, facet: choose_facet(data), filters: data.keys.map(() => ALL), x: LOAD, y: LOADS, axis: "knee"};
      this.shown = null;  // the names of the curves that are drawn, those of the first ones where it is null
      this.charts = [];
      this.below = Report.element("div");
      host.append(this.controls(), this.below, Report.element("p", {class: "soft"}, WORDS));
      this.draw();
    }

    controls() {
      const {data, state} = this, box = Report.element("div", {class: "controls"});
      const keys = data.keys.map((key, k) => [String(k), key.title]);
      const add = (label, name, member, choices) => box.append(Report.choice(label, name, choices, state[member], (value) => {
        state[member] = value;
        this.draw_anew();
      }));
      if (keys.length) add("panel for each", "facet", "facet", [[NONE, "none"], ...keys]);
      Report.filters(box, data.keys, state.filters, () => this.draw_anew());
      if (keys.length) add("over", "x", "x", [[LOAD, "the offered load"], ...keys]);
      add("drawn", "column", "y", [[LOADS, LOADS], [PERCENTILES, PERCENTILES], ...data.columns.map((column) => [column.name, column.title])]);
      if (data.units.length > 1) add("loads as", "unit", "unit", data.units.map((unit) => [unit, data.unit_names[unit]]));
      add("latency axis", "axis", "axis", [["knee", "up to the knee"], ["all", "whole"], ["log", "logarithmic"]]);
      return box;
    }

    draw_anew() {
      this.shown = null;
      this.draw();
    }

    free() {
      const {filters, facet, x} = this.state;
      return this.data.keys.map((_, k) => k).filter((k) => filters[k] === ALL && ![facet, x].includes(String(k)));
    }

    name_of(line) {
      return Report.name_of(this.data.keys, line.values, this.free());
    }

    columns() {
      const {data, state} = this;
      const wanted = state.y === LOADS ? ["latency_mean", `accepted_${state.unit}`]
        : state.y === PERCENTILES ? data.columns.map((column) => column.name).filter((name) => /^latency_p\d+$/.test(name)) : [state.y];
      return wanted.map((name) => data.columns.find((column) => column.name === name)).filter(Boolean);
    }

    panels(curves) {
      if (this.state.facet === NONE) return [{title: "", curves}];
      const k = Number(this.state.facet);
      return this.data.keys[k].labels.map((title, i) => ({title: title || "none", curves: curves.filter((curve) => curve.values[k] === i)}))
        .filter((panel) => panel.curves.length).slice(0, MOST_PANELS);
    }

    draw_panel(box, panel, column, names, ends) {
      const {data, state} = this;
      const what = {title: column.title, named: panel.title !== "", ...ends, is_latency: is_latency(column)};
      const drawn = panel.curves.filter((curve) => this.shown.has(curve.name));
      const sets = drawn.flatMap((curve) => {
        const look = Report.look(names.indexOf(curve.name)), points = curve.points(column.name);
        return [dataset(curve.name, look, points, ends.top, state.x === LOAD), ...crosses(curve.name, look, points, state.axis === "log" ? 1 : 0)];
      });
      const levels = stack_edge(sets, 0.025 * ends.right);
      const canvas = Report.element("canvas", {role: "img", "aria-label": `${column.title} ${panel.title}`});
      box.append(Report.element("div", {class: "panel", "data-lines": drawn.length, "data-column": column.name, "data-levels": levels},
        Report.element("h3", {}, panel.title || column.title), Report.element("div", {class: "canvas"}, canvas)));
      this.charts.push(new Chart(canvas, {
        type: "scatter", data: {datasets: sets}, plugins: [intervals, stacks],
        options: {
          layout: {padding: {top: levels && (levels + 0.6) * LEVEL_PIXELS}},
          responsive: true, maintainAspectRatio: false, parsing: false, diagonal: state.x === LOAD && column.name === `accepted_${state.unit}`,
          interaction: {mode: "nearest", intersect: false}, scales: axes(state, what, data),
          plugins: {legend: {display: false}, tooltip: {callbacks: {label: told, title: () => ""}}},
        },
      }));
    }

    // The same room above the axes of panels beside each other.
    align(charts) {
      const top = Math.max(0, ...charts.map((chart) => chart.options.layout.padding.top));
      for (const chart of charts) {
        if (chart.options.layout.padding.top === top) continue;
        chart.options.layout.padding = {top};
        chart.update("none");
      }
    }

    draw() {
      const {data, state} = this;
      this.charts.forEach((chart) => chart.destroy());
      this.charts = [];
      const lines = data.lines.filter((line) => Report.passes(line.values, state.filters));
      const curves = curves_of(data, state, lines, (line) => this.name_of(line));
      const names = [...new Set(curves.map((curve) => curve.name))];
      this.shown = this.shown || new Set(names.slice(0, MOST_SHOWN));
      this.below.replaceChildren();
      if (names.length > 1) this.below.append(Report.legend(names.slice(0, MOST_NAMES), this.shown, () => this.draw(),
        Report.legend_title(data.keys, this.free())));
      if (names.length > this.shown.size) this.below.append(Report.element("p", {class: "soft"},
        `${this.shown.size} of ${names.length} curves of a panel are drawn. Click names, or choose values above.`));
      this.draw_panels(curves, names);
    }

    // Columns stand beside each other; where a key makes panels, those of a column are a row of their own.
    draw_panels(curves, names) {
      const {state} = this, drawn = curves.filter((curve) => this.shown.has(curve.name));
      const found = this.columns().map((column) => ({column, points: drawn.map((curve) => curve.points(column.name))}));
      const latencies = found.filter(({column}) => is_latency(column)).flatMap(({points}) => points);
      const top = state.axis === "knee" && state.x === LOAD ? latency_limit(latencies) : undefined;
      let box = null;
      for (const {column, points} of found) {
        if (!box || state.facet !== NONE) {
          box = Report.element("div", {class: "panels"});
          this.below.append(box);
        }
        const most = (name) => points.flat().reduce((high, point) => Math.max(high, point[name] || 0), 0);
        const ends = {top: is_latency(column) ? top : undefined, right: 1.03 * most("x"), highest: most("y")};
        const begin = this.charts.length;
        for (const panel of this.panels(curves)) this.draw_panel(box, panel, column, names, ends);
        this.align(this.charts.slice(begin));
      }
    }
  }

  Report.sections.curves = (host, data) => new Curves(host, data);
})();
