"use strict";
// Packets that wait for each other in a circle at the end of a trace: who holds what, and waits for what.
Report.sections.knot = (host, data) => {
  const state = new Report.TraceState(data);
  state.go_to(data.last_cycle);
  const heads = new Map(state.heads().map((head) => [head.packet, head])), told = Report.element("p", {class: "told"}), list = Report.element("div");
  const since = (circle) => Math.max(...circle.map((packet) => heads.get(packet).wait.since));
  const choices = [["all", `all ${data.circles.length}`], ...data.circles.map((circle, i) => [String(i), `${i + 1}: ${circle.length} packets`])];
  if (data.circles.length > 1) host.append(Report.element("div", {class: "controls"}, Report.choice("circle", "circle", choices, "0", show)));
  host.append(told);
  const drawing = new Report.TraceDrawing(host, data, () => {});

  // What a packet holds: its flits in buffers, and channels.
  function holds(packet) {
    const buffers = state.buffers().filter((group) => group.packet === packet)
      .sort((a, b) => a.flits[0] - b.flits[0]).map(({router, port, vc, flits}) => `router ${router} port ${drawing.port_name(router, port)} VC ${vc}: flits ${Report.ranges(flits)}`);
    return buffers.flatMap((one, i) => i ? [Report.element("br"), one] : [one]);
  }

  function show(value) {
    const circles = value === "all" ? data.circles : [data.circles[Number(value)]], members = circles.flat();
    drawing.draw(state, {arrows: true, only: new Set(members)});
    told.textContent = circles.length > 1 ? `${circles.length} circles of ${members.length} packets.`
      : `${members.length} packets, each waits for the next one, the last one for the first, since cycle ${since(members)}; the trace ends in cycle ${data.last_cycle}.`;
    const rows = members.map((packet) => {
      const {router, wait} = heads.get(packet);
      return [Report.packet_name(data, packet), holds(packet), `router ${router}`, wait.cause, `port ${drawing.port_name(router, wait.out_port)}${wait.out_vc < 0 ? "" : `, VC ${wait.out_vc}`}`,
        Report.packet_name(data, wait.by), String(wait.since)];
    });
    list.replaceChildren(Report.small_table(["packet", "holds", "its head is at", "waits", "for", "which is in the way", "since"], rows));
    host.dataset.circle = value;
  }
  host.append(Report.trace_legend(), list, Report.element("p", {class: "soft"}, `${data.left_out ? `${data.left_out} longer circles are not shown. ` : ""}Only the packets of the circle are shown; `
    + "others may wait for them. Where each head has one output only, such a circle is a deadlock's knot. An adaptive routing may have another way, of which the trace tells nothing: "
    + "that the run deadlocked is what its verdict says."));
  show("0");
};
