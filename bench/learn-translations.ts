/** Words of documentation and words of the code they document, each once. */
export interface WordPair {
  readonly told: readonly string[];
  readonly code: readonly string[];
}

/** What a word of documentation goes with: words of code and how strongly, in hundredths, the strongest first. */
export type LearnedTranslations = ReadonlyMap<
  string,
  readonly (readonly [word: string, hundredths: number])[]
>;

const ROUNDS = 5;
/** A word of fewer functions teaches nothing that holds elsewhere. */
const MIN_FUNCTIONS = 8;
/** Of the chance that a word is told by none of the code's, so many times its share of all words. */
const BY_NONE = 3;
const MIN_SHARE = 1e-3;
const MIN_COUNT = 0.05;
/** What is kept: aligned so often, so many times more likely than by chance, and so strongly. */
const KEPT = { count: 1.5, lift: 2, strength: 0.12, words: 10 } as const;
/** Dampens what was aligned seldom. */
const SHRINK = 3;

/** Learns which words of code account for a word of documentation: IBM Model 1 (Brown et al. 1993) by expectation maximisation. Deterministic. */
export function learnTranslations(all: readonly WordPair[]): LearnedTranslations {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const number = (word: string): number => {
    let known = numbers.get(word);
    if (known === undefined) numbers.set(word, (known = words.push(word) - 1));
    return known;
  };
  const numbered = all.map(({ told, code }) => ({
    told: told.map(number),
    code: code.map(number),
  }));
  const vocabulary = words.length;
  const toldIn = new Float64Array(vocabulary);
  const codeIn = new Float64Array(vocabulary);
  for (const { told, code } of numbered) {
    for (const word of told) toldIn[word] = (toldIn[word] ?? 0) + 1;
    for (const word of code) codeIn[word] = (codeIn[word] ?? 0) + 1;
  }
  const total = toldIn.reduce((sum, count) => sum + count, 0);
  const chance = (word: number): number => (toldIn[word] ?? 0) / total;
  const pairs = numbered.map(({ told, code }) => ({
    told: told.filter((word) => (toldIn[word] ?? 0) >= MIN_FUNCTIONS),
    code: code.filter((word) => (codeIn[word] ?? 0) >= MIN_FUNCTIONS),
  }));
  let probability: Map<number, number> | null = null;
  let counts = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round++) {
    counts = expect(pairs, probability, chance, vocabulary);
    probability = maximise(counts, vocabulary, round > 0);
  }
  const learned = new Map<string, [string, number][]>();
  for (const [key, share] of probability ?? []) {
    const told = Math.floor(key / vocabulary);
    const code = key % vocabulary;
    const count = counts.get(key) ?? 0;
    const lift = share / chance(told);
    if (told === code || count < KEPT.count || lift < KEPT.lift) continue;
    const strength = Math.log(lift) / Math.log(1 / chance(told));
    if (strength <= KEPT.strength) continue;
    const list = learned.get(words[told] ?? '') ?? [];
    learned.set(words[told] ?? '', list);
    list.push([words[code] ?? '', Math.round((100 * strength * count) / (count + SHRINK))]);
  }
  return new Map(
    [...learned]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([word, list]) => [
        word,
        list.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, KEPT.words),
      ]),
  );
}

interface NumberedPair {
  readonly told: readonly number[];
  readonly code: readonly number[];
}

/** How often each word of documentation was accounted for by each word of code, by both their numbers in one. */
function expect(
  pairs: readonly NumberedPair[],
  probability: Map<number, number> | null,
  chance: (word: number) => number,
  vocabulary: number,
): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { told, code } of pairs) {
    for (const word of told) {
      const shares = code.map((other) =>
        probability === null ? 1 / 20 : (probability.get(word * vocabulary + other) ?? 0),
      );
      const sum = shares.reduce((all, share) => all + share, BY_NONE * chance(word));
      shares.forEach((share, at) => {
        if (share / sum < MIN_SHARE) return;
        const key = word * vocabulary + (code[at] ?? 0);
        counts.set(key, (counts.get(key) ?? 0) + share / sum);
      });
    }
  }
  return counts;
}

function maximise(
  counts: ReadonlyMap<number, number>,
  vocabulary: number,
  prune: boolean,
): Map<number, number> {
  const totals = new Float64Array(vocabulary).fill(1);
  for (const [key, count] of counts)
    totals[key % vocabulary] = (totals[key % vocabulary] ?? 0) + count;
  return new Map(
    [...counts]
      .filter(([, count]) => !prune || count >= MIN_COUNT)
      .map(([key, count]) => [key, count / (totals[key % vocabulary] ?? 1)]),
  );
}
