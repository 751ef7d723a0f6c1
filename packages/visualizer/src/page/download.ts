/** Saves a text as a file. */
export function download(name: string, type: string, text: string): void {
  save(name, new Blob([text], { type }));
}

/** How many pixels a picture has for each of the chart's. */
const SCALE = 2;

/** Saves an SVG as a PNG, in the colours that are on screen. */
export async function downloadPng(name: string, svg: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([themed(svg)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE];
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The chart is too large for a PNG: take it away as SVG");
    save(name, blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function themed(svg: string): string {
  const { theme } = document.documentElement.dataset;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  return svg.replace("<svg ", `<svg data-theme="${isDark ? "dark" : "light"}" `);
}

function save(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: the browser has to have begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
