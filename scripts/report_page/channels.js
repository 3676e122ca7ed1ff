"use strict";
// Channels: a heat map for each direction and plane of a grid, any other network as a drawing.
(() => {
  const GAP = 14, HEAD = 20, MOST_NUMBERED = 60;

  const share_of = (column, value) => (value - column.begin) / (column.top - column.begin || 1);

  // Places a map for every direction and plane: [{title, cells: [{x, y, channel}]}], in units of a cell.
  function maps_of(data) {
    const [width, height, depth] = [...data.radices, 1, 1];
    const at = new Map(data.from.map((router, i) => [router * 8 + data.port[i], i]));
    const maps = [];
    data.directions.forEach((direction, port) => {
      for (let z = 0; z < depth; z++) {
        const cells = [];
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) cells.push({x, y: height - 1 - y, channel: at.get(((z * height + y) * width + x) * 8 + port)});
        }
        maps.push({title: depth > 1 ? `${direction}, z = ${z}` : direction, cells});
      }
    });
    return {maps, width, height, in_a_row: depth > 1 ? depth : Math.min(data.directions.length, 4)};
  }

  function draw_grid(canvas, data, column, width_of_page) {
    const {maps, width, height, in_a_row} = maps_of(data);
    const size = Math.max(2, Math.min(34, Math.floor((width_of_page - GAP * in_a_row) / (in_a_row * width))));
    const step_x = Math.max(width * size, 56) + GAP, step_y = height * size + HEAD + GAP;
    const ctx = Report.sized(canvas, in_a_row * step_x, Math.ceil(maps.length / in_a_row) * step_y);
    ctx.font = "12px sans-serif";
    const places = [];
    maps.forEach((map, i) => {
      const left = (i % in_a_row) * step_x, top = Math.floor(i / in_a_row) * step_y + HEAD;
      ctx.fillStyle = "#1f2328";
      ctx.fillText(map.title, left, top - 6);
      for (const cell of map.cells) {
        const value = cell.channel === undefined ? null : column.values[cell.channel];
        ctx.fillStyle = value === null ? "#e6e9ec" : Report.colour_of(share_of(column, value));
        ctx.fillRect(left + cell.x * size, top + cell.y * size, size, size);
      }
      places.push({left, top, map});
    });
    return (px, py) => {
      for (const {left, top, map} of places) {
        const cell = map.cells.find((one) => px >= left + one.x * size && px < left + (one.x + 1) * size && py >= top + one.y * size && py < top + (one.y + 1) * size);
        if (cell) return cell.channel;
      }
      return undefined;
    };
  }

  // Links have the colour of the busier of their channels; the busiest are drawn last.
  function draw_network(canvas, data, column, width_of_page, places) {
    const busiest = new Map();
    data.from.forEach((from, i) => {
      const key = Math.min(from, data.to[i]) * data.routers + Math.max(from, data.to[i]);
      const before = busiest.get(key);
      if (before === undefined || column.values[i] > column.values[before]) busiest.set(key, i);
    });
    const side = Math.min(width_of_page, 720), margin = 16;
    const ctx = Report.sized(canvas, side, side * 0.85);
    const px = (router) => margin + places.x[router] * (side - 2 * margin), py = (router) => margin + places.y[router] * (0.85 * side - 2 * margin);
    ctx.lineWidth = data.routers <= 100 ? 3 : 1;
    const links = [...busiest.values()].sort((a, b) => column.values[a] - column.values[b]);
    for (const i of links) {
      ctx.strokeStyle = column.values[i] === null ? "#e6e9ec" : Report.colour_of(share_of(column, column.values[i]));
      ctx.beginPath();
      ctx.moveTo(px(data.from[i]), py(data.from[i]));
      ctx.lineTo(px(data.to[i]), py(data.to[i]));
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
    return (x, y) => links.find((i) => {  // near the line between its ends
      const ax = px(data.from[i]), ay = py(data.from[i]), bx = px(data.to[i]) - ax, by = py(data.to[i]) - ay;
      const along = ((x - ax) * bx + (y - ay) * by) / (bx * bx + by * by || 1);
      return along > 0 && along < 1 && Math.hypot(x - ax - along * bx, y - ay - along * by) < 4;
    });
  }

  Report.sections.channels = (host, data) => {
    const links = data.from.map((from, i) => [from, data.to[i]]).filter(([a, b]) => a < b);
    const places = data.radices.length ? null : Report.place_routers(data.routers, links);
    const controls = Report.element("div", {class: "controls"});
    const canvas = Report.element("canvas", {role: "img", "aria-label": data.title});
    const scale = Report.element("div");
    const told = Report.element("p", {class: "soft"}, "The pointer names a channel.");
    host.append(controls, scale, Report.element("div", {class: "panel wide"}, canvas), told);
    let found = () => undefined, column = data.columns[0];

    function draw(name) {
      column = data.columns.find((one) => one.name === name);
      const known = column.values.filter((value) => value !== null);
      const mean = known.reduce((a, b) => a + b, 0) / known.length;
      scale.replaceChildren(Report.scale_bar(column.begin, column.top, `${column.title}; mean ${Report.number(mean)}, largest ${Report.number(column.top)}`));
      const width = host.clientWidth || 1100;
      found = data.radices.length ? draw_grid(canvas, data, column, width) : draw_network(canvas, data, column, width, places);
      canvas.dataset.column = name;
    }

    canvas.addEventListener("mousemove", (event) => {
      const i = found(event.offsetX, event.offsetY);
      if (i === undefined) return;
      const way = data.directions.length ? ` (${data.directions[data.port[i]]})` : "";
      told.textContent = `Router ${data.from[i]}, port ${data.port[i]}${way}, to router ${data.to[i]}: ${Report.number(column.values[i])}`;
    });
    if (data.columns.length > 1) controls.append(Report.choice("drawn", "channel-column", data.columns.map((one) => [one.name, one.title]), column.name, draw));
    draw(column.name);
    host.append(Report.element("p", {class: "soft"}, data.radices.length
      ? "A cell is the channel that leaves its router in that direction; router 0 is at the lower left, x to the right, y upwards. Grey cells have no channel."
      : "Routers are placed so that neighbours are near. A link has the colour of the busier of its two channels."));
  };
})();
