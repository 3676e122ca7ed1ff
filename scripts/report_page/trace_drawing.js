"use strict";
// A network as routers and the channels between them, and on it packets: heads, flits, what they occupy and wait for.
(() => {
  const INK = "#1f2328", SOFT = "#afb8c1", PAPER = "#ffffff";
  const MOST_NAMED = 24;  // heads
  const svg = Report.draw_as_svg;
  // Where the channel of a port lies on a grid, y downwards: +x, -x, +y, -y, +z, -z. Channels of nodes are at the upper left.
  const WAYS = [[1, 0], [-1, 0], [0, -1], [0, 1], [0.7, -0.7], [-0.7, 0.7]], NODE_WAY = [-0.7, -0.7];

  // Places of routers in pixels, the side of a router, and the size of all.
  function places_of(network, width) {
    const {radices, ids} = network, at = new Map();
    if (!radices.length) {
      const index = new Map(ids.map((router, i) => [router, i]));
      const links = network.links.map(([from, , to]) => [index.get(from), index.get(to)]).filter(([a, b]) => a !== b);
      const spot = Report.place_routers(ids.length, links), size = Math.min(width, Math.max(520, Math.sqrt(ids.length) * 130));
      const side = Math.max(8, Math.min(58, 0.32 * size / Math.sqrt(ids.length)));
      ids.forEach((router, i) => at.set(router, [side + 14 + spot.x[i] * (size - 2 * side - 28), side + 14 + spot.y[i] * (0.8 * size - 2 * side - 28)]));
      return {at, side, gap: side, width: size, height: 0.8 * size, titles: []};
    }
    const [columns, rows, planes] = [...radices, 1, 1], in_a_row = Math.min(planes, 4);
    const pitch = Math.max(34, Math.min(136, 760 / (rows + 0.4), Math.floor((width - 20) / (in_a_row * (columns + 0.4)))));
    const side = Math.round(pitch * 0.56), titles = [], head = planes > 1 ? 22 : 0;
    const plane_width = (columns + 0.4) * pitch, plane_height = (rows + 0.4) * pitch + head;
    for (let z = 0; z < planes; z++) {
      const left = (z % in_a_row) * plane_width, top = Math.floor(z / in_a_row) * plane_height + head;
      if (planes > 1) titles.push([left + 0.2 * pitch, top - 4, `z = ${z}`]);
      for (let y = 0; y < rows; y++) {
        for (let x = 0; x < columns; x++) at.set((z * rows + y) * columns + x, [left + (x + 0.7) * pitch, top + (rows - 1 - y + 0.7) * pitch]);
      }
    }
    return {at, side, gap: pitch - side, width: in_a_row * plane_width, height: Math.ceil(planes / in_a_row) * plane_height, titles};
  }

  Report.packet_colour = ({numbers}, packet) => Report.data.colours[(numbers ? numbers[packet] : packet) % Report.data.colours.length];

  Report.TraceDrawing = class {
    constructor(host, data, chosen) {
      this.data = data;
      this.network = data.network;
      Object.assign(this, places_of(this.network, host.clientWidth || 1100));
      this.ends = new Map(this.network.links.map(([from, port, to, to_port]) => [`${from} ${port}`, [to, to_port]]));
      this.nodes = new Set(this.network.node_ports.map((pair) => pair.join(" ")));
      this.lane = Math.min(4, 0.36 * this.side / this.network.vcs);
      this.layer = svg("g", {});
      this.front = svg("g", {"pointer-events": "none"});
      this.arrow = `arrow-${host.id}`;
      const arrow_head = svg("marker", {id: this.arrow, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse"},
        svg("path", {d: "M0 0L10 5L0 10z", fill: INK}));
      this.svg = svg("svg", {width: Math.ceil(this.width), height: Math.ceil(this.height), viewBox: `0 0 ${Math.ceil(this.width)} ${Math.ceil(this.height)}`,
        role: "img", class: "trace", "aria-label": data.title}, svg("defs", {}, arrow_head), this.channels(), this.routers(chosen), this.layer, this.front);
      host.append(Report.element("div", {class: "panel wide"}, this.svg));
    }

    colour(packet) { return Report.packet_colour(this.data, packet); }

    // Lines of a channel, each from its sender's end: one, or a stub at each end where it leaves the plane or wraps around.
    lines(router, port, lane = 0) {
      const [x, y] = this.at.get(router), to = this.ends.get(`${router} ${port}`);
      const off = (dx, dy) => { const o = 0.2 * this.side + lane * this.lane; return [-dy * o, dx * o]; };
      const stub = (cx, cy, way, inwards) => {
        const [dx, dy] = way, near = this.side / 2 / Math.max(Math.abs(dx), Math.abs(dy)), far = near + 0.42 * this.gap;
        const [ox, oy] = inwards ? off(-dx, -dy) : off(dx, dy), a = [cx + dx * near + ox, cy + dy * near + oy], b = [cx + dx * far + ox, cy + dy * far + oy];
        return inwards ? [...b, ...a] : [...a, ...b];
      };
      if (!to) return [stub(x, y, NODE_WAY, false)];
      const [tx, ty] = this.at.get(to[0]);
      if (this.network.radices.length) {
        const [dx, dy] = WAYS[port], pitch = this.side + this.gap;
        const near = port < 4 && Math.abs(tx - x - dx * pitch) < 1 && Math.abs(ty - y - dy * pitch) < 1;
        if (!near) return [stub(x, y, WAYS[port], false), stub(tx, ty, WAYS[to[1]] || [-dx, -dy], true)];
      }
      const length = Math.hypot(tx - x, ty - y) || 1, ux = (tx - x) / length, uy = (ty - y) / length, [ox, oy] = off(ux, uy);
      const out = Math.min(this.side / 2 / Math.max(Math.abs(ux), Math.abs(uy)), 0.45 * length);
      return [[x + ux * out + ox, y + uy * out + oy, tx - ux * out + ox, ty - uy * out + oy]];
    }

    // The line by which a node of a router sends: that of the way out, mirrored.
    node_line(router, lane) {
      const [x1, y1, x2, y2] = this.lines(router, -1, lane)[0], [x, y] = this.at.get(router);
      return [x + y2 - y, y + x2 - x, x + y1 - y, y + x1 - x];
    }

    channels() {
      const paths = [];
      for (const [router, port] of this.network.links) {
        for (const line of this.lines(router, port)) paths.push(`M${line.slice(0, 2).map(round)}L${line.slice(2).map(round)}`);
      }
      for (const router of this.at.keys()) {
        for (const line of [this.lines(router, -1)[0], this.node_line(router, 0)]) paths.push(`M${line.slice(0, 2).map(round)}L${line.slice(2).map(round)}`);
      }
      return svg("path", {d: paths.join(""), stroke: "#d8dee4", "stroke-width": 1.5, fill: "none"});
    }

    routers(chosen) {
      const group = svg("g", {}), half = this.side / 2;
      this.boxes = new Map();
      for (const [x, y, text] of this.titles) group.append(svg("text", {x, y, "font-size": 12, fill: INK}, text));
      for (const [router, [x, y]] of this.at) {
        const box = svg("rect", {x: x - half, y: y - half, width: this.side, height: this.side, rx: 3, fill: "#f6f8fa", stroke: SOFT, "data-router": router, class: "router"},
          svg("title", {}, `router ${router}`));
        box.addEventListener("click", () => chosen(router));
        this.boxes.set(router, box);
        group.append(box);
        if (this.side >= 22) group.append(svg("text", {x: x + half + 2, y: y + half + 9, "font-size": 9, fill: "#57606a"}, String(router)));
      }
      return group;
    }

    mark(router) {
      for (const [one, box] of this.boxes) {
        box.setAttribute("stroke", one === router ? INK : SOFT);
        box.setAttribute("stroke-width", one === router ? 2 : 1);
      }
    }

    // The middle of an input VC inside its router, and its size: on the side where the channel comes in, else in rows inside.
    slot(router, port, vc, behind = 0) {
      const [x, y] = this.at.get(router), {vcs, radices} = this.network, lane = Math.max(vc, 0);
      const grid = radices.length > 0, sides = grid ? Math.min(radices.length, 2) * 2 : 0;
      const size = Math.min(18, this.side / (grid ? vcs + 2 : Math.max(this.rows(router).length, vcs) + 0.5));
      if (port >= 0 && port < sides) {
        const [dx, dy] = WAYS[port], edge = this.side / 2 - size / 2 - behind * size * 0.8, across = (lane - (vcs - 1) / 2) * size;
        return [x + dx * edge + Math.abs(dy) * across, y + dy * edge + Math.abs(dx) * across, size];
      }
      const rows = this.rows(router), row = Math.max(rows.indexOf(port), 0);
      const inner = grid ? Math.min(size, (this.side - 2 * size) / Math.max(rows.length, vcs)) : size;
      return [x + (lane - (vcs - 1) / 2) * inner + behind * inner * 0.4, y + (row - (rows.length - 1) / 2) * inner, inner];
    }

    // Ports without a side of their own.
    rows(router) {
      if (!this.rows_of) {
        this.rows_of = new Map();
        const add = (one, port) => {
          if (!this.rows_of.has(one)) this.rows_of.set(one, new Set());
          this.rows_of.get(one).add(port);
        };
        const sides = this.network.radices.length ? 4 : 0;
        for (const [from, port, to, to_port] of this.network.links) {
          if (port >= sides) add(from, port);
          if (to_port >= sides) add(to, to_port);
        }
        for (const [one, port] of this.network.node_ports) add(one, port);
        for (const [one, ports] of this.rows_of) this.rows_of.set(one, [...ports].sort((a, b) => a - b));
      }
      return this.rows_of.get(router) || [0];
    }

    // The state, with arrows from heads that wait to the packet that is named, of all packets or of a set. Few are named.
    draw(state, {arrows, only}) {
      this.layer.replaceChildren();
      this.front.replaceChildren();
      const shown = (packet) => !only || only.has(packet);
      for (const {packet, router, port, vc} of state.held()) if (shown(packet)) this.draw_held(packet, router, port, vc);
      const heads = new Map(), queue = new Map();
      this.fronts = new Map();  // packet: [flit, spot] of the first one that is drawn
      for (const group of state.buffers()) {
        if (!shown(group.packet)) continue;
        const key = `${group.router} ${group.port} ${group.vc}`, behind = queue.get(key) || 0;
        queue.set(key, behind + 1);
        this.draw_group(group, behind, heads);
      }
      for (const one of state.moving()) if (shown(one.packet)) this.draw_moving(one, heads);
      const own = state.heads().filter(({packet}) => shown(packet));
      for (const {packet, wait} of own) this.draw_head(packet, heads.get(packet), wait);
      if (arrows) for (const {packet, wait} of own) if (wait && wait.by !== null) this.draw_arrow(packet, wait.by, heads);
      if (own.length <= MOST_NAMED && this.side >= 22) for (const {packet} of own) this.draw_name(packet, heads.get(packet));
    }

    draw_held(packet, router, port, vc) {
      for (const [x1, y1, x2, y2] of this.lines(router, port, vc - (this.network.vcs - 1) / 2)) {
        this.layer.append(svg("line", {x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), stroke: this.colour(packet),
          "stroke-width": Math.max(2, Math.min(3.5, this.lane)), "data-held": packet}));
      }
    }

    draw_group({router, port, vc, packet, flits}, behind, heads) {
      const [x, y, size] = this.slot(router, port, vc, behind), side = Math.max(size - 1, 2);
      this.layer.append(svg("rect", {x: round(x - side / 2), y: round(y - side / 2), width: round(side), height: round(side), fill: this.colour(packet),
        stroke: PAPER, "stroke-width": 0.5, "data-packet": packet, "data-flits": flits.join(" ")}));
      this.note_front(packet, flits[0], [x, y]);
      if (flits[0] === 0) heads.set(packet, [x, y, router, size]);
      else if (size >= 11) this.layer.append(svg("text", {x: round(x), y: round(y + 3.5), "font-size": 10, "text-anchor": "middle", fill: PAPER, "pointer-events": "none"}, String(flits.length)));
    }

    draw_moving({packet, flit, place, router, port, vc}, heads) {
      const lane = Math.max(vc, 0) - (this.network.vcs - 1) / 2;
      const [x1, y1, x2, y2] = place === "channel" ? this.lines(router, port, lane)[0] : this.node_line(router, lane);
      const x = (x1 + x2) / 2, y = (y1 + y2) / 2;
      this.note_front(packet, flit, [x, y]);
      if (flit === 0) heads.set(packet, [x, y, router, Math.min(13, this.side / 3)]);
      else this.layer.append(svg("circle", {cx: round(x), cy: round(y), r: Math.max(2, Math.min(3.5, this.side / 12)), fill: this.colour(packet), "data-flit": `${packet} ${flit}`}));
    }

    note_front(packet, flit, spot) {
      const before = this.fronts.get(packet);
      if (!before || flit < before[0]) this.fronts.set(packet, [flit, spot]);
    }

    // A disc; a diamond where the head waits.
    draw_head(packet, spot, wait) {
      if (!spot) return;
      const [x, y, router, size] = spot, r = Math.max(3, size * 0.5);
      const look = {fill: this.colour(packet), stroke: INK, "stroke-width": r > 4 ? 1.8 : 1, "data-head": this.data.packets[packet], "data-router": router, "data-waits": wait ? 1 : 0};
      const title = svg("title", {}, `packet ${this.data.packets[packet]}${wait ? `: ${wait.cause}${wait.by === null ? "" : `, ${this.data.packets[wait.by]}`}` : ""}`);
      const d = r * 1.25;
      this.front.append(wait ? svg("path", {d: `M${round(x)} ${round(y - d)}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`, ...look}, title)
        : svg("circle", {cx: round(x), cy: round(y), r, ...look}, title));
    }

    draw_name(packet, spot) {
      if (!spot) return;
      const [x, y, , size] = spot;
      this.front.append(svg("text", {x: round(x + size * 0.55), y: round(y - size * 0.55), "font-size": 10.5, fill: INK, stroke: PAPER, "stroke-width": 3,
        "paint-order": "stroke", "stroke-linejoin": "round"}, this.data.packets[packet]));
    }

    // To the first flit of the other packet that is in the network.
    draw_arrow(from, to, heads) {
      const a = heads.get(from), [, b] = this.fronts.get(to) || [];
      if (!a || !b) return;
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      if (length < 8) return;
      const ux = (b[0] - a[0]) / length, uy = (b[1] - a[1]) / length, bend = Math.min(44, 0.2 * length);
      const start = [a[0] + ux * 6, a[1] + uy * 6], end = [b[0] - ux * 9, b[1] - uy * 9];
      const middle = [(a[0] + b[0]) / 2 + uy * bend, (a[1] + b[1]) / 2 - ux * bend];
      this.front.append(svg("path", {d: `M${start.map(round)}Q${middle.map(round)} ${end.map(round)}`, fill: "none", stroke: INK, "stroke-width": 1.2,
        "stroke-dasharray": "5 2", "marker-end": `url(#${this.arrow})`, opacity: 0.8, "data-from": this.data.packets[from], "data-to": this.data.packets[to]}));
    }

    // "+x", "node port" or the number.
    port_name(router, port) {
      if (port < 0) return "";
      const way = this.network.directions[port];
      return `${port} ${this.nodes.has(`${router} ${port}`) || this.network.directions.length && !way ? "(node)" : way ? `(${way})` : ""}`.trim();
    }
  };

  const round = (value) => Math.round(value * 10) / 10;
})();
