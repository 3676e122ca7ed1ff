"use strict";
// A schedule: a row for each channel, the bottlenecks first, a column for each frame, the colour of who sends.
Report.sections.gantt = (host, data) => {
  const LEFT = 150, TOP = 26, FEW = 80, MOST_NAMED = 400, HIGHEST = 640, LINE = 12;
  const frames = data.cells.length ? data.cells[0].length : 0, rows = data.cells.length;
  const named = rows <= MOST_NAMED, few = rows <= FEW;
  const cell_height = few ? 18 : named ? LINE : Math.max(HIGHEST / rows, 1), rows_of_a_name = Math.ceil(LINE / cell_height);
  const text_of = new Map(data.texts.map(([row, frame, text]) => [row * frames + frame, text]));
  const colour_of = (source) => data.sources.length <= Report.data.colours.length ? Report.data.colours[source]
    : Report.colour_of(source / (data.sources.length - 1));
  const choose = Report.element("div", {class: "controls"}, Report.choice("sent by", "source",
    [["all", "all"], ...data.sources.map((name, i) => [String(i), name])], "all", (value) => draw(value)));
  const canvas = Report.element("canvas", {role: "img", "aria-label": data.words});
  const told = Report.element("p", {class: "soft"}, "The pointer names a cell.");
  const lines = data.words.split("\n").map((line) => Report.element("p", {}, line));
  host.append(...lines, choose, legend(), Report.element("div", {class: "panel"}, canvas), told);
  let cell_width = 10;

  // Who has which colour: each sender where the colours are apart, else the ends of their scale.
  function legend() {
    const {sources} = data;
    if (sources.length > Report.data.colours.length) return Report.scale_bar(sources[0], sources[sources.length - 1], `colours: sent by (${sources.length} senders, in the order of their numbers)`);
    return Report.element("p", {class: "soft marks"}, "colours: sent by ", ...sources.map((name, i) => Report.element("span", {class: "sender"},
      Report.draw_as_svg("svg", {width: 14, height: 14, "aria-hidden": "true"}, Report.draw_as_svg("rect", {width: 14, height: 14, fill: colour_of(i)})), name)));
  }

  function draw(only) {
    const width = Math.min(host.clientWidth || 1100, LEFT + frames * 46 + 120);
    cell_width = (width - LEFT - 8) / Math.max(frames, 1);
    const ctx = Report.sized(canvas, width, TOP + rows * cell_height + 8);
    ctx.font = "11px sans-serif";
    ctx.textBaseline = "middle";
    ctx.fillStyle = "#1f2328";
    const every = Math.ceil(frames * 26 / (width - LEFT));
    for (let frame = 0; frame < frames; frame += every) ctx.fillText(String(frame), LEFT + frame * cell_width + 2, 12);
    ctx.fillText("frame", LEFT - 44, 12);
    let drawn = 0;
    data.cells.forEach((row, r) => {
      const y = TOP + r * cell_height;
      if (r % rows_of_a_name === 0) {
        ctx.fillStyle = "#1f2328";
        ctx.fillText(`${data.channels[r]}  (${data.loads[r]})`, 4, y + Math.max(cell_height, LINE) / 2, LEFT - 16);
      }
      row.forEach((source, frame) => {
        if (source < 0) return;
        const chosen = only === "all" || String(source) === only;
        drawn += chosen;
        ctx.fillStyle = chosen ? colour_of(source) : "#e6e9ec";
        ctx.fillRect(LEFT + frame * cell_width, y, cell_width - (cell_width > 4 ? 1 : 0), cell_height - (named ? 1 : 0));
        write(ctx, text_of.get(r * frames + frame), frame, y, chosen && source);
      });
    });
    ctx.fillStyle = "#1f2328";
    ctx.fillRect(LEFT - 6, TOP, 3, data.bottlenecks * cell_height);
    canvas.dataset.cells = drawn;
  }

  // The name of a transfer where there is room for it.
  function write(ctx, text, frame, y, source) {
    if (!named || !text || cell_width < 36 || ctx.measureText(text).width > cell_width - 6) return;
    ctx.fillStyle = source === false ? "#57606a" : Report.ink_on(colour_of(source));
    ctx.fillText(text, LEFT + frame * cell_width + 3, y + cell_height / 2);
  }

  canvas.addEventListener("mousemove", (event) => {
    const frame = Math.floor((event.offsetX - LEFT) / cell_width), row = Math.floor((event.offsetY - TOP) / cell_height);
    if (frame < 0 || frame >= frames || row < 0 || row >= rows) return;
    const source = data.cells[row][frame];
    told.textContent = `Frame ${frame}, channel ${data.channels[row]} (load ${data.loads[row]}): ` +
      (source < 0 ? "idle" : `sent by ${data.sources[source]}${text_of.has(row * frames + frame) ? `, transfer ${text_of.get(row * frames + frame)}` : ""}`);
  });
  draw("all");
  host.append(Report.element("p", {class: "soft"}, "A row is a channel (its load), the bottlenecks first, beside the bar." + (rows_of_a_name > 1 ? ` Of ${rows_of_a_name} rows the first is named; the pointer names all.` : "") + " White cells are idle."));
};
