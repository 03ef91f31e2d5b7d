import type { Verb } from '../../domain/change.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { isReflected } from '../../domain/reflection.js';
import { isAssistant } from '../../domain/roles.js';
import type { Store } from '../../ports/store.js';

/** Records of what was done with a turn. */
export const TURN = 'turn';
/** Changes that bring turns. */
const BRINGING: ReadonlySet<Verb> = new Set<Verb>(['remember', 'import', 'release']);
const PAGE = 200;

export interface Waiting {
  readonly turns: readonly Memory[];
  /** Up to this change nothing waits. */
  readonly upTo: number;
}

/** The turns that came after a change and were not read yet, in the order of the journal, at most `most`. */
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

/** Turns that were read, or given up, by a change after this one; also where that was undone since: nobody asks twice. */
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

/** What somebody said and stands: not what was taken back or held back, what reflection wrote, or what an assistant answered. */
export function isReadable(memory: Memory): boolean {
  return (
    memory.retractedAt === null &&
    memory.quarantine === null &&
    memory.content !== '' &&
    !isReflected(memory) &&
    !(memory.speaker !== null && isAssistant(memory.speaker))
  );
}
