import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { VERBS, type JournalEntry, type Verb } from '../../domain/change.js';
import { MemoryId } from '../../domain/ids.js';
import { InstantInput } from '../../domain/input.js';
import type { Memory } from '../../domain/memory.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Instant } from '../../domain/time.js';
import type { Store } from '../../ports/store.js';
import type { OpenBank } from '../core.js';

/** What of the journal to tell. */
export const LOG_TYPES = ['all', 'remembered', 'forgotten', 'quarantine', 'conflicts', 'curation', 'reflection'] as const;

export const LogInput = z.strictObject({
  type: z.enum(LOG_TYPES).default('all').describe('Which changes.'),
  memory: MemoryId.optional().describe('Only changes of this memory.'),
  since: InstantInput.optional().describe('Only changes at or after this moment.'),
  limit: z.int().min(1, 'must be 1 to 100').max(100, 'must be 1 to 100').default(20).describe('Most entries.'),
});
export type LogInput = z.input<typeof LogInput>;

export interface LogEntry {
  readonly sequence: number;
  readonly at: Instant;
  readonly verb: Verb;
  readonly actor: string;
  readonly reason: string;
  /** The memories it put, at most the first twenty. */
  readonly memories: readonly MemoryId[];
  /** The verb that takes it back; null where none does. */
  readonly takenBackBy: Verb | null;
}

const OF_TYPE: Readonly<Record<(typeof LOG_TYPES)[number], (verb: Verb) => boolean>> = {
  all: () => true,
  remembered: (verb) => verb === 'remember' || verb === 'import' || verb === 'learn',
  forgotten: (verb) => verb === 'forget' || verb === 'restore',
  quarantine: (verb) => verb === 'quarantine' || verb === 'release' || verb === 'reject',
  conflicts: (verb) => verb === 'resolve' || verb === 'unresolve' || verb === 'scan' || verb === 'prune',
  curation: (verb) => verb === 'merge' || verb === 'manifest' || verb === 'annotate' || verb === 'boost' || verb === 'undo',
  reflection: (verb) => verb === 'reflect' || verb === 'observe' || verb === 'foresee',
};
const TAKEN_BACK: Partial<Readonly<Record<Verb, Verb>>> = { forget: 'restore', restore: 'forget', remember: 'forget', import: 'forget', resolve: 'unresolve', quarantine: 'release', merge: 'undo', manifest: 'undo', annotate: 'undo', boost: 'undo', prune: 'undo', undo: 'undo' };
const PAGE = 500;
const MOST_SHOWN = 20;

/** The latest changes of the bank, newest first, with who made them, why, and how each is taken back. */
export async function readLog(raw: unknown, bank: OpenBank, store: Store): Promise<{ readonly entries: readonly LogEntry[]; readonly sequence: number }> {
  const { type, memory, since = -Infinity, limit } = parseInput(LogInput, raw, 'log');
  await bank.state.follow();
  const { sequence } = bank.state;
  const entries: LogEntry[] = [];
  // Changes are numbered in order, so that the journal can be read from its end, page by page.
  for (let until = sequence; until > 0 && entries.length < limit; until -= PAGE) {
    const from = Math.max(0, until - PAGE);
    const page = (await store.since(bank.name, from, PAGE)).filter((entry) => entry.sequence <= until).reverse();
    const fitting = page.filter((entry) => OF_TYPE[type](entry.verb) && entry.at >= since && (memory === undefined || entry.memories.includes(memory)));
    entries.push(...fitting.map(entryOf));
    if (page.some(({ at }) => at < since)) break;
  }
  return { entries: entries.slice(0, limit), sequence };
}

function entryOf({ sequence, at, verb, actor, reason, memories }: JournalEntry): LogEntry {
  return { sequence, at, verb, actor, reason, memories: memories.slice(0, MOST_SHOWN), takenBackBy: TAKEN_BACK[verb] ?? null };
}

/** One version of a memory, and the change that made it. */
export interface LineageStep {
  readonly entry: LogEntry;
  /** Null where it was not there at all after the change, as when its coming was undone. */
  readonly version: number | null;
  /** What the change altered, by name: `confidence`, `tags`. Empty for the first version. */
  readonly altered: readonly string[];
}

export interface Lineage {
  readonly memory: Memory;
  /** Oldest first. */
  readonly steps: readonly LineageStep[];
  /** What took its place, one after the other, to the one that holds now. */
  readonly successors: readonly MemoryId[];
}

export const LineageInput = z.strictObject({ id: MemoryId.describe('The memory, as in m_01h5k0c2x9w7a.') });
const MOST_SUCCESSORS = 50;
const COMPARED = ['confidence', 'importance', 'tags', 'metadata', 'provenance', 'supersededBy', 'occurredFrom', 'occurredTo', 'context', 'retractedAt'] as const satisfies readonly (keyof Memory)[];

/** How a memory came to be as it is: every change of it, from the journal. Throws `not_found`. */
export async function lineageOf(raw: unknown, bank: OpenBank, store: Store): Promise<Lineage> {
  const { id } = parseInput(LineageInput, raw, 'lineage');
  await bank.state.follow();
  const [memory] = await store.get(bank.name, [id]);
  if (memory === undefined) throw new MnemeError('not_found', `There is no memory ${id}.`, { field: 'id', value: id, hint: 'List the ids with `mneme list`.' });
  const entries: LogEntry[] = [];
  for (let after = 0; ; ) {
    const page = await store.since(bank.name, after, PAGE);
    entries.push(...page.filter(({ memories }) => memories.includes(id)).map(entryOf));
    after = page.at(-1)?.sequence ?? after;
    if (page.length < PAGE || entries.length >= memory.version) break;
  }
  const steps: LineageStep[] = [];
  let before: Memory | undefined;
  for (const entry of entries) {
    const [then] = await store.get(bank.name, [id], entry.at);
    const altered = before === undefined || then === undefined ? [] : COMPARED.filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(then[field]));
    steps.push({ entry, version: then?.version ?? null, altered });
    before = then ?? before;
  }
  return { memory, steps, successors: await successorsOf(memory, bank, store) };
}

async function successorsOf(memory: Memory, { name }: OpenBank, store: Store): Promise<MemoryId[]> {
  const found: MemoryId[] = [];
  for (let next = memory.supersededBy; next !== null && !found.includes(next) && found.length < MOST_SUCCESSORS; ) {
    found.push(next);
    next = (await store.get(name, [next]))[0]?.supersededBy ?? null;
  }
  return found;
}

/** Every verb of the journal, for schemas. */
export const VerbName = z.enum(VERBS);
