"use strict";
// Columns of a file over one of them: the course of a run over its cycles, delivery over the health of links.
Report.sections.lines = (host, data) => {
  const names = data.lines.map((line) => line.name), shown = new Set(names.slice(0, 8));
  const controls = Report.element("div", {class: "controls"}), below = Report.element("div");
  let chart = null, column = data.column;
  host.append(controls, below);
  const title_of = (name) => data.columns.find((one) => one.name === name).title;

  function draw() {
    if (chart) chart.destroy();
    const sets = data.lines.filter((line) => shown.has(line.name)).map((line) => {
      const look = Report.look(names.indexOf(line.name));
      return {label: line.name, showLine: true, borderColor: look.colour, backgroundColor: look.colour, borderWidth: 1.8, pointStyle: look.marker,
        pointRadius: line.x.length > 60 ? 0 : 3.5, data: line.x.map((x, i) => ({x, y: line.figures[column][i]}))};
    });
    const canvas = Report.element("canvas", {role: "img", "aria-label": data.title});
    below.replaceChildren();
    if (names.length > 1) below.append(Report.legend(names.slice(0, 40), shown, draw));
    below.append(Report.element("div", {class: "panel", "data-lines": sets.length}, Report.element("div", {class: "canvas"}, canvas)));
    chart = new Chart(canvas, {
      type: "scatter", data: {datasets: sets},
      options: {
        responsive: true, maintainAspectRatio: false, parsing: false, interaction: {mode: "nearest", intersect: false},
        scales: {
          x: {type: "linear", title: {display: true, text: data.across}, grid: {color: "#eaeef2"}},
          y: {beginAtZero: true, title: {display: true, text: title_of(column)}, grid: {color: "#eaeef2"}},
        },
        plugins: {legend: {display: false}, tooltip: {callbacks: {
          title: () => "", label: ({raw, dataset}) => `${dataset.label}: ${Report.number(raw.y)} at ${Report.number(raw.x)}`,
        }}},
      },
    });
  }

  controls.append(Report.choice("drawn", "line-column", data.columns.map((one) => [one.name, one.title]), column, (name) => { column = name; draw(); }));
  draw();
};
