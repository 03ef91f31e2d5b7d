import { CODE_ROLES } from '../../../language/code/code-reading.js';
import type { AskedPair, CodeFeatureGroup, CodeMatch } from './code-match.js';
import { CALLED, NAME, ROLES, SUMMARY } from './code-vocabulary.js';

const ALIKE = 0.5;
const USUAL_WORDS = 6;

/** How the function's name matches the question: how much of it is asked for, and how it begins and ends. */
export const nameFeatures: CodeFeatureGroup = {
  names: [
    'name_asked',
    'name_asked_alike',
    'name_balance',
    'name_whole',
    'name_begins',
    'name_ends',
    'name_opens',
    'name_length',
  ],
  prepare: ({ question: { weights, total, synonyms, first }, rarity }) => {
    const bears = (hash: number | undefined): number =>
      hash === undefined ? 0 : weights.has(hash) ? 1 : synonyms.has(hash) ? ALIKE : 0;
    return ({ function: { name } }) => {
      let [known, asked, alike, recalled, whole] = [0, 0, 0, 0, 1];
      for (const hash of name) {
        const weight = rarity(hash);
        known += weight;
        const own = weights.get(hash);
        if (own !== undefined) {
          asked += weight;
          recalled += own;
        } else if (synonyms.has(hash)) alike += weight;
        else whole = 0;
      }
      const precision = known === 0 ? 0 : asked / known;
      const recall = recalled / total;
      const [start] = name;
      return [
        precision,
        known === 0 ? 0 : (asked + alike) / known,
        precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
        name.length === 0 ? 0 : whole,
        bears(start),
        bears(name.at(-1)),
        start === undefined || first === null
          ? 0
          : start === first.hash
            ? 1
            : first.synonyms.has(start)
              ? ALIKE
              : 0,
        Math.min(1, name.length / USUAL_WORDS),
      ];
    };
  },
};

/**
 * Adjacent words of the question: whether they are adjacent in name and summary too, and whether the function has
 * both.
 */
export const pairFeatures: CodeFeatureGroup = {
  names: ['pairs_name', 'pairs_summary', 'pairs_held'],
  prepare:
    ({ question: { pairs, pairTotal } }) =>
    (match) => {
      if (pairs.length === 0) return [0, 0, 0];
      const { name, summary } = match.function;
      const both = pairs.filter(
        ({ firstAt, secondAt }) =>
          (match.frequencies[firstAt] ?? 0) > 0 && (match.frequencies[secondAt] ?? 0) > 0,
      );
      const weigh = (found: readonly AskedPair[]): number =>
        found.reduce((sum, { weight }) => sum + weight, 0) / pairTotal;
      return [
        weigh(both.filter((pair) => sideBySide(pair, name))),
        weigh(both.filter((pair) => sideBySide(pair, summary))),
        weigh(both),
      ];
    },
};

function sideBySide({ first, second }: AskedPair, words: readonly number[]): boolean {
  return words.some((word, at) => {
    const next = words[at + 1];
    return (word === first && next === second) || (word === second && next === first);
  });
}

/**
 * Identifiers that the question cites verbatim. A function is seldom called what its description cites: that is what
 * it takes, calls or is compared with.
 */
export const citedFeatures: CodeFeatureGroup = {
  names: ['cited', 'cited_name', 'cited_other'],
  prepare:
    ({ question: { cited } }) =>
    ({ candidate: { cites }, function: { name } }) => {
      if (cited.length === 0) return [0, 0, 0];
      const named =
        cited.filter(
          (words) => words.length === name.length && words.every((word, at) => word === name[at]),
        ).length / cited.length;
      return [cites, named, Math.max(0, cites - named)];
    },
};

const K1 = 1.2;
const B = 0.75;
/** The usual length of a function, in words. */
const USUAL_LENGTH = 60;
/** Words lighter than this share of the heaviest do not count in judging how exactly a name matches. */
const LIGHT = 0.1;

/**
 * The share of the question that each role contains, verbatim or in other words, and the scores of the engine's
 * paths.
 */
export const roleFeatures: CodeFeatureGroup = {
  names: [
    ...CODE_ROLES.flatMap((role) => [`${role}_held`, `${role}_alike`]),
    'name_precision',
    'summary_precision',
    'undocumented',
    'held',
    'rarest',
    'told',
    'told_alike',
    'role_bm25',
    'length',
    'bm25',
    'reached',
    'cosine',
    'code_cosine',
    'associates',
    'pairs',
    'relatives',
  ],
  prepare: () => read,
};

