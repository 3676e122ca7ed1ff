'use strict';
// A trace cycle by cycle: heads of packets on the network, the buffers and channels that they hold,
// and who waits for whom.
const Steps = (() => {
  const {element, path, text, round} = Figures;
  const MOST_WAITS = 14, MOST_NAMED = 24, CYCLES_PER_SECOND = 10;
  const INSIDE = 0, NOWHERE = -1;
  // Where a head stands beside its router: inside, on a channel, at its node.
  const BESIDE = [[0, 0], [0.4, 0], [-0.36, -0.36]];

  // The last state of a packet at a cycle, null before its first one.
  const state_at = (states, cycle) => {
    const [, router, place, cause, by, since, buffers = [], channels = []] =
      states.reduce((found, state) => state[0] <= cycle ? state : found, [null, 0, NOWHERE]);
    return {router, place, cause, by, since, buffers, channels};
  };

  class Player {
    constructor(data, host, wide) {
      const [across, down] = data.size;
      this.data = data;
      this.host = host;
      this.side = Math.max(14, Math.min(130, wide / across, 620 / down));
      this.layer = element('g');
      const links = data.links.map(([a, b]) => `M${this.at(a)}L${this.at(b)}`).join('');
      const size = {width: Math.ceil(across * this.side), height: Math.ceil(down * this.side)};
      const svg = element('svg', {...size, class: 'trace', role: 'img'},
        path(links, {stroke: 'var(--line)', 'stroke-width': 2}),
        ...Object.entries(data.spots).flatMap(([router, spot]) => this.router(router, spot)),
        this.layer);
      this.status = Page.html('p', {class: 'status'});
      this.list = Page.html('div');
      host.append(...(data.circle ? [] : [this.controls()]), this.status,
        Page.html('div', {class: 'wide'}, svg), this.list,
        Page.html('p', {class: 'soft'}, data.words));
      this.show(data.first);
    }

    // A place on the network in pixels, some sides of a router away.
    at([x, y], dx = 0, dy = 0) {
      return [round((x + dx) * this.side), round((y + dy) * this.side)];
    }

    router(router, spot) {
      const [x, y] = this.at(spot, -0.3, -0.3), width = 0.6 * this.side;
      const look = {rx: 3, fill: 'var(--ground)', stroke: 'var(--grey)', class: 'router'};
      const small = {'font-size': 10, fill: 'var(--soft)', 'text-anchor': 'end'};
      return [
        element('rect', {x, y, width, height: width, ...look, 'data-router': router}),
        ...(this.side > 30 ? [text(x + width - 3, y + width - 3, router, small)] : [])
      ];
    }

    controls() {
      const {first, last} = this.data;
      const moved = () => {
        this.pause();
        this.show(Number(this.slider.value));
      };
      this.slider = Page.html('input',
        {type: 'range', name: 'cycle', min: first, max: last, value: first, oninput: moved});
      const pressed = () => this.timer ? this.pause() : this.start();
      this.play = Page.html('button', {type: 'button', name: 'play', onclick: pressed}, 'Play');
      return Page.html('div', {class: 'controls'}, this.play,
        Page.html('label', {class: 'long'}, `cycle, ${first} to ${last}`, this.slider));
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      this.play.textContent = 'Play';
    }

    start() {
      if (this.now >= this.data.last) this.show(this.data.first);
      this.timer = setInterval(() => {
        this.show(this.now + 1);
        if (this.now >= this.data.last) this.pause();
      }, 1000 / CYCLES_PER_SECOND);
      this.play.textContent = 'Pause';
    }

    show(cycle) {
      const {first, last, packets, circle} = this.data;
      this.now = Math.min(Math.max(cycle, first), last);
      if (this.slider) this.slider.value = this.now;
      const found = Object.keys(packets).map((packet, i) =>
        ({packet, own: `var(--c${i % 8})`, i, ...state_at(packets[packet], this.now)}));
      const heads = found.filter(({place}) => place !== NOWHERE);
      const spots = new Map(heads.map((head) => [head.packet, this.place(head)]));
      this.layer.replaceChildren(...found.flatMap((one) => this.held(one)),
        ...heads.flatMap(({packet, by}) => this.arrow(spots.get(packet), spots.get(by))),
        ...heads.flatMap((head) => this.head(head, spots.get(head.packet), heads.length)));
      const waiting = heads.filter(({cause}) => cause).sort((a, b) => a.since - b.since);
      this.status.textContent = circle ?
        `${circle.length} packets, each waits for the next one, the last one for the first; the ` +
          `trace ends in cycle ${last}.` :
        `Cycle ${this.now}: heads in the network: ${heads.length}; heads that wait: ` +
          `${waiting.length}.`;
      const shown = circle ?
        circle.map((packet) => heads.find((head) => head.packet === packet)) :
        waiting.slice(0, MOST_WAITS);
      this.list.replaceChildren(...(shown.length ? [table(shown)] : []));
      this.host.dataset.cycle = this.now;
    }

    place({router, place, i}) {
      const [dx, dy] = BESIDE[place];
      return this.at(this.data.spots[router], dx + 0.09 * (i % 3 - 1), dy + 0.09 * (i % 3 - 1));
    }

    // The channels and the buffers that a packet holds.
    held({packet, own, buffers, channels, i}) {
      const aside = 0.06 * (i % 5 - 2),
            spot = (router) => this.at(this.data.spots[router], aside, aside);
      const lines = channels.map(([a, b]) => path(`M${spot(a)}L${spot(b)}`,
        {stroke: own, 'stroke-width': 3, opacity: 0.6, 'data-held': packet}));
      const size = Math.max(5, Math.min(15, 0.17 * this.side));
      return lines.concat(buffers.flatMap(([router, flits]) => {
        const [x, y] = spot(router).map((middle) => middle - size / 2);
        const look = {fill: own, 'data-buffer': packet, 'data-flits': flits};
        const words = {'font-size': 0.75 * size, fill: 'var(--paper)'};
        return [
          element('rect', {x, y, width: size, height: size, ...look}),
          ...(size > 9 ? [text(x + size / 2, y + 0.77 * size, String(flits), words)] : [])
        ];
      }));
    }

    head({packet, own, router, place, cause, by}, [x, y], count) {
      const r = Math.max(3, Math.min(7, 0.08 * this.side)), d = 1.3 * r;
      const look = {
        fill: own,
        stroke: 'var(--ink)',
        'data-head': packet,
        'data-router': router,
        'data-inside': place === INSIDE ? 1 : 0,
        'data-waits': cause ? 1 : 0
      };
      const title = element('title', {}, `packet ${packet}${cause ? `: ${cause} ${by}` : ''}`);
      const small = {'font-size': 10.5, 'text-anchor': 'start'};
      return [
        cause ? path(`M${x} ${y - d}l${d} ${d}l${-d} ${d}l${-d} ${-d}z`, look, title) :
                element('circle', {cx: x, cy: y, r, ...look}, title),
        ...(count <= MOST_NAMED && this.side > 30 ? [text(x + r + 2, y - r, packet, small)] : [])
      ];
    }

    arrow(from, to) {
      const look = {stroke: 'var(--ink)', 'stroke-dasharray': '5 2', opacity: 0.8, class: 'waits'};
      return from && to ? [path(`M${from}L${to}`, look)] : [];
    }
  }

  const table = (heads) => {
    const row = (name, words) =>
      Page.html('tr', {}, ...words.map((word) => Page.html(name, {}, String(word))));
    const rows = heads.map(({packet, router, cause, by, since}) =>
      row('td', [packet, `router ${router}`, cause, by, since]));
    const header = row('th', ['packet', 'its head is at', 'waits', 'in the way', 'since']);
    return Page.html('div', {class: 'scroll'}, Page.html('table', {},
      Page.html('thead', {}, header), Page.html('tbody', {}, ...rows)));
  };

  return {show: (data, host, wide) => new Player(data, host, wide)};
})();
