import type { MemoryId } from '../domain/ids.js';
import { type Memory, STRATUM, trustOf } from '../domain/memory.js';
import type { BesideResult } from '../domain/reflection.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Excerpt, FieldCompanions, Recalled, TurnOfNote } from '../domain/recollection.js';
import { mismatchOf } from '../safety/find-mismatch.js';
import { countTokens } from '../language/count-tokens.js';
import { passagesOf } from '../language/passages.js';
import type { Judgement } from './confidence/judgement.js';
import type { Surrounding } from './beside-results.js';
import { CURRENT, type Validity } from '../domain/validity.js';
import type { Ranked } from './ranking/score.js';

const ALONE: Surrounding = { supporting: [], contradictions: [], related: [], entities: [] };

/** A ranked memory as the caller sees it. */
export function present(
  ranked: Ranked,
  { probability, certainty }: Judgement,
  { provenance, occurred }: Pick<Recalled, 'provenance' | 'occurred'>,
  surrounding: Surrounding = ALONE,
  validity: Validity = CURRENT,
  turns: readonly Memory[] = [],
): Recalled {
  const { memory, parts, paths, score } = ranked;
  const mismatch = mismatchOf(memory);
  const excerpt = excerptOf(ranked);
  const recalled: Recalled = {
    id: memory.id,
    content: memory.content,
    kind: memory.kind,
    stratum: STRATUM[memory.kind],
    probability,
    speaker: memory.speaker,
    session: memory.session,
    turn: memory.provenance[0]?.turn ?? null,
    saidAt: memory.saidAt,
    occurred,
    trust: trustOf(memory),
    tags: memory.tags,
    metadata: memory.metadata,
    validity: validity.state,
    validityDetail: validity.detail,
    paths,
    provenance,
    evidence: memory.provenance,
    supporting: surrounding.supporting,
    contradictions: surrounding.contradictions,
    related: surrounding.related,
    entities: surrounding.entities,
    images: memory.images,
    why: { score, confidence: memory.confidence, certainty, scores: parts },
  };
  // One literal, without spreading: an answer has twenty of these.
  if (mismatch === null && excerpt === null && memory.note === undefined) return recalled;
  return {
    ...recalled,
    ...(excerpt === null ? {} : { excerpt }),
    ...(mismatch === null ? {} : { mismatch }),
    ...(memory.note === undefined ? {} : { note: { ...memory.note, turns: turns.map(asTurn) } }),
  };
}

function asTurn({ id, content, speaker, session, saidAt, provenance }: Memory): TurnOfNote {
  return { id, content, speaker, session, turn: provenance[0]?.turn ?? null, saidAt };
}

/**
 * The passage that answers, as in the text, or the first if no search determined one; null if the text is a single
 * passage.
 */
function excerptOf({ memory: { content }, passage }: Ranked): Excerpt | null {
  const ranges = passagesOf(content);
  const range = ranges.length < 2 ? undefined : ranges[passage ?? 0];
  return range === undefined ? null : { text: content.slice(range.start, range.end), ...range };
}

const COMPANIONS: FieldCompanions = {
  provenance: 'evidence',
  trust: 'mismatch',
  validity: 'validityDetail',
  why: 'probability',
};

/** How results are shown. */
type Showing = Pick<ParsedProfile, 'fields' | 'whole'>;

/**
 * Only the chosen fields, or all if none are chosen. For a long memory that is not asked for whole, its content is
 * the excerpt.
 */
export function project(whole: Recalled, showing: Showing): Partial<Recalled> {
  const recalled: Partial<Recalled> =
    showing.whole || whole.excerpt === undefined ? whole : withoutContent(whole);
  const { fields } = showing;
  if (fields === undefined) return recalled;
  const excerpted = recalled !== whole && fields.includes('content');
  const chosen = new Set<keyof Recalled>(
    [...fields, ...(excerpted ? (['excerpt'] as const) : [])].flatMap((field) =>
      field in COMPANIONS ? [field, COMPANIONS[field as keyof FieldCompanions]] : [field],
    ),
  );
  return Object.fromEntries(
    Object.entries(recalled).filter(([key]) => chosen.has(key as keyof Recalled)),
  );
}

