"use strict";
// Channels: a heat map for each direction and plane of a grid, any other network as a drawing.
(() => {
  const MOST_NUMBERED = 60;

  // Places a map for every direction and plane: [{title, cells: [{x, y, place}]}], in units of a cell.
  function maps_of(data) {
    const [width, height, depth] = [...data.radices, 1, 1];
    const at = new Map(data.from.map((router, i) => [router * 8 + data.port[i], i]));
    const maps = [];
    data.directions.forEach((direction, port) => {
      for (let z = 0; z < depth; z++) {
        const cells = [];
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) cells.push({x, y: height - 1 - y, place: at.get(((z * height + y) * width + x) * 8 + port)});
        }
        maps.push({title: depth > 1 ? `${direction}, z = ${z}` : direction, cells});
      }
    });
    return {maps, width, height, in_a_row: depth === 1 ? Math.min(data.directions.length, 4) : 2 * depth * (12 * width + 14) < 1100 ? 2 * depth : depth};
  }

  // Links have the colour of the busier of their channels; the busiest are drawn last.
  function draw_network(canvas, data, column, width_of_page, places) {
    const busiest = new Map(), key_of = (i) => Math.min(data.from[i], data.to[i]) * data.routers + Math.max(data.from[i], data.to[i]);
    data.from.forEach((_, i) => {
      const key = key_of(i);
      const before = busiest.get(key);
      if (before === undefined || column.values[i] > column.values[before]) busiest.set(key, i);
    });
    const side = Math.min(width_of_page, 720), margin = 16;
    const ctx = Report.sized(canvas, side, side * 0.85);
    const across = (x) => margin + x * (side - 2 * margin), down = (y) => margin + y * (0.85 * side - 2 * margin);
    const px = (router) => across(places.x[router]), py = (router) => down(places.y[router]);
    ctx.lineWidth = data.routers <= 100 ? 3 : 1;
    const links = [...busiest.values()].sort((a, b) => column.values[a] - column.values[b]);
    const points = new Map(links.map((i) => [i, places.points.get(key_of(i)).map(([x, y]) => [across(x), down(y)])]));
    for (const i of links) {
      ctx.strokeStyle = Report.colour_in(column, column.values[i]);
      ctx.beginPath();
      points.get(i).forEach(([x, y], step) => step ? ctx.lineTo(x, y) : ctx.moveTo(x, y));
      ctx.stroke();
    }
    const numbered = data.routers <= MOST_NUMBERED;
    ctx.font = "10px sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    for (let router = 0; router < data.routers; router++) {
      ctx.beginPath();
      ctx.arc(px(router), py(router), numbered ? 9 : 2.5, 0, 2 * Math.PI);
      ctx.fillStyle = "#ffffff";
      ctx.fill();
      ctx.strokeStyle = "#57606a";
      ctx.lineWidth = 1;
      ctx.stroke();
      ctx.fillStyle = "#1f2328";
      if (numbered) ctx.fillText(String(router), px(router), py(router));
    }
    return (x, y) => links.find((i) => points.get(i).some(([ax, ay], step, all) => {  // near a part of it
      if (!step) return false;
      const bx = all[step - 1][0] - ax, by = all[step - 1][1] - ay, along = ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by || 1);
      return along >= 0 && along <= 1 && Math.hypot(x - ax - along * bx, y - ay - along * by) < 4;
    }));
  }

  // Places of the routers, and the points of every link by the numbers of its ends.
  function places_of(data) {
    const keys = new Set(data.from.map((from, i) => Math.min(from, data.to[i]) * data.routers + Math.max(from, data.to[i])));
    const links = [...keys].map((key) => [Math.floor(key / data.routers), key % data.routers]);
    const places = Report.place_routers(data.routers, links.filter(([a, b]) => a !== b)), bends = Report.bends_of(places, links);
    places.points = new Map([...keys].map((key, i) => [key, Report.bent_points(places, ...links[i], bends[i])]));
    return places;
  }

  Report.sections.channels = (host, data) => {
    const places = data.radices.length ? null : places_of(data);
    const draw = (canvas, column, width) => data.radices.length ? Report.draw_maps(canvas, maps_of(data), column, width)
      : draw_network(canvas, data, column, width, places);
    Report.heat(host, data, draw, (i) => {
      const way = data.directions.length ? ` (${data.directions[data.port[i]]})` : "";
      return `Router ${data.from[i]}, port ${data.port[i]}${way}, to router ${data.to[i]}`;
    });
    host.append(Report.element("p", {class: "soft"}, data.radices.length
      ? `A cell is the channel that leaves its router in that direction; router 0 is at the lower left, x to the right, y upwards. ${data.grey}`
      : "Routers are placed so that neighbours are near. Links are led round routers at which they do not end, and have the colour of the busier of their two channels."));
  };
})();
