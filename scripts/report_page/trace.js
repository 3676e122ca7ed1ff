"use strict";
// A trace cycle by cycle: the network with the packets on it, controls, who waits for whom, and what is in a router.
(() => {
  const SPEEDS = [1, 2, 5, 10, 30, 100], MOST_WAITS = 14, SHORTEST_MS = 33, MANY_HEADS = 40;

  const cells = (name, texts) => Report.element("tr", {}, ...texts.map((text) => Report.element(name, {}, ...(text instanceof Array ? text : [text]))));
  Report.small_table = (header, rows) => Report.element("div", {class: "scroll"}, Report.element("table", {},
    Report.element("thead", {}, cells("th", header)), Report.element("tbody", {}, ...rows.map((row) => cells("td", row)))));

  // The name of a packet with its colour before it.
  Report.packet_name = (data, packet) => {
    const square = Report.draw_as_svg("rect", {width: 9, height: 9, y: 1, fill: Report.packet_colour(data, packet)});
    return [Report.draw_as_svg("svg", {width: 12, height: 10, "aria-hidden": "true"}, square),
      data.packets[packet]];
  };

  // 0-3, 5
  Report.ranges = (numbers) => {
    const runs = [];
    for (const number of numbers) {
      if (runs.length && runs[runs.length - 1][1] === number - 1) runs[runs.length - 1][1] = number;
      else runs.push([number, number]);
    }
    return runs.map(([a, b]) => a === b ? `${a}` : `${a}-${b}`).join(", ");
  };

  const output = (drawing, router, port, vc) => port < 0 ? "" : `port ${drawing.port_name(router, port)}${vc < 0 ? "" : `, VC ${vc}`}`;

  // What the trace tells of a router: a row for each packet in an input VC.
  Report.router_table = (data, drawing, state, router) => {
    const rows = state.buffers().filter((group) => group.router === router).map(({port, vc, packet, flits, wait}) => [
      drawing.port_name(router, port), String(vc), Report.packet_name(data, packet), `${Report.ranges(flits)} of ${data.flits[packet]}`,
      wait ? wait.cause : "", wait ? output(drawing, router, wait.out_port, wait.out_vc) : "", wait && wait.by !== null ? Report.packet_name(data, wait.by) : "",
      wait ? String(wait.since) : ""]);
    const head = Report.element("h3", {}, `Router ${router}`);
    return rows.length ? [head, Report.small_table(["input port", "VC", "packet", "flits", "the first of them waits", "for", "in the way", "since"], rows)]
      : [head, Report.element("p", {class: "soft"}, "No flit of a traced packet is in its buffers.")];
  };

  Report.waits_table = (data, drawing, heads, most) => {
    const rows = heads.slice(0, most).map(({packet, router, port, vc, wait}) => [Report.packet_name(data, packet), `router ${router}, port ${drawing.port_name(router, port)}, VC ${vc}`,
      wait.cause, output(drawing, router, wait.out_port, wait.out_vc), wait.by === null ? "" : Report.packet_name(data, wait.by), String(wait.since)]);
    return Report.small_table(["packet", "its head is in", "waits", "for", "in the way", "since"], rows);
  };

  Report.trace_legend = () => {
    const mark = (shape, text) => Report.element("span", {}, Report.draw_as_svg("svg", {width: 20, height: 14, "aria-hidden": "true"}, shape), text);
    const svg = Report.draw_as_svg, look = {fill: "#5aa9dc", stroke: "#1f2328", "stroke-width": 1.8};
    return Report.element("p", {class: "soft marks"}, mark(svg("circle", {cx: 9, cy: 7, r: 5, ...look}), "head"), mark(svg("path", {d: "M9 1l6 6l-6 6l-6 -6z", ...look}), "head that waits"),
      mark(svg("rect", {x: 4, y: 2, width: 10, height: 10, fill: "#5aa9dc"}), "flits in an input VC, their number"), mark(svg("circle", {cx: 9, cy: 7, r: 3, fill: "#5aa9dc"}), "flit on a channel"),
      mark(svg("path", {d: "M1 7h17", stroke: "#5aa9dc", "stroke-width": 3}), "channel that a packet occupies"),
      mark(svg("path", {d: "M1 7h13", stroke: "#1f2328", "stroke-dasharray": "5 2"}), "waits for"));
  };

  Report.sections.trace = (host, data) => {
    const {cycle: cycles} = data.events, first = cycles[0], last = cycles[cycles.length - 1];
    const state = new Report.TraceState(data), controls = Report.element("div", {class: "controls"});
    const told = Report.element("p", {class: "told", "aria-live": "off"}), lists = Report.element("div", {class: "lists"});
    let now = first, timer = null, speed = 5, router = null, arrows = true, touched = false;

    const button = (text, name, title, action) => Report.element("button", {type: "button", name, title, onclick: action}, text);
    const play = button("Play", "play", "play or pause", () => timer ? pause() : start());
    const slider = Report.element("input", {type: "range", name: "cycle", min: first, max: last, step: 1, value: first, oninput: () => { pause(); show(Number(slider.value)); }});
    const chosen = Report.element("input", {type: "number", name: "router", min: 0, oninput: () => choose(chosen.value === "" ? null : Number(chosen.value))});
    const with_arrows = Report.element("input", {type: "checkbox", name: "arrows", onchange: () => { arrows = with_arrows.checked; show(now); }});
    with_arrows.checked = true;
    controls.append(button("First", "first", "first cycle", () => step(first - now)), button("Back", "back", "a cycle back", () => step(-1)), play,
      button("Forward", "forward", "a cycle forward", () => step(1)), button("Last", "last", "last cycle", () => step(last - now)),
      Report.element("label", {class: "long"}, `cycle, ${first} to ${last}`, slider),
      Report.choice("cycles per second", "speed", SPEEDS.map((value) => [String(value), String(value)]), String(speed), (value) => { speed = Number(value); if (timer) start(); }),
      Report.element("label", {}, "router", chosen), Report.element("label", {}, "who waits for whom", with_arrows));
    host.append(controls, told);
    const drawing = new Report.TraceDrawing(host, data, (one) => { chosen.value = one; choose(one); });
    host.append(Report.trace_legend(), lists, Report.element("p", {class: "soft"}, words_of(data)));

    function choose(one) {
      router = drawing.at.has(one) ? one : null;
      drawing.mark(router);
      show(now);
    }
    function step(cycles) {
      pause();
      show(now + cycles);
    }
    function pause() {
      touched = true;
      clearInterval(timer);
      timer = null;
      play.textContent = "Play";
    }
    function start() {
      clearInterval(timer);
      if (now >= last) show(first);
      const every = Math.max(SHORTEST_MS, 1000 / speed);
      timer = setInterval(() => { show(now + Math.max(1, Math.round(speed * every / 1000))); if (now >= last) pause(); }, every);
      touched = true;
      play.textContent = "Pause";
    }
    function show(cycle) {
      now = Math.min(Math.max(cycle, first), last);
      slider.value = now;
      slider.setAttribute("aria-valuetext", `cycle ${now}`);
      state.go_to(now);
      drawing.draw(state, {arrows});
      const heads = state.heads(), waiting = heads.filter(({wait}) => wait).sort((a, b) => a.wait.since - b.wait.since);
      told.textContent = `Cycle ${now}: traced packets with their head in the network: ${heads.length}; heads that wait: ${waiting.length}.`;
      const list = Report.element("div", {}, Report.element("h3", {}, waiting.length > MOST_WAITS ? `Heads that wait, the ${MOST_WAITS} longest of ${waiting.length}` : "Heads that wait"),
        waiting.length ? Report.waits_table(data, drawing, waiting, MOST_WAITS) : Report.element("p", {class: "soft"}, "None."));
      lists.replaceChildren(list, Report.element("div", {}, ...(router === null ? [Report.element("h3", {}, "Router"), Report.element("p", {class: "soft"}, "Click a router, or type its number, to see what is in it.")]
        : Report.router_table(data, drawing, state, router))));
      host.dataset.cycle = now;
    }
    // What is printed is the cycle that is shown; of a page that nobody touched, the last one.
    window.addEventListener("beforeprint", () => { const before = touched; pause(); if (!before) show(last); });
    state.go_to(Math.floor((first + last) / 2));
    arrows = with_arrows.checked = state.heads().length <= MANY_HEADS;
    show(first);
  };

  function words_of({network, words}) {
    const where = network.radices.length ? "Routers stand as on the grid, router 0 at the lower left, x to the right, y upwards; channels that wrap around, or lead to another plane, are cut. "
      + "An input VC is drawn at the side where its channel comes in. " : "Routers are placed so that neighbours are near. "
      + (network.learned ? "The file does not say how they are connected: only routers and channels that traced packets used are drawn. " : "");
    return `${where}A cycle is shown after all its events. A flit counts as in its buffer until it is on the channel, its turn in the switch included. Of several outputs that a head may take, `
      + `the trace tells the first. ${words} Credits are not in the file, so that none are shown.`;
  }
})();
