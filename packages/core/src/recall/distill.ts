import type { MemoryId } from '../domain/ids.js';
import { DAY, type Instant } from '../domain/time.js';
import type { BankState } from '../indexes/bank-state.js';
import { describeInterval } from '../language/calendar.js';
import { countTokens } from '../language/count-tokens.js';
import type { Clock } from '../ports/system.js';
import { type Need, type Passage, type ReadStretch, weighStretches } from './passage-worth.js';
import { profileOf } from './profile-and-question.js';
import { inverseDocumentFrequency, type QueryReader, understand } from './understand.js';

/** A recalled memory as input for distillation. */
export interface Source {
  readonly id: MemoryId;
  readonly content: string;
  /** Probability that it is relevant to the question, 0..1. */
  readonly score: number;
  readonly speaker: string | null;
  readonly session: string | null;
  readonly saidAt: Instant;
  /** Appended to its text: that it is no longer valid, or when it happened. */
  readonly remark: string;
}

/** The delivered part of one memory. */
export interface Kept {
  readonly source: Source;
  /** Its passages in their original order. */
  readonly passages: readonly string[];
  /** Which of the passages are blocks of code. */
  readonly code: readonly boolean[];
  /** Whether it is the whole text, except openings like "Wow,". */
  readonly whole: boolean;
}

/** Texts with a higher Jaccard overlap of words say the same. */
const REPEATS = 0.8;
/** A passage below this probability is not worth reading, however much room there is. */
const WORTHLESS = 0.0005;

/** Sources split into weighted passages, ready for selection. */
interface Weighed {
  readonly sources: readonly Source[];
  readonly units: readonly Unit[];
}

/** Tokens between two passages. */
const JOINT = 1;

interface Unit extends Passage {
  /** Index of its source. */
  readonly at: number;
  /** Index within its source. */
  readonly order: number;
  readonly value: number;
}

/** Weighs the sources' passages against the question. `stretchesOf` splits a source's text, or has it cached. */
export function readPassages(
  sources: readonly Source[],
  need: Need,
  stretchesOf: (source: Source) => readonly ReadStretch[],
): Weighed {
  const units = sources.flatMap((source, at) =>
    weighStretches(stretchesOf(source), need).map((passage, order): Unit => ({
      ...passage,
      at,
      order,
      value: source.score * passage.share,
    })),
  );
  return { sources, units };
}

interface Costs {
  /** Tokens of a memory's line in addition to its passages. */
  readonly line: (source: Source) => number;
  /** Tokens of its heading, counted once per heading; memories with the same key share one. */
  readonly heading: (source: Source) => { readonly key: string; readonly tokens: number };
}

/**
 * Selects the passages most likely to contain the answer for their tokens. A passage's probability is its memory's,
 * times its share in what the memory says; passages with the best probability per token are taken until no more fit.
 * One that repeats an earlier one is left out. Nothing is reworded. Deterministic.
 */
export function distill({ sources, units }: Weighed, budget: number, costs: Costs): Kept[] {
  const chosen = choose(
    sources,
    units.filter(({ value }) => value > WORTHLESS),
    budget,
    costs,
  );
  const total = new Map<number, number>();
  for (const { at } of units) total.set(at, (total.get(at) ?? 0) + 1);
  const byMemory = new Map<number, Unit[]>();
  for (const unit of chosen) byMemory.set(unit.at, [...(byMemory.get(unit.at) ?? []), unit]);
  return [...byMemory].map(([at, taken]) => {
    const inOrder = taken.sort((a, b) => a.order - b.order);
    return {
      source: sources[at] as Source,
      passages: inOrder.map(({ text }) => text),
      code: inOrder.map(({ code }) => code),
      whole: taken.length === total.get(at),
    };
  });
}

function choose(
  sources: readonly Source[],
  units: readonly Unit[],
  budget: number,
  costs: Costs,
): Unit[] {
  const lines = sources.map(costs.line);
  const headings = sources.map(costs.heading);
  const opened = new Set<number>();
  const headed = new Set<string>();
  const openingOf = (at: number): number =>
    opened.has(at)
      ? 0
      : (lines[at] ?? 0) + (headed.has(headings[at]?.key ?? '') ? 0 : (headings[at]?.tokens ?? 0));
  const chosen: Unit[] = [];
  const waiting = [...units];
  const openings = sources.map((_, at) => openingOf(at));
  let left = budget;
  for (;;) {
    let best = -1;
    let bestGain = 0;
    for (let place = 0; place < waiting.length; place++) {
      const { at, tokens, value } = waiting[place] as Unit;
      const cost = tokens + JOINT + (openings[at] ?? 0);
      if (cost <= left && value / cost > bestGain) [best, bestGain] = [place, value / cost];
    }
    const [unit] = best < 0 ? [] : waiting.splice(best, 1);
    if (unit === undefined) return chosen;
    if (repeats(unit, chosen)) continue;
    left -= unit.tokens + JOINT + (openings[unit.at] ?? 0);
    chosen.push(unit);
    opened.add(unit.at);
    headed.add(headings[unit.at]?.key ?? '');
    for (let at = 0; at < sources.length; at++) openings[at] = openingOf(at);
  }
}

function repeats({ terms }: Unit, chosen: readonly Unit[]): boolean {
  if (terms.size === 0) return false;
  return chosen.some((other) => {
    let shared = 0;
    for (const term of terms) if (other.terms.has(term)) shared++;
    return shared / (terms.size + other.terms.size - shared) > REPEATS;
  });
}

