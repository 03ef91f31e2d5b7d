import type { Verb } from '../../domain/change.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import { isAssistant } from '../../domain/roles.js';
import type { Store } from '../../ports/store.js';

/** Type of the records of processed turns. */
export const TURN = 'turn';
/** Verbs whose changes add turns. */
const BRINGING: ReadonlySet<Verb> = new Set<Verb>(['remember', 'import', 'release']);
const PAGE = 200;

export interface Waiting {
  readonly turns: readonly Memory[];
  /** Nothing is pending up to this change. */
  readonly upTo: number;
}

/** Turns added after a change and not read yet, in journal order, at most `most`. */
export async function waitingTurns(
  bank: BankName,
  store: Store,
  from: number,
  most: number,
): Promise<Waiting> {
  const done = await readSince(bank, store, from);
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
              !done.has(memory.id),
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
  bank: BankName,
  store: Store,
  from: number,
): Promise<Set<MemoryId>> {
  const records = await store.learned(bank, { kinds: ['module'], changedAfter: from });
  return new Set(
    records.flatMap(({ body }) =>
      body.module === 'facts' && body.type === TURN ? body.evidence : [],
    ),
  );
}

/** A current statement of a person: not retracted, quarantined, a reflection, or an assistant's answer. */
export function isReadable(memory: Memory): boolean {
  return (
    memory.retractedAt === null &&
    memory.quarantine === null &&
    memory.content !== '' &&
    !isReflected(memory) &&
    !(memory.speaker !== null && isAssistant(memory.speaker))
  );
}
