// The meanings of the codes in names and labels, for tooltips, lists and the legend.
const Codes = (() => {
  const { meta } = Data;
  const MOST = 400; // situations and lines in which the legend looks for codes
  const all = [...meta.events, ...(meta.codes ?? [])].filter((code) => Array.isArray(code) && code[1]);
  const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  // A number alone is no code in a text, for it can be any other number there.
  const patterns = all.map(([code, meaning]) => [code, meaning, /^[\d,=]+$/.test(code) ? null : new RegExp(`(?<![\\w=])${escape(code)}(?!\\w)`)]);
  // The meaning of a name, or an empty text.
  const meaning = (name) => all.find(([code]) => code === name)?.[1] ?? "";
  // The codes in some texts, in the order of the file, each with its meaning.
  const within = (texts) => patterns.filter(([, , pattern]) => pattern && texts.some((text) => pattern.test(text))).map(([code, text]) => [code, text]);
  const ofNode = (node) => within(Data.label(node));
  // The codes of the open situations and of the lines between them.
  const shown = () => {
    const { shown: nodes, lines } = Layout.now;
    const events = new Set(lines.slice(0, MOST).map((edge) => meta.events[Data.style[edge]]));
    return { events: [...events].filter((event) => event?.[1]), codes: within(nodes.slice(0, MOST).flatMap(Data.label)) };
  };
  return { meaning, ofNode, shown };
})();
