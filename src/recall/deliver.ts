import type { Certainty } from '../domain/certainty.js';
import type { MemoryId } from '../domain/ids.js';
import { STRATUM } from '../domain/memory.js';
import { trustOf } from '../domain/trust.js';
import type { BesideResult } from '../domain/reflection.js';
import type { ParsedProfile } from '../domain/profile.js';
import type { Excerpt, FieldCompanions, Recalled } from '../domain/recollection.js';
import { mismatchOf } from '../safety/mismatch/find-mismatch.js';
import { countTokens } from '../language/count-tokens.js';
import { passagesOf } from '../language/passages.js';
import type { Surrounding } from './expand.js';
import { CURRENT, type Standing } from '../domain/standing.js';
import type { Ranked } from './ranking/ranked.js';
import { toldOf } from './told-of-memory.js';

const ALONE: Surrounding = { supporting: [], contradictions: [], related: [], entities: [] };

/** A ranked memory as the caller sees it. */
export function present(
  ranked: Ranked,
  certainty: Certainty,
  provenance: string,
  surrounding: Surrounding = ALONE,
  standing: Standing = CURRENT,
): Recalled {
  const { memory, parts, paths, score } = ranked;
  const mismatch = mismatchOf(memory);
  const excerpt = excerptOf(ranked);
  const recalled: Recalled = {
    id: memory.id,
    content: memory.content,
    kind: memory.kind,
    stratum: STRATUM[memory.kind],
    score,
    confidence: memory.confidence,
    speaker: memory.speaker,
    session: memory.session,
    turn: memory.provenance[0]?.turn ?? null,
    saidAt: memory.saidAt,
    occurred: toldOf(memory).occurred,
    trust: trustOf(memory),
    tags: memory.tags,
    metadata: memory.metadata,
    standing: standing.state,
    standingDetail: standing.detail,
    paths,
    provenance,
    evidence: memory.provenance,
    supporting: surrounding.supporting,
    contradictions: surrounding.contradictions,
    related: surrounding.related,
    entities: surrounding.entities,
    images: memory.images,
    scores: parts,
    certainty,
  };
  // One literal, without spreading: there are twenty of these in an answer.
  if (mismatch === null && excerpt === null) return recalled;
  return {
    ...recalled,
    ...(excerpt === null ? {} : { excerpt }),
    ...(mismatch === null ? {} : { mismatch }),
  };
}

/** The passage that answers, as it stands in the text, or the first where no search told which; null where the text is one passage. */
function excerptOf({ memory: { content }, passage }: Ranked): Excerpt | null {
  const ranges = passagesOf(content);
  const range = ranges.length < 2 ? undefined : ranges[passage ?? 0];
  return range === undefined ? null : { text: content.slice(range.start, range.end), ...range };
}

const COMPANIONS: FieldCompanions = {
  provenance: 'evidence',
  trust: 'mismatch',
  standing: 'standingDetail',
};

/** How results are shown. */
type Showing = Pick<ParsedProfile, 'fields' | 'whole'>;

/** Only the chosen fields; all of them, when none are chosen. Of a long memory that is not to come whole, the excerpt for its content. */
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

/** What is shown of it. */
function textOf({ content, excerpt }: Recalled, { whole }: Showing): string {
  return whole || excerpt === undefined ? content : excerpt.text;
}

function withoutContent({ content: _content, ...rest }: Recalled): Omit<Recalled, 'content'> {
  return rest;
}

/** Words a text shares with one delivered before, above which it adds nothing (Jaccard). */
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
  /** Tokens it would have taken; null where it was not counted. */
  readonly tokens: number | null;
}

/** What was delivered, with what stands beside it as far as the budget leaves room. */
export function fitBeside(
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

/** What a list costs before anything is in it. */
export const EMPTY_LIST_TOKENS = 2;

/**
 * Fits the results into a token budget, counted on their JSON as delivered. What says again what a better result says is
 * passed over only while a budget makes every token count: without one nothing found is held back.
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

/** The results without those that say again what a better one says. */
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
