import { z } from 'zod';
import type { StrategyMatch } from '../../bank/learned/learned-state.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import type { Trait } from '../../domain/change.js';
import type { Goal } from '../../domain/goal.js';
import { type LearnedId, MemoryId } from '../../domain/ids.js';
import { OUTCOME_TAG } from '../../domain/strategy.js';
import {
  independentEvidence,
  type Memory,
  MEMORY_KINDS,
  type MemoryKind,
} from '../../domain/memory.js';
import type { Recalled } from '../../domain/recollection.js';
import { type Of, type SchemaOf, Share } from '../../domain/schema.js';
import type { Instant } from '../../domain/time.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { postingSlot } from '../../indexes/postings.js';
import type { BankCache } from '../../kernel/module.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { RecallCache } from '../../recall/recall-cache.js';
import { recall } from '../../recall/recall.js';
import { storedDistinctiveTerms } from '../../remember/near-duplicate.js';

const groundFactShape = z.strictObject({
  id: MemoryId,
  text: z.string(),
  kind: z.enum(MEMORY_KINDS),
  /** How certain the bank is of it, 0..1. */
  confidence: Share,
});
/** A memory that something is based on. */
export interface GroundFact extends Of<typeof groundFactShape> {}
export const GroundFact: SchemaOf<GroundFact, typeof groundFactShape> = groundFactShape;

/**
 * LRU cache of what is needed on every turn and seldom changes: preferences, active goals, strategies for a task;
 * 1,000 entries in total, valid until the bank changes. Facts and predictions are never cached here.
 */
export class EvidenceCache implements BankCache {
  readonly kept = true;
  readonly preferences = new RecallCache<readonly GroundFact[]>(500);
  readonly strategies = new RecallCache<readonly StrategyMatch[]>(499);
  readonly goals = new RecallCache<readonly Goal[]>(1);
}

const FACT_KINDS: ReadonlySet<MemoryKind> = new Set<MemoryKind>([
  'note',
  'fact',
  'experience',
  'observation',
  'claim',
  'decision',
]);
const LONGEST_QUERY = 4_096;
/** Extra results requested, because some will be filtered out. */
const SPARE = 5;
const MAX_OBSERVATIONS = 2;

/** A fact with the fitted probability that it answers; null if none is fitted. */
export interface FoundFact extends GroundFact {
  readonly chance: number | null;
}

/** Below this probability, a fact only shares words with the question. */
const MIN_CHANCE = 0.04;

/** The facts relevant to the question, as answers show them; irrelevant ones may still decide a condition. */
export function bearing(facts: readonly FoundFact[]): readonly GroundFact[] {
  return plain(facts.filter(bears));
}

/**
 * The certainty of an answer from the best relevant fact: that the fact holds, times that it answers; undefined
 * without one.
 */
export function sureOf(facts: readonly FoundFact[]): number | undefined {
  const best = facts.find(bears);
  return best === undefined ? undefined : best.confidence * (best.chance ?? 1);
}

function bears({ chance }: FoundFact): boolean {
  return chance === null || chance >= MIN_CHANCE;
}

/** Facts as answers show them. */
export function plain(facts: readonly FoundFact[]): readonly GroundFact[] {
  return facts.map(({ chance: _, ...fact }) => fact);
}

const asFact = ({
  id,
  content,
  kind,
  confidence,
}: {
  id: MemoryId;
  content: string;
  kind: MemoryKind;
  confidence: number;
}): GroundFact => ({ id, text: content, kind, confidence });

/**
 * What the bank knows that is relevant to a text, best first, then reflections on it. Never cached: facts are too
 * many and change.
 */
export async function factsOn(
  query: string,
  limit: number,
  bank: OpenBank,
): Promise<readonly FoundFact[]> {
  // Not filtered by kind in recall, which would cost more than it saves.
  const profile = {
    query: query.slice(0, LONGEST_QUERY),
    strategy: 'plain',
    expand: false,
    reflections: 2 * MAX_OBSERVATIONS,
    limit: Math.min(200, limit + SPARE),
  };
  const { results, beside } = await recall(profile, bank.name, bank.state, bank.recall);
  // Results are partial only if a caller selected fields.
  const facts = (results as readonly Recalled[])
    .filter(({ validity, kind }) => validity !== 'superseded' && FACT_KINDS.has(kind))
    .slice(0, limit);
  const observed = beside.filter(({ kind }) => kind === 'observation').slice(0, MAX_OBSERVATIONS);
  return [
    ...facts.map((fact) => ({
      ...asFact({ ...fact, confidence: fact.why.confidence }),
      chance: fact.probability,
    })),
    ...observed.map((each) => ({ ...asFact(each), chance: null })),
  ];
}

/**
 * Admitted memories ranked by their share of the query's content words; those with the trait `anyway` are included
 * even without any.
 */
