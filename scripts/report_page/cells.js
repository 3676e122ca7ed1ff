"use strict";
// Routers of a grid, and pairs of nodes: a cell for each.
Report.sections.cells = (host, data) => {
  const maps = {...data, maps: data.maps.map((map) => ({title: map.title, cells: map.cells.map(([x, y, place]) => ({x, y, place}))}))};
  Report.heat(host, data, (canvas, column, width) => Report.draw_maps(canvas, maps, column, width), (place) => data.names[place]);
  host.append(Report.element("p", {class: "soft"}, data.words));
};
