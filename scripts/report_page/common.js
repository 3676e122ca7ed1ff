"use strict";
// What all sections of the page use: elements, controls, the legend that filters, numbers as text.
const Report = {sections: {}, data: JSON.parse(document.getElementById("data").textContent)};

// An element with attributes (on...: what happens then) and children, which are nodes or text.
Report.element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
};

Report.draw_as_svg = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

// A labelled select: choices are [value, text].
Report.choice = (label, name, choices, chosen, changed) => {
  const select = Report.element("select", {name, onchange: () => changed(select.value)});
  for (const [value, text] of choices) {
    const option = Report.element("option", {value}, text);
    option.selected = value === chosen;
    select.append(option);
  }
  return Report.element("label", {}, label, select);
};

// A select for every key: "all", or the number of a value, kept in `filters`, which say what is chosen at first.
Report.filters = (controls, keys, filters, changed) => {
  keys.forEach((key, k) => controls.append(Report.choice(key.title, `filter-${key.name}`,
    [["all", "all"], ...key.values.map((text, i) => [String(i), text])], filters[k], (value) => { filters[k] = value; changed(); })));
};

Report.passes = (values, filters) => values.every((value, k) => filters[k] === "all" || filters[k] === String(value));

// What tells a line from the others: the values of the keys that are free.
Report.name_of = (keys, values, free) =>
  free.map((k) => free.length > 1 ? keys[k].labels[values[k]] : keys[k].values[values[k]]).filter(Boolean).join(", ")
  || (free.length > 1 ? "none" : "");

// What stands before names that are values of one key.
Report.legend_title = (keys, free) => free.length === 1 ? keys[free[0]].title : "";

// Bounds of an axis of values none of which is below `least` or above `most`; one value alone stands in the middle where it can.
Report.bounds = (values, least, most = Infinity) => {
  const low = Math.min(...values), high = Math.max(...values), room = 0.08 * (high - low);
  if (low === high) return {min: least, suggestedMax: Math.min(most, high > least ? 2 * high - least : least + 1)};
  return {min: low - room < least ? least : undefined, max: high + room > most ? most : undefined, grace: "8%"};
};

Report.number = (value) => value === null || value === undefined ? "none" : String(Number(value.toPrecision(4)));

// Colours and markers of the i-th line: no two of the first forty are alike.
Report.MARKERS = ["circle", "rect", "triangle", "rectRot", "rectRounded"];
Report.look = (i) => ({
  colour: Report.data.colours[i % Report.data.colours.length],
  marker: Report.MARKERS[i % Report.MARKERS.length],
});

Report.swatch = (colour, marker) => {
  const shapes = {
    circle: "M11 4a4 4 0 1 0 0.01 0z", rect: "M7.5 4.5h7v7h-7z", triangle: "M11 3.5l4.5 8h-9z",
    rectRot: "M11 3l5 5l-5 5l-5 -5z", rectRounded: "M8.5 4.5h5l1.5 1.5v4l-1.5 1.5h-5l-1.5 -1.5v-4z",
  };
  return Report.draw_as_svg("svg", {width: 22, height: 16, "aria-hidden": "true"},
    Report.draw_as_svg("path", {d: "M0 8h22", stroke: colour, "stroke-width": 2}),
    Report.draw_as_svg("path", {d: shapes[marker], fill: colour}));
};

// One button for each name; a click hides or shows it, a double click leaves it alone. The buttons are made anew after
// each click, so that the browser may not see two clicks as one double click: they are told by their time.
Report.last_click = {name: null, time: 0};
Report.legend = (names, shown, changed, title = "") => {
  const DOUBLE_CLICK_MS = 400;
  const click = (name) => (event) => {
    const {name: before, time} = Report.last_click;
    Report.last_click = {name, time: event.timeStamp};
    if (before === name && event.timeStamp - time < DOUBLE_CLICK_MS) { shown.clear(); shown.add(name); }
    else if (!shown.delete(name)) shown.add(name);
    changed();
  };
  return Report.element("div", {class: "legend"}, ...title ? [Report.element("span", {}, title)] : [], ...names.map((name, i) => {
    const {colour, marker} = Report.look(i);
    return Report.element("button", {type: "button", "aria-pressed": String(shown.has(name)), onclick: click(name),
      title: "click: hide or show; double click: this one alone"}, Report.swatch(colour, marker), name);
  }));
};

// What is not drawn says why.
Report.sections.words = (host, data) => host.append(Report.element("p", {class: "soft"}, data.words));

Report.start = () => {
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.animation = false;
  Chart.defaults.color = "#1f2328";
  Report.data.sections.forEach((section, i) => {
    Report.sections[section.kind](document.getElementById(`section-${i}`), section);
  });
  document.body.dataset.drawn = Math.round(performance.now());  // milliseconds after it was opened
};
