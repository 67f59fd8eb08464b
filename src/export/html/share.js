// Links to situations, and the view as a picture.
const Share = (() => {
  const { meta, count, source, target } = Data;
  const NAMESPACE = ["http", "//www.w3.org/2000/svg"].join(":");

  // The situation and its path, in the fragment of the address.
  const link = (node, path) => `#situation=${node}${path.length ? `&path=${path.join(",")}` : ""}`;
  const note = (node, path) => history.replaceState(null, "", link(node, path));
  // Returns the path in an address: the given path if it is connected, otherwise the most likely path to its
  // situation, or null.
  const read = (hash) => {
    const words = new URLSearchParams(hash.replace(/^#/, ""));
    if (!words.has("situation")) return null;
    const node = Number(words.get("situation"));
    if (!Number.isInteger(node) || node < 0 || node >= count) return null;
    const path = (words.get("path") || "").split(",").filter(Boolean).map(Number);
    let at = meta.start;
    const joined = path.every((edge) => {
      const fits = source[edge] === at;
      at = target[edge];
      return fits;
    });
    if (joined && at === node) return path;
    return node === meta.start ? [] : Paths.pathTo(node);
  };

  // Implements the drawing methods of a canvas, and writes SVG.
  const writer = () => {
    const parts = [];
    const ruler = document.createElement("canvas").getContext("2d");
    const escape = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`).replace(/[^\t\n\x20-\uffff]/g, "");
    const short = (number) => String(Math.round(number * 100) / 100);
    const pen = { fillStyle: "#000000", strokeStyle: "#000000", lineWidth: 1, globalAlpha: 1, font: "12px sans-serif", textAlign: "start", textBaseline: "alphabetic" };
    let [dash, path] = ["", ""];
    const seen = () => (pen.globalAlpha < 1 ? ` opacity="${short(pen.globalAlpha)}"` : "");
    const stroke = () => ` fill="none" stroke="${pen.strokeStyle}" stroke-width="${short(pen.lineWidth)}"${dash}${seen()}`;
    const fill = () => ` fill="${pen.fillStyle}"${seen()}`;
    const rect = (x, y, wide, high, look) => parts.push(`<rect x="${short(x)}" y="${short(y)}" width="${short(Math.max(0, wide))}" height="${short(Math.max(0, high))}"${look}/>`);
    const points = (letter, numbers) => (path += letter + numbers.map(short).join(" "));
    Object.assign(pen, {
      setTransform() {},
      drawImage() {},
      setLineDash: (list) => (dash = list.length ? ` stroke-dasharray="${list.map(short).join(" ")}"` : ""),
      fillRect: (x, y, wide, high) => rect(x, y, wide, high, fill()),
      strokeRect: (x, y, wide, high) => rect(x, y, wide, high, stroke()),
      beginPath: () => (path = ""),
      moveTo: (...to) => points("M", to),
      lineTo: (...to) => points("L", to),
      bezierCurveTo: (...to) => points("C", to),
      roundRect(x, y, wide, high, round) {
        const r = Math.min(round, wide / 2, high / 2);
        points("M", [x + r, y]);
        points("h", [wide - 2 * r]);
        path += `a${short(r)} ${short(r)} 0 0 1 ${short(r)} ${short(r)}v${short(high - 2 * r)}a${short(r)} ${short(r)} 0 0 1 ${short(-r)} ${short(r)}`;
        path += `h${short(2 * r - wide)}a${short(r)} ${short(r)} 0 0 1 ${short(-r)} ${short(-r)}v${short(2 * r - high)}a${short(r)} ${short(r)} 0 0 1 ${short(r)} ${short(-r)}z`;
      },
      fill: () => path && parts.push(`<path d="${path}"${fill()}/>`),
      stroke: () => path && parts.push(`<path d="${path}"${stroke()}/>`),
      measureText(text) {
        ruler.font = pen.font;
        return ruler.measureText(text);
      },
      fillText(text, x, y, most) {
        const size = Number(/([\d.]+)px/.exec(pen.font)[1]);
        const style = (pen.font.startsWith("bold") ? ' font-weight="bold"' : "") + (pen.font.startsWith("italic") ? ' font-style="italic"' : "");
        const fitted = most && pen.measureText(text).width > most ? ` textLength="${short(most)}" lengthAdjust="spacingAndGlyphs"` : "";
        parts.push(`<text x="${short(x)}" y="${short(y + size * 0.36)}" text-anchor="middle" font-size="${short(size)}"${style}${fitted}${fill()}>${escape(text)}</text>`);
      },
    });
    const end = (wide, high) => `<svg xmlns="${NAMESPACE}" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="system-ui, Helvetica, Arial, sans-serif">\n<title>${escape(document.title)}</title>\n${parts.join("\n")}\n</svg>\n`;
    return { pen, end };
  };
  const [LINE, COLUMN] = [18, 430]; // pixels of the legend
  // The meanings of the codes, in columns below the view; returns their height.
  const legend = (pen, wide, top) => {
    const { events, codes } = Codes.shown();
    const lines = [...events, ...codes.filter(([code]) => !events.some(([name]) => name === code))].map(([code, meaning]) => `${code}: ${meaning}`);
    const columns = Math.max(1, Math.floor(wide / COLUMN));
    const rows = Math.ceil(lines.length / columns);
    const high = rows ? (rows + 1) * LINE : 0;
    Object.assign(pen, { font: "13px system-ui, sans-serif", fillStyle: Colour.paint.paper, globalAlpha: 1 });
    pen.fillRect(0, top, wide, high);
    pen.fillStyle = Colour.paint.ink;
    lines.forEach((text, at) => {
      const most = Math.min(pen.measureText(text).width, wide / columns - 24);
      pen.fillText(text, 14 + (Math.floor(at / rows) * wide) / columns + most / 2, top + ((at % rows) + 0.7) * LINE, most);
    });
    return high;
  };
  // The view as SVG with its legend, and its size.
  const picture = () => {
    const { pen, end } = writer();
    Drawing.onto(pen);
    const { wide, high: view } = Drawing.size();
    const high = view + legend(pen, wide, view);
    return { text: end(wide, high), wide, high };
  };
  const stem = Files.stem(document.title) || "graph";
  const saveSvg = () => Files.save(`${stem}.svg`, "image/svg+xml", picture().text);
  const savePng = () => {
    const { text, wide, high } = picture();
    return Files.savePng(stem, text, wide, high);
  };
  return { link, note, read, picture, saveSvg, savePng };
})();
