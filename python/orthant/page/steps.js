'use strict';
// A trace cycle by cycle: heads of packets on the network, and who waits for whom.
const Steps = (() => {
  const MOST_WAITS = 14, SPEEDS = [2, 5, 10, 30, 100];
  // Where a head stands beside its router: inside, on a channel, at its node.
  const BESIDE = {'-1': [-0.3, 0.3], 0: [0, 0], 1: [0.3, 0], 2: [-0.3, 0.3]};

  // The last state of a packet at a cycle, null before its first one.
  const state_at = (states, cycle) =>
    states.reduce((found, state) => state[0] <= cycle ? state : found, null);

  class Player {
    constructor(data, host, wide) {
      const places = Object.values(data.spots), xs = places.map(([x]) => x),
            ys = places.map(([, y]) => y);
      const left = Math.min(...xs), top = Math.max(...ys), across = Math.max(...xs) - left + 1,
            down = top - Math.min(...ys) + 1;
      this.data = data;
      this.side = Math.max(14, Math.min(90, wide / across, 620 / down));
      this.x = (x) => Figures.round((x - left + 0.5) * this.side);
      this.y = (y) => Figures.round((top - y + 0.5) * this.side);
      this.layer = Figures.element('g');
      const svg = Figures.element('svg', {
        width: Math.ceil(across * this.side),
        height: Math.ceil(down * this.side),
        class: 'trace',
        role: 'img'
      },
        ...data.links.map(([a, b]) => Figures.element('path', {
          d: `M${this.x(a[0])} ${this.y(a[1])}L${this.x(b[0])} ${this.y(b[1])}`,
          stroke: 'var(--line)',
          'stroke-width': 2
        })),
        ...Object.entries(data.spots).map(([router, spot]) => this.router(router, spot)),
        this.layer);
      this.status = Page.html('p', {class: 'status'});
      this.list = Page.html('div');
      host.append(...(data.circle ? [] : [this.controls()]), this.status,
        Page.html('div', {class: 'wide'}, svg), this.list,
        Page.html('p', {class: 'soft'}, data.words));
      this.host = host;
      this.show(data.first);
    }

    router(router, [x, y]) {
      const half = 0.22 * this.side,
            name = this.side > 30 ?
        [Figures.text(this.x(x) + half - 3, this.y(y) + half - 3, router,
          {'font-size': 10, fill: 'var(--soft)', 'text-anchor': 'end'})] :
        [];
      return Figures.element('g', {}, Figures.element('rect', {
        x: this.x(x) - half,
        y: this.y(y) - half,
        width: 2 * half,
        height: 2 * half,
        rx: 3,
        fill: 'var(--ground)',
        stroke: 'var(--grey)',
        class: 'router',
        'data-router': router
      }),
        ...name);
    }

    controls() {
      const {first, last} = this.data;
      const button = (text, name, action) =>
        Page.html('button', {type: 'button', name, onclick: action}, text);
      this.slider = Page.html('input', {
        type: 'range',
        name: 'cycle',
        min: first,
        max: last,
        value: first,
        oninput: () => {
          this.pause();
          this.show(Number(this.slider.value));
        }
      });
      this.play = button('Play', 'play', () => this.timer ? this.pause() : this.start());
      this.speed = 10;
      const step = (to) => () => {
        this.pause();
        this.show(to());
      };
      return Page.html('div', {class: 'controls'}, button('First', 'first', step(() => first)),
        button('Back', 'back', step(() => this.now - 1)), this.play,
        button('Forward', 'forward', step(() => this.now + 1)),
        button('Last', 'last', step(() => last)),
        Page.html('label', {class: 'long'}, `cycle, ${first} to ${last}`, this.slider),
        Page.choice('cycles per second', 'speed',
          SPEEDS.map((value) => [String(value), String(value)]), (value) => {
            this.speed = Number(value);
            if (this.timer) this.start();
          }));
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
      this.play.textContent = 'Play';
    }

    start() {
      clearInterval(this.timer);
      if (this.now >= this.data.last) this.show(this.data.first);
      this.timer = setInterval(() => {
        this.show(this.now + 1);
        if (this.now >= this.data.last) this.pause();
      }, 1000 / this.speed);
      this.play.textContent = 'Pause';
    }

    circle_status() {
      return `${this.data.circle.length} packets, each waits for the next one, ` +
        `the last one for the first; the trace ends in cycle ${this.data.last}.`;
    }

    cycle_status(heads, waiting) {
      return `Cycle ${this.now}: heads in the network: ${heads.length}; ` +
        `heads that wait: ${waiting.length}.`;
    }

    show(cycle) {
      const {first, last, packets, circle} = this.data;
      this.now = Math.min(Math.max(cycle, first), last);
      if (this.slider) this.slider.value = this.now;
      const names = Object.keys(packets);
      const heads = names.map((packet, i) => [packet, i, state_at(packets[packet], this.now)])
                      .filter(([, , state]) => state && state[2] >= 0);
      const spots = new Map(heads.map(([packet, i, state]) => [packet, this.place(state, i)]));
      this.layer.replaceChildren(...heads.flatMap(([packet, i, state]) => this.arrow(
                                                    spots.get(packet), spots.get(state[4]))),
        ...heads.map(
          ([packet, i, state]) => this.head(packet, i, state, spots.get(packet), heads.length)));
      const waiting =
        heads.filter(([, , state]) => state[3]).sort(([, , a], [, , b]) => a[0] - b[0]);
      this.status.textContent = circle ? this.circle_status() : this.cycle_status(heads, waiting);
      const rows =
        (circle ? circle.map((packet) => [packet, 0, packets[packet][0]]) :
                  waiting.slice(0, MOST_WAITS))
          .map(([packet, ,
            state]) => [packet, `router ${state[1]}`, state[3], state[4], String(state[0])]);
      this.list.replaceChildren(...(rows.length ?
          [table(['packet', 'its head is at', 'waits', 'in the way', 'since'], rows)] :
          []));
      this.host.dataset.cycle = this.now;
    }

    place([, router, where], i) {
      const [x, y] = this.data.spots[router], [dx, dy] = BESIDE[where], shift = 0.09 * (i % 3 - 1);
      return [this.x(x + dx + shift), this.y(y + dy + shift)];
    }

    head(packet, i, state, [x, y], count) {
      const own = `var(--c${i % 8})`, r = Math.max(3, Math.min(8, 0.1 * this.side)),
            shape = state[3] ? `M${x} ${y - 1.3 * r}l${1.3 * r} ${1.3 * r}l${- 1.3 * r} ${
                                 1.3 * r}l${- 1.3 * r} ${- 1.3 * r}z` :
                               null;
      const look = {
        fill: own,
        stroke: 'var(--ink)',
        'data-head': packet,
        'data-router': state[1],
        'data-inside': state[2] === 0 ? 1 : 0,
        'data-waits': state[3] ? 1 : 0
      };
      const title = Figures.element(
        'title', {}, `packet ${packet}${state[3] ? `: ${state[3]} ${state[4]}` : ''}`);
      const disc = shape ? Figures.element('path', {d: shape, ...look}, title) :
                           Figures.element('circle', {cx: x, cy: y, r, ...look}, title);
      return Figures.element('g', {}, disc,
        ...(count <= 24 && this.side > 30 ?
            [Figures.text(x + r + 2, y - r, packet, {'font-size': 10.5, 'text-anchor': 'start'})] :
            []));
    }

    arrow(from, to) {
      if (!from || !to) return [];
      return [Figures.element('path', {
        d: `M${from}L${to}`,
        stroke: 'var(--ink)',
        'stroke-dasharray': '5 2',
        opacity: 0.8,
        class: 'waits'
      })];
    }
  }

  const table = (header, rows) => {
    const row = (name, texts) =>
      Page.html('tr', {}, ...texts.map((text) => Page.html(name, {}, text)));
    return Page.html('div', {class: 'scroll'},
      Page.html('table', {}, Page.html('thead', {}, row('th', header)),
        Page.html('tbody', {}, ...rows.map((texts) => row('td', texts)))));
  };

  return {show: (data, host, wide) => new Player(data, host, wide)};
})();
