import type { Goal } from '../../domain/goal.js';
import type { MemoryId } from '../../domain/ids.js';
import type { LearnedId } from '../../domain/learned/record.js';
import type { MemoryKind } from '../../domain/memory.js';
import type { Recalled } from '../../domain/recollection.js';
import type { Stemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { recall } from '../../recall/recall.js';
import type { StrategyMatch } from '../../strategies/strategy-index.js';
import type { EngineParts, OpenBank } from '../core.js';

/** A memory that something rests on. */
export interface GroundFact {
  readonly id: MemoryId;
  readonly text: string;
  readonly kind: MemoryKind;
  /** How sure the bank is of it, 0..1. */
  readonly confidence: number;
}

const FACT_KINDS: readonly MemoryKind[] = ['fact', 'experience', 'observation', 'claim', 'decision'];
const LONGEST_QUERY = 4_096;

async function found(query: string, bank: OpenBank, more: { readonly kinds: readonly MemoryKind[]; readonly breadth: number; readonly tags?: readonly string[] }): Promise<readonly Recalled[]> {
  const profile = { query: query.slice(0, LONGEST_QUERY), strategy: 'plain', expand: false, reflections: 0, ...more };
  const { results } = await recall(profile, bank.name, bank.state, bank.recall);
  // Only what a caller chooses fields of is partial.
  return (results as readonly Recalled[]).filter(({ standing }) => standing !== 'superseded');
}

const asFact = ({ id, content, kind, confidence }: Recalled): GroundFact => ({ id, text: content, kind, confidence });

/** What the bank knows that bears on words, best first. Never kept: facts are too many and change. */
export async function factsOn(query: string, limit: number, bank: OpenBank): Promise<readonly GroundFact[]> {
  return (await found(query, bank, { kinds: FACT_KINDS, breadth: limit })).map(asFact);
}

const MOST_PREFERENCES = 5;
/** An opinion less sure than this is no guide. */
const LEAST_SURE = 0.3;

/** What somebody likes or holds, as far as it bears on words. Kept until the bank changes. */
export async function preferencesOn(query: string, bank: OpenBank, { stemmer }: Pick<EngineParts, 'stemmer'>): Promise<readonly GroundFact[]> {
  await bank.state.follow();
  const { sequence } = bank.state;
  const known = bank.kept.preferences.get(query, sequence);
  if (known !== null) return known;
  const opinions = (await found(query, bank, { kinds: ['opinion'], breadth: 2 * MOST_PREFERENCES })).map(asFact);
  const telling = opinions.filter(({ text, confidence }) => confidence >= LEAST_SURE && (sharedTerms(query, text, stemmer) > 0 || isGeneral(text))).slice(0, MOST_PREFERENCES);
  bank.kept.preferences.put(query, sequence, telling);
  return telling;
}

/** Says how somebody wants things done, whatever they are. */
const isGeneral = (text: string): boolean => /\b(?:prefers?|likes?|loves?|hates?|dislikes?|wants?|always|never)\b/iu.test(text);

/** Standing goals; kept until the bank changes. */
export async function goalsOf(bank: OpenBank, { store }: Pick<EngineParts, 'store'>): Promise<readonly Goal[]> {
  await bank.state.follow();
  const { sequence } = bank.state;
  const known = bank.kept.goals.get('goals', sequence);
  if (known !== null) return known;
  const goals = await store.goals(bank.name);
  bank.kept.goals.put('goals', sequence, goals);
  return goals;
}

/** Strategies that bear on a task, the nearest first; kept until the bank changes. */
export async function strategiesOn(task: string, domain: string | undefined, bank: OpenBank): Promise<readonly StrategyMatch[]> {
  const { sequence } = await bank.learned.current();
  const key = JSON.stringify([task, domain]);
  const known = bank.kept.strategies.get(key, sequence);
  if (known !== null) return known;
  const matches = bank.learned.strategies.find(task, ({ body }) => domain === undefined || body.domain === domain || body.domain === 'general');
  bank.kept.strategies.put(key, sequence, matches);
  return matches;
}

/** Marks a memory of how something went; its `outcome`, `strategy` and `failureMode` stand in its metadata. */
export const OUTCOME_TAG = 'outcome';

export interface PastOutcome {
  readonly id: MemoryId;
  readonly success: boolean;
  readonly strategy: LearnedId | null;
  /** How often it was told. */
  readonly times: number;
}

const MOST_OUTCOMES = 10;
/** A task is like another that has so many of its telling words. */
const LIKE = 0.34;

/** How like tasks went, by what was stored of their outcome; never by words such as “success”, which “unsuccessful” has, too. */
export async function outcomesOn(task: string, bank: OpenBank, { stemmer }: Pick<EngineParts, 'stemmer'>): Promise<readonly PastOutcome[]> {
  const all = await found(task, bank, { kinds: ['experience'], tags: [OUTCOME_TAG], breadth: MOST_OUTCOMES });
  return all.flatMap(({ id, content, metadata, evidence }) => {
    const { outcome, strategy } = metadata;
    if ((outcome !== 'success' && outcome !== 'failure') || sharedTerms(task, content, stemmer) < LIKE) return [];
    return [{ id, success: outcome === 'success', strategy: typeof strategy === 'string' ? (strategy as LearnedId) : null, times: evidence.length }];
  });
}

/** Share of the telling words of one text that another has, 0..1. */
export function sharedTerms(words: string, text: string, stemmer: Stemmer): number {
  const wanted = [...new Set(contentTerms(words, 'en', stemmer))];
  const there = new Set(contentTerms(text, 'en', stemmer));
  return wanted.length === 0 ? 0 : wanted.filter((term) => there.has(term)).length / wanted.length;
}
