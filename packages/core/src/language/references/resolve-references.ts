import { antecedents, type Antecedent, type ContextLine } from './antecedents.js';
import { referencesIn, type Reference } from './references.js';

/** What a question's words were resolved to. */
export interface ResolvedQuestion {
  /** The question with the referring words replaced by names. */
  readonly text: string;
  readonly readings: readonly ReferenceReading[];
  /** Words that may refer to several, and were left unchanged. */
  readonly open: readonly { readonly said: string; readonly among: readonly string[] }[];
}

export interface ReferenceReading {
  readonly said: string;
  readonly as: string;
  /** Other recently mentioned candidates. */
  readonly others: readonly string[];
}

/** How many of the last lines are considered. */
const LINES = 12;
/** Candidates within this many lines are reported beside the chosen one. */
const TOLD_LINES = 3;
const MAX_TOGETHER = 3;

/**
 * Resolves "she", "it", "there", "that project" in a question by the most recent mention in the lines
 * before it (oldest first) that fits in kind, gender and number (a small version of Hobbs 1978 and Lappin
 * and Leass 1994). Antecedents within the question itself take precedence: such a word needs no resolution.
 * If two fit equally well, it is left open.
 */
export function resolveReferences(
  query: string,
  lines: readonly ContextLine[],
  people: readonly string[] = [],
): ResolvedQuestion {
  const references = referencesIn(query);
  if (references.length === 0 || lines.length === 0) return { text: query, readings: [], open: [] };
  const recent = lines
    .slice(-LINES)
    .reverse()
    .map((line) => antecedents(line, people));
  const own = antecedents({ speaker: null, text: query }, people);
  const readings: ReferenceReading[] = [];
  const open: { said: string; among: string[] }[] = [];
  let text = '';
  let from = 0;
  for (const reference of references) {
    if (
      own.some(
        (antecedent) =>
          antecedent.start >= 0 &&
          antecedent.start < reference.start &&
          reference.fit(antecedent) > 0,
      )
    )
      continue;
    const found = lookBack(reference, recent);
    if (found.length === 0) continue;
    const [best = [], ...later] = found;
    const [first] = best;
    if (first === undefined) continue;
    const together =
      reference.plural &&
      best.length > 1 &&
      best.length <= MAX_TOGETHER &&
      best.every(({ type }) => type === 'person');
    if (best.length > 1 && !together) {
      open.push({ said: reference.said, among: best.map(({ name }) => name) });
      continue;
    }
    const name = together ? best.map((each) => each.name).join(' and ') : first.name;
    const others = together
      ? []
      : [...new Set(later.flat().map((each) => each.name))].filter((other) => other !== name);
    readings.push({ said: reference.said, as: name, others });
    text += query.slice(from, reference.start) + (reference.possessive ? `${name}'s` : name);
    from = reference.end;
  }
  return { text: text + query.slice(from), readings, open };
}

/** Candidates by distance: nearest first, equals together. */
function lookBack(
  reference: Reference,
  recent: readonly (readonly Antecedent[])[],
): Antecedent[][] {
  const groups: Antecedent[][] = [];
  const seen: Antecedent[] = [];
  for (const [age, line] of recent.entries()) {
    if (age >= TOLD_LINES && groups.length > 0) break;
    const fitting = line
      .map((antecedent) => ({ antecedent, fit: reference.fit(antecedent) }))
      .filter(({ fit }) => fit > 0);
    const standing = ({ antecedent, fit }: (typeof fitting)[number]): number =>
      fit * 10 + (reference.plural ? 0 : antecedent.rank);
    fitting.sort((a, b) => standing(b) - standing(a) || a.antecedent.start - b.antecedent.start);
    let last = NaN;
    for (const each of fitting) {
      if (seen.some((other) => isSame(other, each.antecedent))) continue;
      seen.push(each.antecedent);
      const group = groups.at(-1);
      if (standing(each) === last && group !== undefined) group.push(each.antecedent);
      else groups.push([each.antecedent]);
      last = standing(each);
    }
  }
  return groups;
}

/** "Priya" and "Priya Shah" are the same. */
function isSame(a: Antecedent, b: Antecedent): boolean {
  const [short = '', long = ''] = [a.name.toLowerCase(), b.name.toLowerCase()].sort(
    (x, y) => x.length - y.length,
  );
  return (
    short === long ||
    (a.type === b.type && long.split(/\s+/).includes(short) && !long.includes("'s"))
  );
}
