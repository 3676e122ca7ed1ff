"use strict";
// A workload: a row for each rank, a bar for each computation, send and wait, a line for the critical path.
Report.sections.operations = (host, data) => {
  const LEFT = 56, TOP = 26, RIGHT = 24, HIGHEST = 720, INK = "#1f2328";
  const height = Math.max(3, Math.min(24, HIGHEST / data.ranks)), width = host.clientWidth || 1100;
  const scale = (width - LEFT - RIGHT) / Math.max(data.last, 1e-9), x = (cycle) => LEFT + cycle * scale, y = (rank) => TOP + (rank + 0.5) * height;
  const canvas = Report.element("canvas", {role: "img", "aria-label": data.title}), told = Report.element("p", {class: "soft"}, data.words);
  const of_rank = Array.from({length: data.ranks}, () => []);
  data.kinds.forEach((kind) => kind.bars.forEach((bar) => of_rank[bar[0]].push([...bar, kind])));
  const drawn = data.kinds.filter((kind) => kind.bars.length);

  // Round numbers of cycles, some 100 pixels apart.
  function step_of(pixels) {
    const least = pixels / scale, ten = 10 ** Math.floor(Math.log10(least));
    return Math.max(1, [1, 2, 5, 10].map((times) => times * ten).find((step) => step >= least));
  }

  function draw(only) {
    const bottom = TOP + data.ranks * height, ctx = Report.sized(canvas, width, bottom + 8), step = step_of(100);
    ctx.font = "11px sans-serif";
    ctx.textBaseline = "middle";
    ctx.textAlign = "center";
    for (let cycle = 0; cycle <= data.last; cycle += step) {
      ctx.fillStyle = "#eaeef2";
      ctx.fillRect(x(cycle), TOP - 4, 1, bottom - TOP + 4);
      ctx.fillStyle = INK;
      ctx.fillText(String(cycle), x(cycle), 12);
    }
    ctx.textAlign = "right";
    const every = Math.ceil(14 / height);
    for (let rank = 0; rank < data.ranks; rank += every) ctx.fillText(String(rank), LEFT - 6, y(rank));
    ctx.fillText("cycle", LEFT - 14, 12);
    let bars = 0;
    for (const kind of data.kinds) {
      if (only !== "all" && only !== kind.words) continue;
      ctx.fillStyle = kind.colour;
      bars += kind.bars.length;
      for (const [rank, begin, end] of kind.bars) ctx.fillRect(x(begin), y(rank) - kind.height * height / 2, Math.max(0.5, (end - begin) * scale), kind.height * height);
    }
    ctx.strokeStyle = "#000000";
    ctx.lineWidth = 1.2;
    ctx.beginPath();
    for (const [cycle, rank] of data.critical) ctx.lineTo(x(cycle), y(rank));
    ctx.stroke();
    canvas.dataset.bars = bars;
  }

  canvas.addEventListener("mousemove", (event) => {
    const rank = Math.floor((event.offsetY - TOP) / height), cycle = (event.offsetX - LEFT) / scale;
    const found = (of_rank[rank] || []).filter(([, begin, end]) => begin <= cycle && cycle <= end).pop();
    told.textContent = found ? `Rank ${rank} ${found[4].words}, operation ${found[3]}: cycles ${found[1]} to ${found[2]}` : data.words;
  });
  const swatch = (colour, high) => Report.draw_as_svg("svg", {width: 22, height: 14, "aria-hidden": "true"},
    Report.draw_as_svg("path", {d: `M0 7h22`, stroke: colour, "stroke-width": high}));
  const marks = Report.element("div", {class: "marks"}, ...drawn.map((kind) => Report.element("span", {}, swatch(kind.colour, 12 * kind.height), kind.words)),
    ...(data.critical.length ? [Report.element("span", {}, swatch("#000000", 1.5), "critical path")] : []));
  host.append(Report.element("div", {class: "controls"}, Report.choice("drawn", "operations", [["all", "all"], ...drawn.map((kind) => [kind.words, kind.words])], "all", draw)),
    marks, Report.element("div", {class: "panel wide"}, canvas), told);
  draw("all");
};
