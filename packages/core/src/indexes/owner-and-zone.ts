import { withDefaults, type BankSettings, type Owner } from '../domain/bank.js';
import type { Change } from '../domain/change.js';
import type { BankName, MemoryId } from '../domain/ids.js';
import type { LearnedRecord } from '../domain/learned-record.js';
import { type OffsetAt, offsetsOf, UTC } from '../domain/time.js';
import { normaliseName } from '../language/entity-names.js';
import type { Store } from '../ports/store.js';
import { SequenceCache } from './caches.js';

/** The key of the records of names by which users called themselves. */
export const OWNER_RECORD = { module: 'owner', type: 'name', key: 'told' } as const;
const OWNER_KEY = Object.values(OWNER_RECORD).join(' ');
/** Maximum number of records read, the latest. */
const MAX_RECORDS = 50;

/**
 * The owner of the bank: set explicitly, or learned from what users said about themselves; null if neither is known.
 * Reads the bank's settings unless they are given.
 */
export async function readOwner(
  bank: BankName,
  store: Pick<Store, 'bank' | 'learned' | 'get'>,
  settings?: Pick<BankSettings, 'owner'>,
): Promise<Owner | null> {
  const named = (settings ?? (await store.bank(bank))?.settings)?.owner ?? null;
  return named === null ? learnedOwner(bank, store) : { name: named, known: 'named' };
}

/** Of several names, the one stated in most turns; of a tie, the one stated first. */
async function learnedOwner(
  bank: BankName,
  store: Pick<Store, 'learned' | 'get'>,
): Promise<Owner | null> {
  const records = (await store.learned(bank, { kinds: ['module'], keys: [OWNER_KEY] }))
    .filter(({ retractedAt }) => retractedAt === null)
    .slice(-MAX_RECORDS);
  if (records.length === 0) return null;
  const turns = await store.get(bank, [...new Set(records.flatMap(({ body }) => body.evidence))]);
  const standing = new Set(
    turns.flatMap(({ id, retractedAt }) => (retractedAt === null ? [id] : [])),
  );
  const told = new Map<string, { readonly name: string; readonly turns: Set<MemoryId> }>();
  for (const record of records) {
    const name = nameIn(record);
    const evidence = record.body.evidence.filter((id) => standing.has(id));
    if (name === null || evidence.length === 0) continue;
    const key = normaliseName(name);
    const before = told.get(key) ?? { name, turns: new Set() };
    for (const id of evidence) before.turns.add(id);
    told.set(key, before);
  }
  const [best] = [...told.values()].sort((a, b) => b.turns.size - a.turns.size);
  return best === undefined ? null : { name: best.name, known: 'learned' };
}

function nameIn({ body }: LearnedRecord<'module'>): string | null {
  const { name } = body.value;
  return typeof name === 'string' && name !== '' ? name : null;
}

/** The offset of the bank's time zone from UTC. */
export async function bankOffset(bank: BankName, store: Pick<Store, 'bank'>): Promise<OffsetAt> {
  return offsetsOf((await store.bank(bank))?.settings.zone ?? UTC);
}

/** What every remember and recall asks of a bank, each read at most once between the changes that may affect it. */
export class BankFacts {
  readonly #settings: SequenceCache<BankSettings>;
  readonly #owner: SequenceCache<Owner | null>;

  constructor(bank: BankName, store: Pick<Store, 'bank' | 'learned' | 'get'>) {
    this.#settings = new SequenceCache(
      async () => (await store.bank(bank))?.settings ?? withDefaults({}),
    );
    this.#owner = new SequenceCache(() => readOwner(bank, store));
  }

  /** The settings at this sequence number of the journal. */
  settings(sequence: number): Promise<BankSettings> {
    return this.#settings.at(sequence);
  }

  /** See {@link readOwner}. */
  owner(sequence: number): Promise<Owner | null> {
    return this.#owner.at(sequence);
  }

  /** Takes over a change that only adds memories. */
  take({ learned }: Change, before: number, sequence: number): void {
    this.#settings.unchanged(before, sequence);
    if (learned.every(({ key }) => key !== OWNER_KEY)) this.#owner.unchanged(before, sequence);
  }
}