/** The forms in which distilled passages are shown to a model. */
const DIGEST_FORMS = ['structured', 'narrative', 'code_focused'] as const;
export type DigestForm = (typeof DIGEST_FORMS)[number];

/** The day it was said, which "yesterday" in a passage refers to. */
function dayOf({ saidAt }: Source): string {
  const from = Math.floor(saidAt / DAY) * DAY;
  return describeInterval(from, from + DAY, 'day');
}

/** Memories of one session and day share a heading. */
function groupOf(source: Source): string {
  return `${Math.floor(source.saidAt / DAY)} ${source.session ?? ''}`;
}

const FENCE = '```';
/** Tokens of the fences around a block of code. */
const FENCE_TOKENS = 2 * countTokens(`\n${FENCE}\n`);

/** The tokens a memory takes in addition to its passages. `cite` returns its citation. */
export function costsOf(form: DigestForm, cite: (source: Source) => string): Costs {
  return {
    line: (source) =>
      countTokens(lineOf(form, { source, passages: [], code: [], whole: true }, cite)) +
      (form === 'code_focused' ? FENCE_TOKENS : 1),
    heading: (source) => ({
      key: groupOf(source),
      tokens: countTokens(headingOf(form, source)) + 1,
    }),
  };
}

/**
 * The passages as text, day by day, each memory's followed by its citation; if code is wanted, memories with code
 * first.
 */
export function renderDigest(
  form: DigestForm,
  kept: readonly Kept[],
  cite: (source: Source) => string,
): string {
  if (form === 'code_focused' && kept.some(hasCode) && !kept.every(hasCode))
    return [kept.filter(hasCode), kept.filter((each) => !hasCode(each))]
      .map((part) => renderDigest(form, part, cite))
      .join('\n');
  const ordered = [...kept].sort(
    (a, b) => a.source.saidAt - b.source.saidAt || (a.source.id < b.source.id ? -1 : 1),
  );
  const groups = new Map<string, Kept[]>();
  for (const each of ordered)
    groups.set(groupOf(each.source), [...(groups.get(groupOf(each.source)) ?? []), each]);
  return [...groups.values()]
    .map((members) => {
      const lines = members.map((each) => lineOf(form, each, cite));
      const heading = members[0] === undefined ? '' : headingOf(form, members[0].source);
      return form === 'narrative'
        ? `${heading} ${lines.join(' ')}`
        : [heading, ...lines].join('\n');
    })
    .join('\n');
}

function headingOf(form: DigestForm, source: Source): string {
  return form === 'narrative' ? `On ${dayOf(source)},` : `${dayOf(source)}:`;
}

function hasCode({ code }: Kept): boolean {
  return code.includes(true);
}

/** The passages in sequence; code verbatim between fences, consecutive blocks between the same ones. */
function withBlocks({ passages, code }: Kept): string {
  const parts = passages.map((passage, at) =>
    code[at] === true
      ? [
          code[at - 1] === true ? '' : `${FENCE}\n`,
          passage,
          code[at + 1] === true ? '' : `\n${FENCE}`,
        ].join('')
      : passage,
  );
  return `${code[0] === true ? '\n' : ''}${parts.join('\n')}${code.at(-1) === true ? '\n' : ''}`;
}

function lineOf(form: DigestForm, kept: Kept, cite: (source: Source) => string): string {
  const { source, passages } = kept;
  const behind = [source.remark === '' ? '' : ` (${source.remark})`, ` ${cite(source)}`].join('');
  const said =
    form === 'code_focused' && hasCode(kept)
      ? withBlocks(kept)
      : passages.join(passages.some((passage) => passage.includes('\n')) ? '\n' : ' ');
  if (form === 'narrative')
    return `${source.speaker === null ? 'it was noted' : `${source.speaker} said`}: “${said}”${behind}${behind.endsWith('.') ? '' : '.'}`;
  return `${source.speaker === null ? '' : `${source.speaker}: `}${said}${behind}`;
}

/** Weight of related words, as a share of the mean weight of the question's own words. */
const RELATIVE = 0.4;
const INSTANCE = 0.5;
const EXPANSION = 0.2;

/**
 * Reads a question for distillation: its words by rarity, words with the same meaning, and associated words of this
 * bank (`expansions`, stems).
 */
export function readNeed(
  query: string,
  expansions: readonly string[],
  state: BankState,
  reader: QueryReader & { readonly clock: Clock },
): Omit<Need, 'code'> {
  const { index } = state;
  const { terms, relatives, instances, wanted } = understand(
    profileOf({ query }, 'profile'),
    { now: reader.clock.now() },
    state,
    reader,
  );
  const total = terms.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const mean = 1 / Math.max(1, terms.length);
  const weights = new Map<string, number>();
  const put = (term: string, weight: number): void =>
    void weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  for (const term of expansions) put(term, EXPANSION * mean);
  for (const [number, strength] of relatives)
    put(index.postings.term(number), RELATIVE * strength * mean);
  for (const number of instances.keys()) put(index.postings.term(number), INSTANCE * mean);
  for (const { term, weight } of terms) put(term, weight / total);
  const rarity = (term: string): number => {
    const number = index.postings.numberOf(term);
    return number < 0 ? 0 : inverseDocumentFrequency(index, number);
  };
  return { weights, own: new Set(terms.map(({ term }) => term)), wanted, rarity };
}