async function nearest(
  query: string,
  most: number,
  admits: (slot: number) => boolean,
  anyway: Trait | null,
  { name, state: { index } }: OpenBank,
  { store, stemmer }: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<readonly Memory[]> {
  const wanted = new Set(contentTerms(query, 'en', stemmer));
  const scored: { slot: number; score: number }[] = [];
  for (const slot of slotsWith(wanted, anyway, index)) {
    if (!index.isLive(slot) || !admits(slot)) continue;
    const shared = new Set(storedDistinctiveTerms(index, slot).filter((term) => wanted.has(term)))
      .size;
    const score =
      (wanted.size === 0 ? 0 : shared / wanted.size) +
      (anyway !== null && index.has(slot, anyway) ? ANYWAY : 0);
    if (score > 0) scored.push({ slot, score });
  }
  const best = scored
    .sort((a, b) => b.score - a.score || b.slot - a.slot)
    .slice(0, most)
    .map(({ slot }) => index.id(slot));
  const byId = new Map((await store.get(name, best)).map((memory) => [memory.id, memory]));
  return best
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ supersededBy }) => supersededBy === null);
}

/** Visits postings only: most memories share no word with the query. */
function slotsWith(
  terms: ReadonlySet<string>,
  anyway: Trait | null,
  index: BankIndex,
): ReadonlySet<number> {
  const slots = new Set<number>();
  for (const term of terms)
    for (const posting of index.postings.list(index.postings.numberOf(term)))
      slots.add(postingSlot(posting));
  if (anyway !== null)
    for (let slot = 0; slot < index.size; slot++) if (index.has(slot, anyway)) slots.add(slot);
  return slots;
}

const MAX_PREFERENCES = 5;
/** Minimum confidence of an opinion that guides anything. */
const MIN_SURE = 0.3;
/** Weight of a preference that shares no word: it may apply to anything. */
const ANYWAY = 0.01;

/** Preferences and opinions relevant to a text. Cached until the bank changes. */
export async function preferencesOn(
  query: string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<readonly GroundFact[]> {
  await bank.state.follow();
  const { sequence, index } = bank.state;
  const kept = bank.parts.of(EvidenceCache);
  const known = kept.preferences.get(query, sequence);
  if (known !== null) return known;
  const opinions = await nearest(
    query,
    2 * MAX_PREFERENCES,
    (slot) => index.kind(slot) === 'opinion' && index.confidence.get(slot) >= MIN_SURE,
    'preference',
    bank,
    parts,
  );
  const telling = opinions.slice(0, MAX_PREFERENCES).map(asFact);
  kept.preferences.put(query, sequence, telling);
  return telling;
}

/** Active goals; cached until the bank changes. */
export async function goalsOf(
  bank: OpenBank,
  { store }: Pick<EngineParts, 'store'>,
): Promise<readonly Goal[]> {
  await bank.state.follow();
  const { sequence } = bank.state;
  const kept = bank.parts.of(EvidenceCache);
  const known = kept.goals.get('goals', sequence);
  if (known !== null) return known;
  const goals = await store.goals(bank.name);
  kept.goals.put('goals', sequence, goals);
  return goals;
}

/** Strategies relevant to a task, nearest first; cached until the bank changes. */
export async function strategiesOn(
  task: string,
  domain: string | undefined,
  bank: OpenBank,
): Promise<readonly StrategyMatch[]> {
  const { sequence } = await bank.learned.current();
  const key = JSON.stringify([task, domain]);
  const kept = bank.parts.of(EvidenceCache);
  const known = kept.strategies.get(key, sequence);
  if (known !== null) return known;
  const matches = bank.learned.strategies.find(
    task,
    ({ body }) => domain === undefined || body.domain === domain || body.domain === 'general',
  );
  kept.strategies.put(key, sequence, matches);
  return matches;
}

export interface PastOutcome {
  readonly id: MemoryId;
  readonly recordedAt: Instant;
  readonly success: boolean;
  readonly strategy: LearnedId | null;
  /** Number of independent statements of it. */
  readonly times: number;
}

const MAX_OUTCOMES = 10;
/** Minimum share of content words for two tasks to be similar. */
const LIKE = 0.34;

/**
 * How similar tasks went, by their stored outcome; never by words such as “success”, which also occurs in
 * “unsuccessful”.
 */
export async function outcomesOn(
  task: string,
  bank: OpenBank,
  parts: Pick<EngineParts, 'store' | 'stemmer'>,
): Promise<readonly PastOutcome[]> {
  await bank.state.follow();
  const { index } = bank.state;
  const like = await nearest(
    task,
    MAX_OUTCOMES,
    (slot) => index.kind(slot) === 'experience' && index.tags(slot).includes(OUTCOME_TAG),
    null,
    bank,
    parts,
  );
  return like.flatMap(({ id, content, metadata, provenance, recordedAt }) => {
    const { outcome, strategy } = metadata;
    if (
      (outcome !== 'success' && outcome !== 'failure') ||
      sharedTerms(task, content, parts.stemmer) < LIKE
    )
      return [];
    return [
      {
        id,
        recordedAt,
        success: outcome === 'success',
        strategy: typeof strategy === 'string' ? (strategy as LearnedId) : null,
        times: independentEvidence({ provenance }),
      },
    ];
  });
}

/** Share of one text's content words that another contains, 0..1. */
export function sharedTerms(words: string, text: string, stemmer: Stemmer): number {
  const wanted = [...new Set(contentTerms(words, 'en', stemmer))];
  const there = new Set(contentTerms(text, 'en', stemmer));
  return wanted.length === 0 ? 0 : wanted.filter((term) => there.has(term)).length / wanted.length;
}