/** The text that is shown. */
function textOf({ content, excerpt }: Recalled, { whole }: Showing): string {
  return whole || excerpt === undefined ? content : excerpt.text;
}

function withoutContent({ content: _content, ...rest }: Recalled): Omit<Recalled, 'content'> {
  return rest;
}

/** Jaccard overlap of words with an already delivered text, above which a text adds nothing. */
const REPEATS = 0.8;

export interface Delivered {
  readonly results: readonly Partial<Recalled>[];
  readonly ids: readonly MemoryId[];
  /** Counted only for a budget: counting costs more than finding. */
  readonly tokens: number | null;
  readonly leftOut: readonly LeftOut[];
}

/** A result that was not delivered. */
export interface LeftOut {
  readonly id: MemoryId;
  readonly because: 'over_budget' | 'repeats';
  /** The result that it repeats. */
  readonly repeated: MemoryId | null;
  /** Tokens it would have taken; null if not counted. */
  readonly tokens: number | null;
}

/** Adds reflections, as far as the token budget allows. */
export function fitReflections(
  delivered: Delivered,
  beside: readonly BesideResult[],
  budget: number | undefined,
): Delivered & { readonly beside: readonly BesideResult[] } {
  let { tokens } = delivered;
  if (tokens === null || budget === undefined) return { ...delivered, beside };
  const fitting: BesideResult[] = [];
  for (const each of beside) {
    const cost = countTokens(JSON.stringify(each)) + 1;
    if (tokens + cost > budget) continue;
    fitting.push(each);
    tokens += cost;
  }
  return { ...delivered, tokens, beside: fitting };
}

/** Tokens of an empty list. */
export const EMPTY_LIST_TOKENS = 2;

/**
 * Fits the results into a token budget, counted on their JSON as delivered. Repetitions of a better result are
 * skipped only under a budget: without one, nothing found is withheld.
 */
export function deliver(
  results: readonly Recalled[],
  showing: Showing,
  budget: number | undefined,
): Delivered {
  const chosen: Partial<Recalled>[] = [];
  const ids: MemoryId[] = [];
  const said: { readonly id: MemoryId; readonly words: ReadonlySet<string> }[] = [];
  const leftOut: LeftOut[] = [];
  let tokens = EMPTY_LIST_TOKENS;
  for (const recalled of results) {
    const words = budget === undefined ? null : wordsOf(textOf(recalled, showing));
    const repeated =
      words === null ? undefined : said.find((other) => overlap(words, other.words) > REPEATS);
    if (repeated !== undefined) {
      leftOut.push({ id: recalled.id, because: 'repeats', repeated: repeated.id, tokens: null });
      continue;
    }
    const shown = project(recalled, showing);
    const cost = budget === undefined ? 0 : countTokens(JSON.stringify(shown)) + 1;
    if (budget !== undefined && tokens + cost > budget) {
      leftOut.push({ id: recalled.id, because: 'over_budget', repeated: null, tokens: cost });
      continue;
    }
    chosen.push(shown);
    ids.push(recalled.id);
    if (words !== null) said.push({ id: recalled.id, words });
    tokens += cost;
  }
  return { results: chosen, ids, tokens: budget === undefined ? null : tokens, leftOut };
}

/** The results without those that repeat a better one. */
export function withoutRepeats<T extends { readonly content: string }>(results: readonly T[]): T[] {
  const said: ReadonlySet<string>[] = [];
  return results.filter(({ content }) => {
    const words = wordsOf(content);
    if (said.some((other) => overlap(words, other) > REPEATS)) return false;
    said.push(words);
    return true;
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared / (a.size + b.size - shared);
}
