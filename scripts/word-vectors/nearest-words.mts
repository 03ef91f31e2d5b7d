import { NEIGHBOURS } from '../../src/language/meaning/word-table.js';

/** From which cosine on a word is near. */
const NEAR = 0.4;

/** For each row its nearest others by cosine, and how near: 0 at {@link NEAR}, 255 where they are the same. */
export function nearestWords(all: readonly Float64Array[]): {
  near: Uint16Array;
  nearness: Uint8Array;
} {
  const width = all[0]?.length ?? 0;
  const flat = Float32Array.from(all.flatMap((row) => [...row]));
  const near = new Uint16Array(all.length * NEIGHBOURS);
  const nearness = new Uint8Array(all.length * NEIGHBOURS);
  for (let row = 0; row < all.length; row++) {
    const found: { at: number; cosine: number }[] = [];
    for (let at = 0; at < all.length; at++) {
      if (at === row) continue;
      let cosine = 0;
      for (let column = 0; column < width; column++)
        cosine += (flat[row * width + column] ?? 0) * (flat[at * width + column] ?? 0);
      if (cosine > NEAR) found.push({ at, cosine });
    }
    found.sort((a, b) => b.cosine - a.cosine);
    for (const [place, { at, cosine }] of found.slice(0, NEIGHBOURS).entries()) {
      near[row * NEIGHBOURS + place] = at;
      nearness[row * NEIGHBOURS + place] = Math.round((255 * (cosine - NEAR)) / (1 - NEAR));
    }
  }
  return { near, nearness };
}
