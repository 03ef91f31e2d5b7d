import type { ImagePixels } from '../packages/core/src/domain/memory.js';

export const DRAWN_KINDS = ['shapes', 'scene', 'clouds', 'slope', 'noise', 'page'] as const;
export type DrawnKind = (typeof DRAWN_KINDS)[number];

/** A picture of 288 to 352 pixels a side, the same for a seed on every machine. */
export function drawPicture(kind: DrawnKind, seed: number): ImagePixels {
  const chance = seededChance(seed * 7_919 + DRAWN_KINDS.indexOf(kind));
  const width = 288 + 32 * Math.floor(chance() * 3);
  const height = 288 + 32 * Math.floor(chance() * 3);
  const colour = (): readonly number[] => [chance() * 255, chance() * 255, chance() * 255];
  const rgb = new Uint8Array(width * height * 3);
  const paint = (at: (x: number, y: number, channel: number) => number): void => {
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let channel = 0; channel < 3; channel++)
          rgb[3 * (y * width + x) + channel] = Math.max(0, Math.min(255, at(x, y, channel)));
      }
    }
  };
  const [first, second] = [colour(), colour()];
  if (kind === 'noise') paint(() => chance() * 255);
  if (kind === 'slope') {
    const turn = chance() * 2 * Math.PI;
    paint((x, y, c) => {
      const share = 0.5 + (x / width - 0.5) * Math.cos(turn) + (y / height - 0.5) * Math.sin(turn);
      return (first[c] ?? 0) * share + (second[c] ?? 0) * (1 - share);
    });
  }
  if (kind === 'clouds' || kind === 'scene') {
    const cloud = clouds(chance, width, height);
    paint(
      (x, y, c) =>
        (first[c] ?? 0) +
        ((second[c] ?? 0) - (first[c] ?? 0)) * (0.5 + (cloud[y * width + x] ?? 0)),
    );
  }
  if (kind === 'page') drawPage(rgb, width, height, chance);
  if (kind === 'shapes') paint((_x, _y, c) => first[c] ?? 0);
  if (kind === 'shapes' || kind === 'scene') {
    for (let left = 6; left > 0; left--) drawShape(rgb, width, height, chance, colour());
  }
  return { width, height, rgb };
}

/** 0 to 1 (mulberry32). */
function seededChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lines of words on white paper. */
function drawPage(rgb: Uint8Array, width: number, height: number, chance: () => number): void {
  rgb.fill(255);
  for (let line = 16; line < height - 16; line += chance() < 0.15 ? 36 : 12) {
    const end = width - 16 - chance() * width * 0.4;
    for (let word = 16; word < end; word += 14 + chance() * 30) {
      const stop = Math.min(end, word + 8 + chance() * 22);
      for (let y = line; y < line + 7; y++) {
        for (let x = Math.floor(word); x < stop; x++)
          if (chance() < 0.5) rgb.fill(30, 3 * (y * width + x), 3 * (y * width + x) + 3);
      }
    }
  }
}

function drawShape(
  rgb: Uint8Array,
  width: number,
  height: number,
  chance: () => number,
  colour: readonly number[],
): void {
  const [x0, y0, rx, ry, round] = [
    chance() * width,
    chance() * height,
    (0.05 + chance() * 0.2) * width,
    (0.05 + chance() * 0.2) * height,
    chance() < 0.5,
  ];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [Math.abs(x - x0) / rx, Math.abs(y - y0) / ry];
      if (round ? dx * dx + dy * dy < 1 : dx < 1 && dy < 1) rgb.set(colour, 3 * (y * width + x));
    }
  }
}

/** Noise of many sizes laid over each other, as in photographs of sky and stone; about -0.5 to 0.5. */
function clouds(chance: () => number, width: number, height: number): Float32Array {
  const field = new Float32Array(width * height);
  for (let cells = 2, amount = 0.5; cells <= 64; cells *= 2, amount *= 0.6) {
    const grid = Float32Array.from({ length: (cells + 1) ** 2 }, () => chance() - 0.5);
    for (let at = 0; at < field.length; at++) {
      const [x, y] = [((at % width) / width) * cells, (Math.floor(at / width) / height) * cells];
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const corner = (right: number, below: number): number =>
        grid[(top + below) * (cells + 1) + left + right] ?? 0;
      const upper = corner(0, 0) * (left + 1 - x) + corner(1, 0) * (x - left);
      const lower = corner(0, 1) * (left + 1 - x) + corner(1, 1) * (x - left);
      field[at] = (field[at] ?? 0) + amount * (upper * (top + 1 - y) + lower * (y - top));
    }
  }
  return field;
}
