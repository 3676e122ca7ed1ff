"use strict";
// Bars of the largest stable loads, or of a column of runs without a load: groups by one key, colours by the others, marks for what happens beyond.
(() => {
  const ALL = "all";

  // Colours tell routings apart where another key can make the groups.
  function first_group(keys) {
    if (!keys.length) return ALL;
    return String(Math.max(0, keys.findIndex((key) => key.name !== "routing")));
  }

  // Intervals, and the marks at their loads.
  const marks = {
    id: "marks",
    afterDatasetsDraw(chart) {
      const {ctx, scales: {y}} = chart;
      chart.data.datasets.forEach((set, i) => {
        chart.getDatasetMeta(i).data.forEach((drawn, at) => {
          const told = set.told[at];
          if (!told) return;
          ctx.save();
          ctx.strokeStyle = "#1f2328";
          ctx.lineWidth = 1.2;
          if (told.half_width) {
            const top = y.getPixelForValue(told.load + told.half_width), bottom = y.getPixelForValue(Math.max(0, told.load - told.half_width));
            ctx.beginPath();
            for (const end of [top, bottom]) { ctx.moveTo(drawn.x - 4, end); ctx.lineTo(drawn.x + 4, end); }
            ctx.moveTo(drawn.x, top);
            ctx.lineTo(drawn.x, bottom);
            ctx.stroke();
          }
          for (const mark of told.marks) {
            ctx.fillStyle = mark.filled ? "#1f2328" : "#ffffff";
            Chart.helpers.drawPoint(ctx, {pointStyle: mark.shape, radius: 5, borderWidth: 1.5}, drawn.x, y.getPixelForValue(mark.load));
          }
          ctx.restore();
        });
      });
    },
  };

  function told(context) {
    const {load, half_width, runs, verdict, marks: beyond} = context.dataset.told[context.dataIndex];
    return [`${context.dataset.label || "all"}: ${Report.number(load)}` + (half_width ? ` ± ${Report.number(half_width)}` : "") +
      `, ${verdict}${runs > 1 ? `, ${runs} ${context.chart.options.repetitions}` : ""}`, ...beyond.map((mark) => `${mark.title} ${Report.number(mark.load)}`)];
  }

  class Bars {
    constructor(host, data) {
      this.data = data;
      this.state = {unit: data.unit, group: first_group(data.keys), filters: data.keys.map(() => ALL)};
      this.shown = null;
      this.below = Report.element("div");
      const words = data.marks.map((mark) => `${{circle: "circle", crossRot: "cross", rectRot: "diamond"}[mark.shape]}: ${mark.title}`);
      host.append(this.controls(), this.below, Report.element("p", {class: "soft"},
        "Bars over repetitions have their 95 % interval." + (words.length ? ` Marks: ${words.join("; ")}.` : "")));
      this.draw();
    }

    controls() {
      const {data, state} = this, box = Report.element("div", {class: "controls"});
      const again = (member) => (value) => { state[member] = value; this.draw_anew(); };
      if (data.keys.length) box.append(Report.choice("groups", "group", data.keys.map((key, k) => [String(k), key.title]), state.group, again("group")));
      Report.filters(box, data.keys, state.filters, () => this.draw_anew());
      if (data.units.length > 1) box.append(Report.choice(data.chosen, "unit", data.units.map((unit) => [unit, data.unit_names[unit]]), state.unit, again("unit")));
      return box;
    }

    draw_anew() {
      this.shown = null;
      this.draw();
    }

    free() {
      return this.data.keys.map((_, k) => k).filter((k) => this.state.filters[k] === ALL && String(k) !== this.state.group);
    }

    name_of(bar) {
      return Report.name_of(this.data.keys, bar.values, this.free());
    }

    // What the pointer and the marks say of a bar.
    told_of(bar) {
      const {unit} = this.state;
      const marks = this.data.marks.map((mark) => ({...mark, load: bar.marks[mark.name][unit]})).filter((mark) => mark.load !== null);
      return {load: bar.load[unit], half_width: bar.half_width[unit], runs: bar.runs, verdict: bar.verdict, marks};
    }

    draw() {
      const {data, state} = this, k = Number(state.group), alone = state.group === ALL;
      const bars = data.bars.filter((bar) => Report.passes(bar.values, state.filters));
      const names = [...new Set(bars.map((bar) => this.name_of(bar)))];
      this.shown = this.shown || new Set(names.slice(0, 8));
      const groups = alone ? [0] : [...new Set(bars.map((bar) => bar.values[k]))];
      const sets = names.filter((name) => this.shown.has(name)).map((name) => {
        const own = groups.map((group) => bars.find((bar) => this.name_of(bar) === name && (alone || bar.values[k] === group)));
        return {
          label: name, backgroundColor: Report.look(names.indexOf(name)).colour, maxBarThickness: 60,
          data: own.map((bar) => bar ? bar.load[state.unit] : null), told: own.map((bar) => bar && this.told_of(bar)),
        };
      });
      this.below.replaceChildren();
      if (names.length > 1) this.below.append(Report.legend(names.slice(0, 40), this.shown, () => this.draw(), Report.legend_title(data.keys, this.free())));
      this.draw_chart(sets, alone ? [""] : groups.map((group) => data.keys[k].values[group]), alone ? "" : data.keys[k].title);
    }

    draw_chart(sets, labels, title) {
      if (this.chart) this.chart.destroy();
      const unit_name = this.data.unit_names[this.state.unit];
      const canvas = Report.element("canvas", {role: "img", "aria-label": this.data.title});
      this.below.append(Report.element("div", {class: "panel", "data-lines": sets.length}, Report.element("div", {class: "canvas"}, canvas)));
      this.chart = new Chart(canvas, {
        type: "bar", data: {labels, datasets: sets}, plugins: [marks],
        options: {
          responsive: true, maintainAspectRatio: false, repetitions: this.data.repetitions,
          scales: {
            x: {grid: {display: false}, title: {display: title !== "", text: title}},
            y: {min: 0, suggestedMax: highest(sets), title: {display: true, text: this.data.upwards ? `${this.data.upwards} (${unit_name})` : unit_name}, grid: {color: "#eaeef2"}},
          },
          plugins: {legend: {display: false}, tooltip: {callbacks: {label: told}}},
        },
      });
    }
  }

  const highest = (sets) => sets.flatMap((set) => set.told).filter(Boolean)
    .flatMap((bar) => [bar.load + (bar.half_width || 0), ...bar.marks.map((mark) => mark.load)]).reduce((a, b) => Math.max(a, b), 0);

  Report.sections.bars = (host, data) => new Bars(host, data);
})();
