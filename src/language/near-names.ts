import { editDistance } from './edit-distance.js';

/** So many names are offered. */
const MOST = 3;

/** The names that somebody who wrote `wanted` may have meant, the nearest first: a few letters off, or with it as a part. */
export function nearNames(wanted: string, names: Iterable<string>): string[] {
  const asked = wanted.toLowerCase();
  const limit = Math.max(1, Math.floor(asked.length / 3));
  return [...new Set(names)]
    .map((name) => {
      const known = name.toLowerCase();
      const within =
        Math.min(asked.length, known.length) >= 3 &&
        (known.includes(asked) || asked.includes(known));
      return { name, distance: within ? Math.min(1, limit) : editDistance(asked, known, limit) };
    })
    .filter(({ name, distance }) => name !== wanted && distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** "Did you mean work or works?"; empty where nothing is near. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const near = nearNames(wanted, names);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}?`;
}
