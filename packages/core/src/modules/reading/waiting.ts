import type { Verb } from '../../domain/change.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isSaying, READ_TURN, READING } from '../../domain/reading.js';
import { waitingLine } from '../../domain/recalled-text.js';
import { HOUR, type Instant } from '../../domain/time.js';
import type { OpenedBank } from '../module.js';
import { REQUEST } from './request.js';

/** Verbs whose changes add turns. */
const BRINGING: ReadonlySet<Verb> = new Set<Verb>(['remember', 'import', 'update', 'release']);
const PAGE = 200;

interface Waiting {
  readonly turns: readonly Memory[];
  /** Nothing is pending up to this change. */
  readonly upTo: number;
}

type WaitingIn = Pick<OpenedBank, 'bank' | 'store' | 'state'>;

/** Turns added after a change and not read yet, in journal order, at most `most`. */
export async function waitingTurns(
  { bank, store, state }: WaitingIn,
  from: number,
  most: number,
): Promise<Waiting> {
  await state.follow();
  await state.notes.ready();
  const done = await readSince({ bank, store }, from);
  const isRead = ({ id }: Memory): boolean =>
    done.has(id) || state.notes.notesOf(state.index.slot(id)).length > 0;
  const turns: Memory[] = [];
  let upTo = from;
  for (let after = from; ;) {
    const entries = await store.since(bank, after, PAGE);
    for (const { sequence, verb, memories, at } of entries) {
      after = sequence;
      const fresh = BRINGING.has(verb)
        ? (await store.get(bank, memories)).filter(
            (memory) =>
              (memory.recordedAt === at || verb === 'release') &&
              isReadable(memory) &&
              !isRead(memory),
          )
        : [];
      for (const memory of fresh) {
        if (turns.length >= most) return { turns, upTo };
        turns.push(memory);
        done.add(memory.id);
      }
      if (turns.length === 0) upTo = sequence;
    }
    if (entries.length < PAGE) return { turns, upTo };
  }
}

/** Turns that a change after this one read or gave up; also if that was undone since: nothing is asked twice. */
export async function readSince(
  { bank, store }: Pick<OpenedBank, 'bank' | 'store'>,
  from: number,
): Promise<Set<MemoryId>> {
  const records = await store.learned(bank, { kinds: ['module'], changedAfter: from });
  return new Set(
    records.flatMap(({ body }) =>
      body.module === READING && body.type === READ_TURN ? body.evidence : [],
    ),
  );
}

/** A saying that is neither retracted nor in quarantine. */
export function isReadable(memory: Memory): boolean {
  return memory.retractedAt === null && memory.quarantine === null && isSaying(memory);
}

/** Turns of a session in the order in which they were said. */
export const inOrder = (a: Memory, b: Memory): number =>
  a.position - b.position || a.saidAt - b.saidAt;

/** What is to be read next, or when there will be something. */
type NextSession = { readonly turns: readonly Memory[] } | { readonly ready: Instant };

/**
 * The turns of the first session of which nothing came for a while, or which has enough for a whole request;
 * in the order in which they were said. What has no session counts as one.
 */
export function nextSession(
  waiting: readonly Memory[],
  now: Instant,
  quietMs: number,
): NextSession {
  const sessions = new Map<string, Memory[]>();
  for (const turn of waiting) {
    const key = turn.session ?? '';
    const turns = sessions.get(key);
    if (turns === undefined) sessions.set(key, [turn]);
    else turns.push(turn);
  }
  let ready = Infinity;
  for (const turns of sessions.values()) {
    const quiet = Math.max(...turns.map(({ recordedAt }) => recordedAt)) + quietMs;
    if (quiet <= now || turns.length >= REQUEST.turns)
      return {
        turns: turns.toSorted(inOrder).slice(0, REQUEST.turns),
      };
    ready = Math.min(ready, quiet);
  }
  return { ready };
}

/** So many that wait are counted; of more it is told that there are more. */
export const MAX_COUNTED = 100;
const MAX_CONVERSATIONS = 1_000;

/** Which conversations were told what waits. One that is named is told once; where none is, somebody is told once an hour. */
export class ConversationsTold {
  readonly #told = new Map<string, Instant>();

  /** Whether it is to be told now; notes that it was. */
  take(conversation: string | null, now: Instant): boolean {
    const key = conversation ?? '';
    const before = this.#told.get(key);
    if (before !== undefined && (conversation !== null || now - before < HOUR)) return false;
    this.#told.set(key, now);
    const [oldest] = this.#told.keys();
    if (this.#told.size > MAX_CONVERSATIONS && oldest !== undefined) this.#told.delete(oldest);
    return true;
  }
}

/** What waits and why nobody reads it, for an agent that could; null for nothing. */
export function unreadLine(waiting: number, failed: string | null): string | null {
  if (waiting === 0) return null;
  const turns =
    waiting === 1
      ? '1 turn waits'
      : `${waiting > MAX_COUNTED ? `more than ${MAX_COUNTED}` : waiting} turns wait`;
  return waitingLine(
    turns,
    failed === null ? 'no reader is configured' : `the reader failed (${failed})`,
  );
}
