import type { Verb } from '../../domain/change.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isSaying, READ_TURN, READING } from '../../domain/reading.js';
import { waitingLine } from '../../domain/recalled-text.js';
import { HOUR, type Instant } from '../../domain/time.js';
import type { OpenedBank } from '../module.js';
import { REQUEST } from './request.js';
import { journalAfter } from '../../bank/journal-after.js';

/** Verbs whose changes can add turns. */
const BRINGING: ReadonlySet<Verb> = new Set<Verb>(['remember', 'import', 'update', 'release']);

interface Waiting {
  readonly turns: readonly Memory[];
  /** Nothing is pending up to this change. */
  readonly upTo: number;
}

type WaitingIn = Pick<OpenedBank, 'bank' | 'store' | 'state'>;

/** At most `most` unread turns added after a change, in journal order. */
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
  for await (const { sequence, verb, memories, at } of journalAfter(bank, from, store)) {
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
  return { turns, upTo };
}

/** Turns that changes after this one read or gave up, even if that was undone: nothing is read twice. */
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

/** A statement that is neither retracted nor quarantined. */
export function isReadable(memory: Memory): boolean {
  return memory.retractedAt === null && memory.quarantine === null && isSaying(memory);
}

/** Orders turns of a session as they were said. */
export const inOrder = (a: Memory, b: Memory): number =>
  a.position - b.position || a.saidAt - b.saidAt;

/** The turns to read next, or when there will be any. */
type NextSession = { readonly turns: readonly Memory[] } | { readonly ready: Instant };

/**
 * The turns of the first session that has been quiet for a while or fills a whole request, in the order they were
 * said. Turns without a session count as one session.
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

/** Maximum number of pending turns that are counted; beyond it, "more than". */
export const MAX_COUNTED = 100;
const MAX_CONVERSATIONS = 1_000;

/** Conversations already notified of pending turns: each named one once, unnamed ones once an hour. */
export class UnreadNotices {
  readonly #told = new Map<string, Instant>();

  /** Whether to notify the conversation now; records that it was. */
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

/** A line on pending turns and why nobody reads them, for an agent; null if there are none. */
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
