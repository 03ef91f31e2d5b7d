/** A store whose changes are not numbered in the order in which they are committed. */
import type { Bank } from '../../packages/core/src/domain/bank.js';
import type { ChangeRecord, LoggedChange } from '../../packages/core/src/domain/change.js';
import type { Store } from '../../packages/core/src/ports/store.js';

/** Of two changes the one that is committed first has the higher number: 2, 1, 4, 3, … as if it had been begun later. */
const swapped = (sequence: number): number =>
  sequence <= 0 ? sequence : sequence % 2 === 1 ? sequence + 1 : sequence - 1;

const orNull = (sequence: number | null): number | null =>
  sequence === null ? null : swapped(sequence);

const bankOf = (bank: Bank): Bank => ({ ...bank, sequence: swapped(bank.sequence) });

const logged = (change: LoggedChange): LoggedChange => ({
  ...change,
  sequence: swapped(change.sequence),
  reverts: orNull(change.reverts),
  revertedBy: orNull(change.revertedBy),
});

const recorded = ({ change, touched }: ChangeRecord): ChangeRecord => ({
  change: logged(change),
  touched: touched.map((each) => ({ ...each, later: each.later.map(swapped) })),
});

export function numberedOutOfTurn(store: Store): Store {
  return {
    ...store,
    banks: async () => (await store.banks()).map(bankOf),
    bank: async (name) => {
      const bank = await store.bank(name);
      return bank === null ? null : bankOf(bank);
    },
    ensureBank: async (...asked) => bankOf(await store.ensureBank(...asked)),
    commit: async (change, { expectedSequence } = {}) =>
      swapped(
        await store.commit(
          { ...change, reverts: orNull(change.reverts) },
          expectedSequence === undefined ? {} : { expectedSequence: swapped(expectedSequence) },
        ),
      ),
    since: async (bank, sequence, limit) =>
      (await store.since(bank, swapped(sequence), limit)).map((entry) => ({
        ...entry,
        sequence: swapped(entry.sequence),
      })),
    journal: async (bank, { before, sequences, ...query }, limit) =>
      (
        await store.journal(
          bank,
          {
            ...query,
            ...(before === undefined ? {} : { before: swapped(before) }),
            ...(sequences === undefined ? {} : { sequences: sequences.map(swapped) }),
          },
          limit,
        )
      ).map(logged),
    changeRecord: async (bank, sequence) => {
      const record = await store.changeRecord(bank, swapped(sequence));
      return record === null ? null : recorded(record);
    },
    learned: (bank, { changedAfter, ...query }) =>
      store.learned(bank, {
        ...query,
        ...(changedAfter === undefined ? {} : { changedAfter: swapped(changedAfter) }),
      }),
    snapshot: async (bank) => {
      const head = await store.snapshot(bank);
      return head === null ? null : { ...head, sequence: swapped(head.sequence) };
    },
    beginSnapshot: (bank, head) =>
      store.beginSnapshot(bank, { ...head, sequence: swapped(head.sequence) }),
  };
}
