"use strict";
// Columns of a file over one of them: the course of a run over its cycles, delivery over the distance or the health of links.
(() => {
  const ALL = "all", NONE = "none", MOST_SHOWN = 8, MOST_NAMES = 40, MOST_PANELS = 24;

  class Lines {
    constructor(host, data) {
      this.data = data;
      this.keys = data.keys || [];
      this.state = {column: data.column, facet: data.facet === undefined || data.facet === null ? NONE : String(data.facet),
        filters: this.keys.map((key) => key.chosen === undefined ? ALL : String(key.chosen))};
      this.shown = null;  // the names of the lines that are drawn, those of the first ones where it is null
      this.charts = [];
      this.below = Report.element("div");
      host.append(this.controls(), this.below);
      this.draw();
    }

    controls() {
      const {data, state, keys} = this, box = Report.element("div", {class: "controls"});
      const anew = () => { this.shown = null; this.draw(); };
      if (keys.length) box.append(Report.choice("panel for each", "line-facet", [[NONE, "none"], ...keys.map((key, k) => [String(k), key.title])],
        state.facet, (value) => { state.facet = value; anew(); }));
      Report.filters(box, keys, state.filters, anew);
      box.append(Report.choice("drawn", "line-column", data.columns.map((one) => [one.name, one.title]), state.column, (name) => { state.column = name; this.draw(); }));
      return box;
    }

    // What tells a line from the others that are drawn.
    name_of(line) {
      return this.keys.length ? Report.name_of(this.keys, line.values, this.free()) : line.name;
    }

    free() {
      return this.keys.map((_, k) => k).filter((k) => this.state.filters[k] === ALL && this.state.facet !== String(k));
    }

    panels(lines) {
      if (this.state.facet === NONE) return [{title: "", lines}];
      const k = Number(this.state.facet);
      return this.keys[k].labels.map((title, i) => ({title, lines: lines.filter((line) => line.values[k] === i)}))
        .filter((panel) => panel.lines.length).slice(0, MOST_PANELS);
    }

    draw() {
      const {data, state} = this, name_of = (line) => this.name_of(line);
      this.charts.forEach((chart) => chart.destroy());
      this.charts = [];
      const lines = data.lines.filter((line) => Report.passes(line.values || [], state.filters));
      const names = [...new Set(lines.map(name_of))];
      this.shown = this.shown || new Set(names.slice(0, MOST_SHOWN));
      this.below.replaceChildren();
      if (names.length > 1) this.below.append(Report.legend(names.slice(0, MOST_NAMES), this.shown, () => this.draw(),
        Report.legend_title(this.keys, this.free())));
      if (names.length > this.shown.size) this.below.append(Report.element("p", {class: "soft"},
        `${this.shown.size} of ${names.length} lines of a panel are drawn. Click names, or choose values above.`));
      const drawn = lines.filter((line) => this.shown.has(name_of(line)));
      const highest = Math.max(0, ...drawn.flatMap((line) => line.figures[state.column].filter((value) => value !== null)));
      const box = Report.element("div", {class: "panels"});
      this.below.append(box);
      for (const panel of this.panels(drawn)) this.draw_panel(box, panel, names, highest);
    }

    draw_panel(box, panel, names, highest) {
      const {data, state} = this, title = data.columns.find((one) => one.name === state.column).title;
      const sets = panel.lines.map((line, place) => this.dataset(line, names, panel.lines.slice(0, place)));
      const across = data.lines.flatMap((line) => line.x);
      const canvas = Report.element("canvas", {role: "img", "aria-label": `${data.title} ${panel.title}`});
      box.append(Report.element("div", {class: "panel", "data-lines": sets.length},
        ...panel.title ? [Report.element("h3", {}, panel.title)] : [], Report.element("div", {class: "canvas"}, canvas)));
      this.charts.push(new Chart(canvas, {
        type: "scatter", data: {datasets: sets},
        options: {
          responsive: true, maintainAspectRatio: false, parsing: false, interaction: {mode: "nearest", intersect: false},
          scales: {
            x: {type: "linear", ...new Set(across).size === 1 ? Report.bounds(across, 0, data.most ?? Infinity) : {}, title: {display: true, text: data.across}, grid: {color: "#eaeef2"}},
            y: {beginAtZero: true, suggestedMax: highest, title: {display: true, text: title}, grid: {color: "#eaeef2"}},
          },
          plugins: {legend: {display: false}, tooltip: {callbacks: {
            title: () => "", label: ({raw, dataset}) => `${dataset.label}: ${Report.number(raw.y)} at ${Report.number(raw.x)}`,
          }}},
        },
      }));
    }

    // A line under others, which are drawn over it, is wider than they are.
    dataset(line, names, above) {
      const {column} = this.state, look = Report.look(names.indexOf(this.name_of(line))), own = line.figures[column];
      const range = Math.max(...own) || 1;  // of the axis, which begins at 0
      const hidden = above.filter((other) => other.x.length === line.x.length && other.figures[column].every((y, i) => Math.abs(y - own[i]) < 0.02 * range)).length;
      return {label: this.name_of(line) || line.name, showLine: true, borderColor: look.colour, backgroundColor: look.colour, borderWidth: 1.8 + 2 * hidden, pointStyle: look.marker,
        pointRadius: line.x.length > 60 ? 0 : 3.5 + hidden, data: line.x.map((x, i) => ({x, y: own[i]}))};
    }
  }

  Report.sections.lines = (host, data) => { new Lines(host, data); };
})();
