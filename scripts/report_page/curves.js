"use strict";
// Curves over the load: panels by a key, a filter for every key, open markers for points that are not stable.
(() => {
  const STABLE = ["stable", "drained"], OPEN = ["saturated", "unfinished"];
  const MOST_TOGETHER = 6, MOST_SHOWN = 8, MOST_NAMES = 40, MOST_PANELS = 24;
  const ALL = "all", NONE = "none", LOADS = "latency and accepted load", PERCENTILES = "percentiles of the latency", LOAD = "load";

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

  // The knee stays visible, the wall beyond it is cut off.
  function latency_limit(lines) {
    const every = [], stable = [];
    for (const points of lines) {
      for (const point of points) {
        if (point.y === null || ![...STABLE, ...OPEN].includes(point.verdict)) continue;
        every.push(point.y);
        if (STABLE.includes(point.verdict)) stable.push(point.y);
      }
    }
    const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
    const least = every.reduce((a, b) => Math.min(a, b), Infinity);
    return every.length ? Math.min(1.12 * largest(stable.length ? stable : every), 8 * least) : undefined;
  }

  // Filled: stable; open: saturated or unfinished; a cross on the axis: no value. What has no latency stands on the edge.
  function dataset(name, look, points, top, over_load) {
    let last = -1;
    const shown = points.map((point, i) => {
      if (STABLE.includes(point.verdict)) { last = i; return point; }
      if (!OPEN.includes(point.verdict)) return {...point, y: null};
      return point.y === null && last === i - 1 && i > 0 && top && over_load ? {...point, y: top, edge: true} : point;
    });
    const steady = (i) => STABLE.includes(shown[i].verdict);
    const first = shown.findIndex((_, i) => !steady(i));
    const dotted = (i) => over_load ? first >= 0 && i >= first : !steady(i) || !steady(i - 1);
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
    const lost = points.filter((point) => ![...STABLE, ...OPEN].includes(point.verdict)).map((point) => ({...point, y: bottom, lost: true}));
    return lost.length ? [{label: name, data: lost, pointStyle: "crossRot", pointRadius: 5, borderColor: look.colour, pointBorderWidth: 2, clip: 6}] : [];
  }

  function told(context) {
    const {x, y, half_width, verdict, runs, edge, lost, at} = context.raw;
    const value = lost ? "no value" : edge ? "no latency" : Report.number(y) + (half_width ? ` ± ${Report.number(half_width)}` : "");
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

  Report.sections.curves = (host, data) => {
    const state = {unit: data.unit, facet: choose_facet(data), filters: data.keys.map(() => ALL), x: LOAD, y: LOADS, axis: "knee", shown: null};
    const controls = Report.element("div", {class: "controls"});
    const below = Report.element("div");
    let charts = [];
    host.append(controls, below);

    const again = (name) => (value) => { state[name] = value; state.shown = null; draw(); };
    function draw_controls() {
      if (data.keys.length) controls.append(Report.choice("panel for each", "facet",
        [[NONE, "none"], ...data.keys.map((key, k) => [String(k), key.title])], state.facet, again("facet")));
      Report.filters(controls, data.keys, state.filters, () => { state.shown = null; draw(); });
      if (data.keys.length) controls.append(Report.choice("over", "x", [[LOAD, "the offered load"], ...data.keys.map((key, k) => [String(k), key.title])],
        LOAD, again("x")));
      controls.append(Report.choice("drawn", "column", [[LOADS, LOADS], [PERCENTILES, PERCENTILES], ...data.columns.map((column) => [column.name, column.title])],
        LOADS, again("y")));
      if (data.units.length > 1) controls.append(Report.choice("loads as", "unit", data.units.map((unit) => [unit, data.unit_names[unit]]),
        state.unit, again("unit")));
      controls.append(Report.choice("latency axis", "axis", [["knee", "up to the knee"], ["all", "whole"], ["log", "logarithmic"]], "knee", again("axis")));
    }

    const name_of = (line) => Report.name_of(data.keys, line.values, data.keys.map((_, k) => k)
      .filter((k) => state.filters[k] === ALL && String(k) !== state.facet && String(k) !== state.x));

    function columns() {
      const percentile = (name) => /^latency_p\d+$/.test(name);
      const wanted = state.y === LOADS ? ["latency_mean", `accepted_${state.unit}`]
        : state.y === PERCENTILES ? data.columns.map((column) => column.name).filter(percentile) : [state.y];
      return wanted.map((name) => data.columns.find((column) => column.name === name)).filter(Boolean);
    }

    function panels(curves) {
      if (state.facet === NONE) return [{title: "", curves}];
      const k = Number(state.facet);
      return data.keys[k].labels.map((title, i) => ({title, curves: curves.filter((curve) => curve.values[k] === i)}))
        .filter((panel) => panel.curves.length).slice(0, MOST_PANELS);
    }

    function draw_panel(box, panel, column, names, ends) {
      const what = {title: column.title, named: panel.title !== "", ...ends, is_latency: column.name.includes("latency")};
      const drawn = panel.curves.filter((curve) => state.shown.has(curve.name));
      const sets = drawn.flatMap((curve) => {
        const look = Report.look(names.indexOf(curve.name)), points = curve.points(column.name);
        return [dataset(curve.name, look, points, ends.top, state.x === LOAD),
          ...crosses(curve.name, look, points, state.axis === "log" ? 1 : 0)];
      });
      const canvas = Report.element("canvas", {role: "img", "aria-label": `${column.title} ${panel.title}`});
      box.append(Report.element("div", {class: "panel", "data-lines": drawn.length, "data-column": column.name},
        Report.element("h3", {}, panel.title || column.title), Report.element("div", {class: "canvas"}, canvas)));
      charts.push(new Chart(canvas, {
        type: "scatter", data: {datasets: sets}, plugins: [intervals],
        options: {
          responsive: true, maintainAspectRatio: false, parsing: false, diagonal: state.x === LOAD && column.name === `accepted_${state.unit}`,
          interaction: {mode: "nearest", intersect: false}, scales: axes(state, what, data),
          plugins: {legend: {display: false}, tooltip: {callbacks: {label: told, title: () => ""}}},
        },
      }));
    }

    function draw() {
      charts.forEach((chart) => chart.destroy());
      charts = [];
      const curves = curves_of(data, state, data.lines.filter((line) => Report.passes(line.values, state.filters)), name_of);
      const names = [...new Set(curves.map((curve) => curve.name))];
      state.shown = state.shown || new Set(names.slice(0, MOST_SHOWN));
      below.replaceChildren();
      if (names.length > 1) below.append(Report.legend(names.slice(0, MOST_NAMES), state.shown, draw));
      if (names.length > state.shown.size) below.append(Report.element("p", {class: "soft"},
        `${state.shown.size} of ${names.length} curves of a panel are drawn. Click names, or choose values above.`));
      const drawn = curves.filter((curve) => state.shown.has(curve.name));
      const limits = columns().map((column) => ({column, points: drawn.map((curve) => curve.points(column.name))}));
      const latencies = limits.filter(({column}) => column.name.includes("latency")).flatMap(({points}) => points);
      const top = state.axis === "knee" && state.x === LOAD ? latency_limit(latencies) : undefined;
      let box = null;
      for (const {column, points} of limits) {
        if (!box || state.facet !== NONE) {  // columns stand beside each other, panels of a key in rows of their own
          box = Report.element("div", {class: "panels"});
          below.append(box);
        }
        const most = (name) => points.flat().reduce((high, point) => Math.max(high, point[name] || 0), 0);
        const ends = {top: column.name.includes("latency") ? top : undefined, right: 1.03 * most("x"), highest: most("y")};
        for (const panel of panels(curves)) draw_panel(box, panel, column, names, ends);
      }
    }

    draw_controls();
    draw();
    host.append(Report.element("p", {class: "soft"}, "Filled markers are stable points. Open markers are saturated or unfinished: their latency grows " +
      "with the length of the run, and dotted lines lead to them. Crosses on the axis have no value. Bars are 95 % intervals."));
  };
})();
