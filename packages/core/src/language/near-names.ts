import { editDistance } from './edit-distance.js';

/** Maximum number of suggestions. */
const MOST = 3;

/** The names that `wanted` may have been meant for, nearest first: a few letters different, or containing it. */
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

/** "Did you mean work or works?"; empty if nothing is similar. */
export function didYouMean(wanted: string, names: Iterable<string>): string {
  const near = nearNames(wanted, names);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}?`;
}
