import { withDefaults, type Bank } from '../../../../domain/bank.js';
import type { StoreJournal } from '../../../../ports/store-journal.js';
import { BankData } from '../bank-data.js';
import { applyChange } from '../commit.js';
import {
  entryOf,
  findChanges,
  findFormerEdges,
  findTouchedMemories,
  readChangeRecord,
} from '../journal.js';
import { noBank, type Opened } from '../opened.js';

export function journalPart(opened: Opened): StoreJournal {
  return {
    banks: () =>
      opened.read(() =>
        opened.banks
          .values()
          .map(bankOf)
          .sort((one, other) => (one.name < other.name ? -1 : 1)),
      ),
    bank: (name) =>
      opened.readWhole(name, () => {
        const bank = opened.banks.get(name);
        return bank === undefined ? null : bankOf(bank);
      }),
    ensureBank: (name, encoder, at) =>
      opened.write(() => {
        const there = opened.banks.get(name);
        if (there !== undefined) return bankOf(there);
        const bank = new BankData(opened.ledger, name, at, { encoder, sequence: 0, settings: {} });
        opened.banks.set(name, bank);
        return bankOf(bank);
      }),
    commit: (change, options = {}) =>
      opened.writeInTurns(change.bank, (bank) => applyChange(bank, change, options, opened)),
    since: (name, sequence, limit, createdAt) =>
      opened.readBank(name, (bank) => {
        if (bank.createdAt !== (createdAt ?? bank.createdAt)) throw noBank(name);
        const found = [];
        for (let at = sequence + 1; at <= bank.head.sequence && found.length < limit; at++) {
          const line = bank.journal.get(at);
          if (line !== undefined) found.push(entryOf(bank, line));
        }
        return found;
      }),
    journal: (name, query, limit) =>
      opened.readBank(name, (bank) => findChanges(bank, query, limit)),
    changeRecord: (name, sequence) =>
      opened.readBank(name, (bank) => readChangeRecord(bank, sequence)),
    touchedMemories: (name, from, to, limit, after) =>
      opened.readBank(name, (bank) => findTouchedMemories(bank, [from, to], limit, after)),
    formerEdges: (name, edges) => opened.readBank(name, (bank) => findFormerEdges(bank, edges)),
  };
}

function bankOf({ name, createdAt, head }: BankData): Bank {
  const { encoder, sequence, settings } = head;
  return { name, createdAt, encoder, sequence, settings: withDefaults(settings) };
}
