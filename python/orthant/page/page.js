'use strict';
// The sections of a page: a choice of views, filters and legends that hide marks.
const Page = (() => {
  const ALL = 'all';

  const html = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
      else if (value !== undefined) made.setAttribute(key, value);
    }
    made.append(...children);
    return made;
  };

  const choice = (label, name, choices, changed) => {
    const select = html('select', {name, onchange: () => changed(select.value)},
      ...choices.map(([value, text]) => html('option', {value}, text)));
    return html('label', {}, label, select);
  };

  class Section {
    constructor(host, data) {
      this.host = host;
      this.data = data;
      this.hidden = new Set();
      this.filters = {};
      this.box = html('div', {onstatus: (event) => { this.status.textContent = event.detail; }});
      if (data.views.length > 1) {
        host.append(html('div', {class: 'controls'},
          choice('drawn', 'view', data.views.map((view, i) => [String(i), view.name]),
            (value) => this.show(Number(value)))));
      }
      host.append(this.box);
      if (data.words) host.append(html('p', {class: 'soft'}, data.words));
      if (data.views.length) this.show(0);
    }

    show(i) {
      const {figure, steps} = this.data.views[i];
      this.hidden.clear();
      this.filters = {};
      this.box.replaceChildren();
      if (steps) {
        Steps.show(steps, this.box, this.host.clientWidth || 1100);
        return;
      }
      this.status = html('p', {class: 'soft status'});
      this.box.append(html('p', {class: 'caption'}, figure.title.replace(/\n/g, ' ')),
        ...this.filters_of(figure));
      Figures.draw(figure, this.box, this.host.clientWidth || 1100);
      this.box.append(...figure.legends.map((legend) => this.legend(legend)), this.status);
      this.box.append(...[...(figure.shown || []), ...figure.notes].map(
        (note) => html('p', {class: 'soft'}, `${note}.`)));
      this.hide();
    }

    // A list of values for each key that distinguishes marks.
    filters_of(figure) {
      const values = new Map();
      for (const mark of figure.panels.flatMap((panel) => panel.marks)) {
        for (const [key, value] of Object.entries(mark.keys || {}))
          values.set(key, (values.get(key) || new Set()).add(value));
      }
      const lists = [...values].map(
        ([key, own]) => choice(key, `filter-${key}`,
          [[ALL, ALL], ...[...own].map((value) => [value, value || 'none'])], (value) => {
            this.filters[key] = value;
            this.hide();
          }));
      return lists.length > 1 ? [html('div', {class: 'controls'}, ...lists)] : [];
    }

    legend({title, entries}) {
      const named = new Set(
        [...this.box.querySelectorAll('.mark')].map((group) => group.mark.name).filter(Boolean));
      const button = (entry) => html('button', {
        type: 'button',
        'aria-pressed': 'true',
        title: 'click: hide or show; double click: this one alone',
        onclick: () => {
          if (!this.hidden.delete(entry.label)) this.hidden.add(entry.label);
          this.hide();
        },
        ondblclick: () => {
          entries.forEach(({label}) => this.hidden.add(label));
          this.hidden.delete(entry.label);
          this.hide();
        }
      },
        Figures.swatch(entry), entry.label);
      return html('div', {class: 'legend'}, ...(title ? [html('span', {}, title)] : []),
        ...entries.map((entry) => named.has(entry.label) ?
            button(entry) :
            html('span', {class: 'sign'}, Figures.swatch(entry), entry.label)));
    }

    // Hides the marks that filters and legends exclude, and counts the lines left in each panel.
    hide() {
      const passes = (mark) =>
        !this.hidden.has(mark.name) && Object.entries(mark.keys || {}).every(([key,
          value]) => [undefined, ALL, value].includes(this.filters[key]));
      for (const panel of this.box.querySelectorAll('svg.panel')) {
        const lines = new Set();
        for (const group of panel.querySelectorAll('.mark')) {
          const shown = passes(group.mark);
          group.style.display = shown ? '' : 'none';
          if (shown && group.mark.name) lines.add(group.mark.name);
        }
        panel.dataset.lines = lines.size;
      }
      for (const button of this.box.querySelectorAll('.legend button'))
        button.ariaPressed = String(!this.hidden.has(button.textContent));
    }
  }

  function start() {
    document.body.append(Figures.element('svg', {width: 0, height: 0, style: 'position: absolute'},
      Figures.element('defs', {id: 'patterns'})));
    const {sections} = JSON.parse(document.getElementById('data').textContent);
    sections.forEach((data, i) => new Section(document.getElementById(`section-${i}`), data));
    document.body.dataset.drawn =
      Math.round(performance.now());  // milliseconds after it was opened
  }

  return {start, html, choice};
})();
