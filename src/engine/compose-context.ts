import type { Source } from '../domain/memory.js';
import { z } from 'zod';
import { parseInput } from '../domain/parse-input.js';
import { RecallProfile, type ResultField } from '../domain/profile.js';
import { fenceRecalled, RECALLED_LABEL } from '../domain/recalled-text.js';
import type { MemoryId } from '../domain/ids.js';
import type { BesideResult } from '../domain/reflection.js';
import type { RecollectionId } from '../domain/feedback.js';
import type { Attached, Recalled, Recollection } from '../domain/recollection.js';
import { isoSecond } from '../domain/time.js';
import { countTokens } from '../language/count-tokens.js';
import { recall } from '../recall/recall.js';
import type { OpenBank } from './core.js';

/** What to put before a model, and how much of it (capability G9). */
export const ContextInput = z.strictObject({
  query: RecallProfile.shape.query.unwrap().describe('The question, task or topic at hand, 1 to 4,096 characters.'),
  maxTokens: z.int().min(100, 'must be 100 to 8192').max(8_192, 'must be 100 to 8192').default(2_048).describe('Most tokens the text may take.'),
  verbosity: z.int().min(0, 'must be 0, 1 or 2').max(2, 'must be 0, 1 or 2').default(1).describe('0: first words and ids; 1: whole texts with who and when; 2: also why, how sure, and what speaks against it.'),
  speaker: RecallProfile.shape.speaker,
  session: RecallProfile.shape.session,
  tags: RecallProfile.shape.tags,
});
export type ContextInput = z.input<typeof ContextInput>;
type Parsed = z.output<typeof ContextInput>;

/** Memories as a text that a model can be given as it is. */
export interface InjectedContext {
  /** A label, then each memory between marks that say it is data; empty when nothing was found. */
  readonly context: string;
  /** Of `context`; never above the budget. */
  readonly tokensUsed: number;
  /** What all that was found would take. */
  readonly tokensBefore: number;
  /** The memories in it, in order. */
  readonly delivered: readonly MemoryId[];
  /** Memories that were found and left out: no room, or they repeat another. */
  readonly left: number;
  /** For votes on its memories: `feedback` takes it with the memory's id. */
  readonly recollection: RecollectionId;
  /** The bank's change number it rests on. */
  readonly sequence: number;
  readonly notices: readonly string[];
}

/** Memories that are looked at to fill the budget. */
const BREADTH = 30;
/** A budget no results overflow: with one, results that repeat another are passed over. */
const ROOM_FOR_ALL = 1_000_000;
const FIRST_WORDS = 60;
const FIELDS: readonly ResultField[] = ['id', 'content', 'kind', 'confidence', 'speaker', 'saidAt', 'occurred', 'trust', 'standing', 'provenance'];

type Found = Pick<Recalled, 'id' | 'content' | 'kind' | 'confidence' | 'speaker' | 'saidAt' | 'occurred' | 'trust' | 'standing' | 'provenance'> & { readonly contradictions?: readonly Attached[] };

/** What is used is what the text holds, not all that was found. */
type Note = (used: Pick<Recollection, 'id' | 'plan' | 'delivered'>) => Promise<void>;

/** Recalls, best first, and fills the budget with whole memories; one that has no room makes way for a shorter one. */
export async function composeContext(raw: unknown, bank: OpenBank, note: Note): Promise<InjectedContext> {
  const { maxTokens, verbosity, ...asked } = parseInput(ContextInput, raw, 'context');
  const profile = { ...asked, breadth: BREADTH, expand: verbosity === 2, fields: [...FIELDS, ...(verbosity === 2 ? (['contradictions'] as const) : [])], tokenBudget: ROOM_FOR_ALL };
  const { id: recollection, plan, results, beside, considered, sequence, notices } = await recall(profile, bank.name, bank.state, bank.recall);
  const blocks = [
    ...(results as readonly Found[]).map((found) => ({ id: found.id, text: describe(found, verbosity) })),
    ...(verbosity === 2 ? beside : []).map((found) => ({ id: found.id, text: describeReflection(found) })),
  ].map(({ id, text }) => ({ id, line: fenceRecalled(id, text) }));
  const { lines, delivered, tokens } = fill(blocks, maxTokens);
  await note({ id: recollection, plan, delivered });
  return {
    recollection,
    context: lines.join('\n'),
    tokensUsed: tokens,
    tokensBefore: blocks.length === 0 ? 0 : countTokens([RECALLED_LABEL, ...blocks.map(({ line }) => line)].join('\n')),
    delivered,
    left: Math.max(0, Math.min(BREADTH, considered) - delivered.length),
    sequence,
    notices: notices.filter((notice) => !notice.includes(`${ROOM_FOR_ALL}`)),
  };
}

function fill(blocks: readonly { readonly id: MemoryId; readonly line: string }[], budget: number): { lines: string[]; delivered: MemoryId[]; tokens: number } {
  const lines = [RECALLED_LABEL];
  const delivered: MemoryId[] = [];
  let tokens = countTokens(RECALLED_LABEL);
  for (const { id, line } of blocks) {
    const cost = countTokens(line) + 1;
    if (tokens + cost > budget) continue;
    lines.push(line);
    delivered.push(id);
    tokens += cost;
  }
  return delivered.length === 0 ? { lines: [], delivered, tokens: 0 } : { lines, delivered, tokens };
}

const BROUGHT: Readonly<Record<Source, string>> = { user: 'the user', agent: 'an agent', tool: 'a tool', web: 'the web' };

function describe({ content, kind, confidence, speaker, trust, saidAt, occurred, standing, provenance, contradictions = [] }: Found, verbosity: Parsed['verbosity']): string {
  if (verbosity === 0) return content.length > FIRST_WORDS ? `${content.slice(0, FIRST_WORDS - 1)}…` : content;
  const head = `${isoSecond(saidAt)}${speaker === null ? '' : ` ${speaker}`}${trust === 'user' ? '' : `, from ${BROUGHT[trust]}`}${standing === 'current' ? '' : `, ${standing} since`}: ${content}`;
  if (verbosity === 1) return head;
  return [
    head,
    `(${kind}, confidence ${confidence.toFixed(2)}, happened ${occurred.text}. ${provenance})`,
    ...contradictions.map(({ id, content: against }) => `Against it, ${id}: ${against}`),
  ].join('\n');
}

function describeReflection({ kind, content, confidence, stale }: BesideResult): string {
  return `${kind}, confidence ${confidence.toFixed(2)}${stale === null ? '' : `, no longer sure: ${stale}`}: ${content}`;
}
