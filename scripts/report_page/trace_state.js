"use strict";
// Where the flits of traced packets are after a cycle: the last event of each flit says it. No drawing here.
//
// `data` has the columns of `events`, packets, flits (the length of each packet) and, of what begins in the middle, `held`.
Report.TraceState = class {
  constructor(data) {
    this.data = data;
    this.events = data.events;
    this.kinds = data.event_names;
    this.reset();
  }

  reset() {
    this.next = 0;  // event
    this.packets = new Map();  // by number: {last: Map flit -> event, arrived: Map flit -> event, held: Map channel -> [router, port, vc]}
    for (const [packet, ...channel] of this.data.held || []) this.packet(packet).held.set(channel.join(" "), channel);
  }

  packet(number) {
    if (!this.packets.has(number)) this.packets.set(number, {last: new Map(), arrived: new Map(), held: new Map()});
    return this.packets.get(number);
  }

  // After all events of this cycle and those before it.
  go_to(cycle) {
    const {cycle: cycles} = this.events;
    if (this.next > 0 && cycles[this.next - 1] > cycle) this.reset();
    while (this.next < cycles.length && cycles[this.next] <= cycle) this.apply(this.next++);
  }

  apply(i) {
    const {events} = this, number = events.packet[i], flit = events.flit[i];
    const packet = this.packet(number), kind = this.kinds[events.event[i]], tail = flit + 1 === this.data.flits[number];
    const before = packet.last.get(flit);
    if (kind === "depart") packet.held.set(this.channel(i).join(" "), this.channel(i));
    if (kind === "arrive") packet.arrived.set(flit, i);
    if (tail && before !== undefined && this.kinds[events.event[before]] === "depart") packet.held.delete(this.channel(before).join(" "));
    packet.last.set(flit, i);
    if (kind === "eject") packet.last.delete(flit);
    if (kind === "eject" && tail) this.packets.delete(number);
  }

  channel(i) { return [this.events.router[i], this.events.out_port[i], this.events.out_vc[i]]; }

  // Of the flit whose last event is i: {place: source, node_channel, buffer or channel, router, port, vc}; of a buffer its input.
  place_of(i) {
    const {events} = this, kind = this.kinds[events.event[i]];
    if (kind === "birth") return {place: "source", router: events.router[i], port: events.port[i], vc: -1};
    if (kind === "inject") return {place: "node_channel", router: events.router[i], port: events.port[i], vc: events.vc[i]};
    if (kind === "depart") return {place: "channel", router: events.router[i], port: events.out_port[i], vc: events.out_vc[i]};
    return {place: "buffer", router: events.router[i], port: events.port[i], vc: events.vc[i]};
  }

  // What the flit whose last event is i waits for: {cause, by, since, out_port, out_vc}, null where it does not; by is null where
  // nobody is named.
  wait_of(i) {
    const {events} = this;
    if (this.kinds[events.event[i]] !== "blocked") return null;
    return {cause: this.data.causes[events.cause[i]], by: events.by[i] < 0 ? null : events.by[i], since: events.cycle[i],
      out_port: events.out_port[i], out_vc: events.out_vc[i]};
  }

  // Of every packet with a flit in the network: [{packet, place, wait}], wait of its head.
  heads() {
    const found = [];
    for (const [packet, {last}] of this.packets) {
      if (!last.has(0)) continue;
      const place = this.place_of(last.get(0));
      if (place.place !== "source") found.push({packet, ...place, wait: this.wait_of(last.get(0))});
    }
    return found;
  }

  // Input VCs with flits of traced packets: [{router, port, vc, packet, flits: [numbers], first, wait}], the packet in front first.
  buffers() {
    const found = [];
    for (const [packet, {last, arrived}] of this.packets) {
      const own = new Map();
      for (const [flit, i] of last) {
        const {place, router, port, vc} = this.place_of(i);
        if (place !== "buffer") continue;
        const key = `${router} ${port} ${vc}`;
        if (!own.has(key)) own.set(key, {router, port, vc, packet, flits: [], came: Infinity});
        const group = own.get(key);
        group.flits.push(flit);
        group.came = Math.min(group.came, arrived.get(flit) ?? i);
      }
      for (const group of own.values()) {
        group.flits.sort((a, b) => a - b);
        group.wait = this.wait_of(last.get(group.flits[0]));
        group.behind = group.wait !== null && group.wait.cause === this.data.causes[1];
        found.push(group);
      }
    }
    return found.sort((a, b) => a.router - b.router || a.port - b.port || a.vc - b.vc || a.behind - b.behind || a.came - b.came);
  }

  // Flits between routers, or a router and a node: [{packet, flit, place, router, port, vc}], the port that they came from or go to.
  moving() {
    const found = [];
    for (const [packet, {last}] of this.packets) {
      for (const [flit, i] of last) {
        const place = this.place_of(i);
        if (place.place === "channel" || place.place === "node_channel") found.push({packet, flit, ...place});
      }
    }
    return found;
  }

  // Channels that packets occupy, from the flit that took them first to the tail: [{packet, router, port, vc}].
  held() {
    return [...this.packets].flatMap(([packet, {held}]) => [...held.values()].map(([router, port, vc]) => ({packet, router, port, vc})));
  }
};
