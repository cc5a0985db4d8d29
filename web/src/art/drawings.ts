/**
 * The drawings, as symbols in the document. Each file is one family; a board asks for those it shows.
 * What is placed by its middle needs the view box, which is read from the files themselves.
 */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxes = new Map<string, Box>();
const shown = new Set<string>();
const SYMBOL = /<symbol id="([^"]+)" viewBox="([^"]+)"/g;

/** Puts a family of drawings into the document, once. */
export function show(family: string, svg: string): void {
  if (shown.has(family)) return;
  shown.add(family);
  for (const [, id, box] of svg.matchAll(SYMBOL)) {
    const [x = 0, y = 0, width = 1, height = 1] = (box ?? "").split(" ").map(Number);
    boxes.set(id ?? "", { x, y, width, height });
  }
  const holder = document.createElement("div");
  holder.setAttribute("aria-hidden", "true");
  holder.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  holder.innerHTML = svg;
  document.body.append(holder);
}

export function boxOf(id: string): Box {
  return boxes.get(id) ?? { x: -32, y: -32, width: 64, height: 64 };
}

/** Where a drawing goes so that its origin is at (x, y) and it is `size` wide. */
export function placed(id: string, x: number, y: number, size: number): Box {
  const box = boxOf(id);
  const scale = size / box.width;
  return { x: x + box.x * scale, y: y + box.y * scale, width: size, height: box.height * scale };
}