function read(match: CodeMatch): number[] {
  const {
    candidate,
    question,
    own,
    alike: same,
    function: { kinds, length },
  } = match;
  const { words, total, heaviest } = question;
  const held = new Float64Array(ROLES);
  const alike = new Float64Array(ROLES);
  let [any, rarest, told, toldAlike, bm25, named, summed] = [0, 0, 0, 0, 0, 0, 0];
  for (const at of match.touched) {
    const weight = words[at]?.weight ?? 0;
    const row = at * ROLES;
    for (let role = 0; role < ROLES; role++) {
      if ((own[row + role] ?? 0) > 0) held[role] = (held[role] ?? 0) + weight;
      else if ((same[row + role] ?? 0) > 0) alike[role] = (alike[role] ?? 0) + weight;
    }
    const [inName, inSummary] = [own[row + NAME] ?? 0, own[row + SUMMARY] ?? 0];
    if (inName + inSummary > 0) told += weight;
    else if ((same[row + NAME] ?? 0) + (same[row + SUMMARY] ?? 0) > 0) toldAlike += weight;
    const frequency = match.frequencies[at] ?? 0;
    if (frequency === 0) continue;
    any += weight;
    rarest = Math.max(rarest, weight);
    const heavy = weight >= heaviest * LIGHT;
    named += heavy && inName > 0 ? 1 : 0;
    summed += heavy && inSummary > 0 ? 1 : 0;
    bm25 +=
      (weight * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * length) / USUAL_LENGTH));
  }
  return [
    ...CODE_ROLES.flatMap((_, role) => [(held[role] ?? 0) / total, (alike[role] ?? 0) / total]),
    named / Math.max(1, kinds[NAME] ?? 0),
    summed / Math.max(1, kinds[SUMMARY] ?? 0),
    (kinds[SUMMARY] ?? 0) === 0 ? 1 : 0,
    any / total,
    rarest / heaviest,
    told / total,
    toldAlike / total,
    bm25 / total / (K1 + 1),
    Math.log1p(length) / 6,
    candidate.bm25,
    candidate.reached,
    candidate.cosine,
    candidate.codeCosine,
    candidate.associates,
    candidate.pairs,
    candidate.relatives,
  ];
}

/**
 * BM25 of each field alone, and BM25F: frequencies weighted by field before they saturate (Robertson, Zaragoza and
 * Taylor 2004).
 */
export const fieldFeatures: CodeFeatureGroup = {
  names: [
    ...CODE_ROLES.map((role) => `bm25_${role}`),
    'bm25f',
    'bm25f_alike',
    'bm25f_body',
    'bm25f_told',
  ],
  prepare:
    ({ fields }) =>
    (_, row) =>
      fields[row] ?? [],
};

/** Decay from one word to the next: a description first says what is done, then how and when not. */
const DECAY = 0.8;
/** The number of words that count as the beginning. */
const FIRST = 4;
const EARLY_K1 = 1.2;
const EARLY_B = 0.75;
const EARLY_USUAL_LENGTH = 60;

/** How much of the question's beginning a function contains, and what its name says of it. */
export const earlyFeatures: CodeFeatureGroup = {
  names: ['early', 'early_name', 'early_first', 'early_first_name'],
  prepare: ({ question: { words } }) => {
    const decayed = words.map(({ weight, place }) => weight * DECAY ** place);
    const first = words.map(({ weight, place }) => (place < FIRST ? weight : 0));
    const all = Math.max(
      MIN_WEIGHT,
      decayed.reduce((sum, each) => sum + each, 0),
    );
    const begin = Math.max(
      MIN_WEIGHT,
      first.reduce((sum, each) => sum + each, 0),
    );
    return (match) => {
      const damping =
        EARLY_K1 * (1 - EARLY_B + (EARLY_B * match.function.length) / EARLY_USUAL_LENGTH);
      let [held, name, heldFirst, nameFirst] = [0, 0, 0, 0];
      for (const at of match.touched) {
        const frequency = match.frequencies[at] ?? 0;
        if (frequency === 0) continue;
        const share = frequency / (frequency + damping);
        const named = (match.own[at * ROLES + NAME] ?? 0) > 0 ? 1 : 0;
        held += (decayed[at] ?? 0) * share;
        heldFirst += (first[at] ?? 0) * share;
        name += (decayed[at] ?? 0) * named;
        nameFirst += (first[at] ?? 0) * named;
      }
      return [held / all, name / all, heldFirst / begin, nameFirst / begin];
    };
  },
};

const MIN_WEIGHT = 1e-6;

/** What the function lacks of the question, and its words that only begin the same: inflected or truncated. */
export const missingFeatures: CodeFeatureGroup = {
  names: ['missing_heaviest', 'missing_told', 'missing', 'begun_name', 'begun'],
  prepare:
    ({ question: { words, heaviest, norm, total } }) =>
    (match) => {
      let [most, mostTold, missing, name, any] = [0, 0, 0, 0, 0];
      words.forEach(({ weight }, at) => {
        if ((match.own[at * ROLES + NAME] ?? 0) + (match.own[at * ROLES + SUMMARY] ?? 0) === 0)
          mostTold = Math.max(mostTold, weight);
        if ((match.frequencies[at] ?? 0) > 0) return;
        most = Math.max(most, weight);
        missing += weight * weight;
        name += weight * (match.begun.name[at] ?? 0);
        any += weight * (match.begun.any[at] ?? 0);
      });
      return [most / heaviest, mostTold / heaviest, missing / norm ** 2, name / total, any / total];
    },
};

/** How well the code's words translate the question's documentation words, by a translation model that ships. */
export const translationFeatures: CodeFeatureGroup = {
  names: ['translated', 'translated_name', 'translated_called', 'translated_sum'],
  prepare:
    ({ question: { words, total } }) =>
    (match) => {
      const { own, translated } = match;
      let [any, name, called, sum] = [0, 0, 0, 0];
      for (const at of match.touched) {
        const weight = words[at]?.weight ?? 0;
        const row = at * ROLES;
        const held = (match.frequencies[at] ?? 0) > 0;
        any += weight * (held ? 1 : (translated.any[at] ?? 0));
        name += weight * ((own[row + NAME] ?? 0) > 0 ? 1 : (translated.name[at] ?? 0));
        called += weight * ((own[row + CALLED] ?? 0) > 0 ? 1 : (translated.called[at] ?? 0));
        if (!held) sum += weight * Math.min(1, translated.sum[at] ?? 0);
      }
      return [any / total, name / total, called / total, sum / total];
    },
};
