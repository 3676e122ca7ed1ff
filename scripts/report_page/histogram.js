"use strict";
// Latencies of packets: the share of packets per cycle of latency as steps, their cumulative curve, and percentiles.
Report.sections.histogram = (host, data) => {
  const names = data.lines.map((line) => line.name);
  const shown = new Set(names.slice(0, 8));
  const below = Report.element("div");
  let charts = [];
  host.append(below);

  // Both ends of each bin, so that a bin is a level and not a slope.
  const steps = (line, values) => line.edges.slice(1).flatMap((edge, i) => [{x: line.edges[i], y: values[i]}, {x: edge, y: values[i]}]);
  const cumulative = (line) => [{x: line.edges[0], y: 0}, ...line.edges.slice(0, -1).map((edge, i) => ({x: edge, y: line.below[i]}))];

  function chart(box, title, top, sets) {
    const canvas = Report.element("canvas", {role: "img", "aria-label": title});
    box.append(Report.element("div", {class: "panel", "data-lines": shown.size}, Report.element("h3", {}, title),
      Report.element("div", {class: "canvas"}, canvas)));
    charts.push(new Chart(canvas, {
      type: "scatter", data: {datasets: sets},
      options: {
        responsive: true, maintainAspectRatio: false, parsing: false, interaction: {mode: "nearest", axis: "x", intersect: false},
        scales: {
          x: {type: "linear", min: 0, max: top, ticks: {includeBounds: false}, title: {display: true, text: "packet latency (cycles)"}, grid: {color: "#eaeef2"}},
          y: {min: 0, title: {display: false}, grid: {color: "#eaeef2"}},
        },
        plugins: {legend: {display: false}, tooltip: {callbacks: {
          title: () => "", label: ({raw, dataset}) => `${dataset.label}: ${Report.number(raw.y)} % at ${Report.number(raw.x)} cycles`,
        }}},
      },
    }));
  }

  function draw() {
    charts.forEach((one) => one.destroy());
    charts = [];
    below.replaceChildren();
    if (names.length > 1) below.append(Report.legend(names, shown, draw));
    const box = Report.element("div", {class: "panels"});
    below.append(box);
    const lines = data.lines.filter((line) => shown.has(line.name));
    const top = Math.max(1, ...lines.map((line) => line.end));
    const look = (line, more) => ({label: line.name, showLine: true, borderColor: Report.look(names.indexOf(line.name)).colour, pointRadius: 0, borderWidth: 1.8, ...more});
    chart(box, "packets per cycle of latency (%)", top, lines.map((line) => look(line, {
      data: steps(line, line.per_cycle), fill: "origin", backgroundColor: Report.look(names.indexOf(line.name)).colour + "38"})));
    chart(box, "packets with this latency or less (%)", top, lines.flatMap((line) => [
      look(line, {data: cumulative(line), stepped: "before"}),
      look(line, {data: line.percentiles.map(([share, latency]) => ({x: latency, y: share})), showLine: false, pointRadius: 4.5,
        backgroundColor: Report.look(names.indexOf(line.name)).colour})]));
  }

  draw();
  const shares = [...new Set(data.lines.flatMap((line) => line.percentiles.map(([share]) => share)))].sort((a, b) => a - b);
  if (!shares.length) return;
  const body = data.lines.map((line) => Report.element("tr", {}, Report.element("td", {}, line.name), Report.element("td", {}, String(line.packets)),
    ...shares.map((share) => Report.element("td", {}, Report.number((line.percentiles.find(([own]) => own === share) || [])[1])))));
  const head = ["file", "packets", ...shares.map((share) => `${share} %`)].map((word) => Report.element("th", {}, word));
  host.append(Report.element("p", {class: "soft"}, "Latencies (cycles) that so many packets do not exceed; of percentiles with fewer than 20 packets beyond them nothing is said:"),
    Report.element("div", {class: "scroll"}, Report.element("table", {}, Report.element("thead", {}, Report.element("tr", {}, ...head)), Report.element("tbody", {}, ...body))));
};
