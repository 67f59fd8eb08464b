// Mouse and touch input on the drawing.
const Pointer = (() => {
  const { view } = Drawing;
  const stage = Panel.get("stage");
  let acts = {};

  // One pointer drags, two zoom.
  const pointers = new Map();
  let dragged = false;
  const where = (event) => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const MOST_HELD = 20000; // number of lines up to which the line under the mouse is searched
  const lineTip = (line) => {
    const meaning = Codes.meaning(Data.event(line));
    const words = meaning ? `${Data.event(line)}: ${meaning}` : [Data.event(line), Panel.explained(Codes.ofLine(line))].filter(Boolean).join("\n");
    return Data.decided[line] < 0 ? `${words}\nprobability ${Exact.double(Data.prob[line])}\nclick: what if` : words;
  };
  // The meanings of the codes on a card; in the zoomed-out view also its text.
  const nodeTip = (at) => {
    const text = view.zoom > 0.7 ? [] : [...Data.label(at), Data.cue(at), `reached: ${Exact.double(Data.reach[at])}`];
    return [...text, Panel.explained(Codes.ofNode(at))].filter(Boolean).join("\n");
  };
  const tip = (at, point) => {
    const line = at < 0 && Drawing.lines.length <= MOST_HELD ? Cards.under(point.x, point.y) : -1;
    stage.classList.toggle("pointing", at >= 0 || line >= 0);
    const text = line >= 0 ? lineTip(line) : at >= 0 ? nodeTip(at) : "";
    Panel.get("tip").hidden = !text;
    if (!text) return;
    Panel.get("tip").textContent = text;
    Panel.get("tip").style.left = `${Math.min(point.x + 14, stage.clientWidth - 240)}px`;
    Panel.get("tip").style.top = `${Math.min(point.y + 14, stage.clientHeight - 90)}px`;
  };
  const pointer = {
    pointerdown: (event) => {
      if (event.button) return;
      pointers.set(event.pointerId, where(event));
      dragged = false;
      stage.focus({ preventScroll: true });
    },
    pointermove: (event) => {
      const point = where(event);
      const old = pointers.get(event.pointerId);
      if (!old) return tip(Drawing.at(point.x, point.y), point);
      if (!dragged && Math.hypot(point.x - old.x, point.y - old.y) < 4) return;
      if (!dragged) stage.setPointerCapture(event.pointerId);
      dragged = true;
      stage.classList.add("dragging");
      if (pointers.size === 1) Drawing.move(point.x - old.x, point.y - old.y);
      else {
        const fixed = [...pointers].find(([id]) => id !== event.pointerId)[1];
        const apart = (a) => Math.max(10, Math.hypot(a.x - fixed.x, a.y - fixed.y));
        Drawing.zoom(apart(point) / apart(old), fixed);
      }
      pointers.set(event.pointerId, point);
    },
    pointerup: (event) => {
      const alone = pointers.delete(event.pointerId) && !pointers.size;
      stage.classList.remove("dragging");
      if (!alone || dragged) return;
      const point = where(event);
      const at = Drawing.at(point.x, point.y);
      const line = at < 0 ? Cards.under(point.x, point.y) : -1;
      if (line >= 0 && Data.decided[line] >= 0) acts.decide(line);
      else if (line >= 0) acts.suppose(line);
      if (at < 0) return;
      if (at === Drawing.mark.node) acts.toggle();
      else acts.select(at);
    },
    pointercancel: (event) => pointers.delete(event.pointerId),
    pointerleave: () => (Panel.get("tip").hidden = true),
    wheel: (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 20 : 1;
      Drawing.zoom(Math.exp(-event.deltaY * lines * 0.0018), where(event));
    },
  };

  const listen = (what) => {
    acts = what;
    for (const [name, act] of Object.entries(pointer)) stage.addEventListener(name, act, { passive: false });
  };
  // Hides the tooltip when its node or line is gone.
  const hideTip = () => (Panel.get("tip").hidden = true);
  return { listen, hideTip };
})();
