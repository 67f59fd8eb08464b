// Copies text to the clipboard, and saves files.
const Files = (() => {
  // Uses the clipboard API, or the older command where a browser denies the API to local files.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement("textarea");
      field.value = text;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
  };
  const save = (name, type, content) => {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  };
  const MOST = 8000; // pixels of a side; browsers refuse larger pictures
  // Saves an SVG picture of this size as PNG, wide enough for a slide.
  const savePng = async (stem, svg, wide, high) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const scale = Math.min(Math.max(2, 1920 / wide), MOST / Math.max(wide, high));
    const canvas = Object.assign(document.createElement("canvas"), { width: Math.round(wide * scale), height: Math.round(high * scale) });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise((done) => canvas.toBlob(done, "image/png"));
    save(`${stem}.png`, "image/png", content);
  };
  // Converts a title to a file name.
  const stem = (title) => title.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 60);
  return { copy, save, savePng, stem };
})();
