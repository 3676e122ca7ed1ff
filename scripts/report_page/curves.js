"use strict";
// Curves over the load: panels by a key, a filter for every key, open markers for points that are not stable.
(() => {
  const STABLE = ["stable", "drained"], OPEN = ["saturated", "unfinished"];
  const MOST_TOGETHER = 6, MOST_SHOWN = 8, MOST_NAMES = 40, MOST_PANELS = 24;
  const ALL = "all", NONE = "none", LOADS = "latency and accepted load";

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
  function dataset(name, look, points, top) {
    let last = -1;
    const shown = points.map((point, i) => {
      if (STABLE.includes(point.verdict)) { last = i; return point; }
      if (!OPEN.includes(point.verdict)) return {...point, y: null};
      return point.y === null && last === i - 1 && i > 0 && top ? {...point, y: top, edge: true} : point;
    });
    const steady = (i) => STABLE.includes(shown[i].verdict);
    const first = shown.findIndex((_, i) => !steady(i));
    return {
      label: name, data: shown, showLine: true, borderColor: look.colour, borderWidth: 2, clip: 6, pointRadius: 4,
      pointHoverRadius: 6, pointStyle: look.marker, pointBorderColor: look.colour, pointBorderWidth: 1.5,
      pointBackgroundColor: shown.map((_, i) => steady(i) ? look.colour : "#ffffff"),
      segment: {
        borderDash: (at) => first >= 0 && at.p1DataIndex >= first ? [2, 4] : undefined,
        borderWidth: (at) => first >= 0 && at.p1DataIndex >= first ? 1.2 : 2,
      },
    };
  }

  function crosses(name, look, points, bottom) {
    const lost = points.filter((point) => ![...STABLE, ...OPEN].includes(point.verdict)).map((point) => ({...point, y: bottom, lost: true}));
    return lost.length ? [{label: name, data: lost, pointStyle: "crossRot", pointRadius: 5, borderColor: look.colour, pointBorderWidth: 2, clip: 6}] : [];
  }

  function told(context) {
    const {x, y, half_width, verdict, runs, edge, lost} = context.raw;
    const value = lost ? "no value" : edge ? "no latency" : Report.number(y) + (half_width ? ` ± ${Report.number(half_width)}` : "");
    return `${context.dataset.label || "all"}: ${value} at ${Report.number(x)}, ${verdict}${runs > 1 ? `, ${runs} runs` : ""}`;
  }

  function axes(state, what, data) {
    const logarithmic = state.axis === "log" && what.is_latency;
    return {
      x: {type: "linear", min: 0, max: what.right, ticks: {includeBounds: false}, title: {display: true, text: `offered load (${data.unit_names[state.unit]})`}, grid: {color: "#eaeef2"}},
      y: {
        type: logarithmic ? "logarithmic" : "linear", min: logarithmic ? undefined : 0, max: logarithmic ? undefined : what.top,
        ticks: {includeBounds: false}, title: {display: what.named, text: what.title}, grid: {color: "#eaeef2"},
      },
    };
  }

  Report.sections.curves = (host, data) => {
    const state = {unit: data.unit, facet: choose_facet(data), filters: data.keys.map(() => ALL), y: LOADS, axis: "knee", shown: null};
    const controls = Report.element("div", {class: "controls"});
    const below = Report.element("div");
    let charts = [];
    host.append(controls, below);

    const again = (name) => (value) => { state[name] = value; state.shown = null; draw(); };
    function draw_controls() {
      if (data.keys.length) controls.append(Report.choice("panel for each", "facet",
        [[NONE, "none"], ...data.keys.map((key, k) => [String(k), key.title])], state.facet, again("facet")));
      Report.filters(controls, data.keys, state.filters, () => { state.shown = null; draw(); });
      controls.append(Report.choice("drawn", "column", [[LOADS, LOADS], ...data.columns.map((column) => [column.name, column.title])],
        LOADS, again("y")));
      if (data.units.length > 1) controls.append(Report.choice("loads as", "unit", data.units.map((unit) => [unit, data.unit_names[unit]]),
        state.unit, again("unit")));
      controls.append(Report.choice("latency axis", "axis", [["knee", "up to the knee"], ["all", "whole"], ["log", "logarithmic"]], "knee", again("axis")));
    }

    const name_of = (line) => Report.name_of(data.keys, line.values, data.keys.map((_, k) => k)
      .filter((k) => state.filters[k] === ALL && String(k) !== state.facet));

    function columns() {
      const wanted = state.y === LOADS ? ["latency_mean", `accepted_${state.unit}`] : [state.y];
      const found = data.columns.filter((column) => wanted.includes(column.name));
      return wanted.map((name) => found.find((column) => column.name === name)).filter(Boolean);
    }

    function panels(lines) {
      if (state.facet === NONE) return [{title: "", lines}];
      const k = Number(state.facet);
      return data.keys[k].labels.map((title, i) => ({title, lines: lines.filter((line) => line.values[k] === i)}))
        .filter((panel) => panel.lines.length).slice(0, MOST_PANELS);
    }

    function draw_panel(box, panel, column, names, {top, right}) {
      const what = {title: column.title, named: panel.title !== "", top, right, is_latency: column.name.includes("latency")};
      const drawn = panel.lines.filter((line) => state.shown.has(name_of(line)));
      const sets = drawn.flatMap((line) => {
        const name = name_of(line), look = Report.look(names.indexOf(name));
        const points = points_of(data, line, column.name, state.unit);
        return [dataset(name, look, points, what.is_latency ? top : undefined), ...crosses(name, look, points, state.axis === "log" ? 1 : 0)];
      });
      const canvas = Report.element("canvas", {role: "img", "aria-label": `${column.title} ${panel.title}`});
      box.append(Report.element("div", {class: "panel", "data-lines": drawn.length, "data-column": column.name},
        Report.element("h3", {}, panel.title || column.title), Report.element("div", {class: "canvas"}, canvas)));
      charts.push(new Chart(canvas, {
        type: "scatter", data: {datasets: sets}, plugins: [intervals],
        options: {
          responsive: true, maintainAspectRatio: false, parsing: false, diagonal: column.name === `accepted_${state.unit}`,
          interaction: {mode: "nearest", intersect: false}, scales: axes(state, what, data),
          plugins: {legend: {display: false}, tooltip: {callbacks: {label: told, title: () => ""}}},
        },
      }));
    }

    function draw() {
      charts.forEach((chart) => chart.destroy());
      charts = [];
      const lines = data.lines.filter((line) => Report.passes(line.values, state.filters));
      const names = [...new Set(lines.map(name_of))];
      state.shown = state.shown || new Set(names.slice(0, MOST_SHOWN));
      below.replaceChildren();
      if (names.length > 1) below.append(Report.legend(names.slice(0, MOST_NAMES), state.shown, draw));
      if (names.length > state.shown.size) below.append(Report.element("p", {class: "soft"},
        `${state.shown.size} of ${names.length} curves of a panel are drawn. Click names, or choose values above.`));
      const box = Report.element("div", {class: "panels"});
      below.append(box);
      for (const column of columns()) {
        const drawn = lines.filter((line) => state.shown.has(name_of(line))).map((line) => points_of(data, line, column.name, state.unit));
        const top = column.name.includes("latency") && state.axis === "knee" ? latency_limit(drawn) : undefined;
        const right = 1.03 * drawn.flat().reduce((most, point) => Math.max(most, point.x), 0);
        for (const panel of panels(lines)) draw_panel(box, panel, column, names, {top, right});
      }
    }

    draw_controls();
    draw();
    host.append(Report.element("p", {class: "soft"}, "Filled markers are stable points. Open markers are saturated or unfinished: their latency grows " +
      "with the length of the run, and dotted lines lead to them. Crosses on the axis have no value. Bars are 95 % intervals."));
  };
})();
