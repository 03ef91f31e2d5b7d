import pg from 'pg';
import type { Figures, Ledger, LedgerBank } from './ledger.js';

interface StoredBank {
  readonly name: string;
  readonly updates: number;
  readonly memories: readonly { readonly id: string; readonly content: string }[];
}

const STORED = `
  SELECT b.name,
    (SELECT count(*)::integer FROM mneme.journal j WHERE j.bank = b.num AND j.verb = 'update') AS updates,
    (SELECT coalesce(json_agg(json_build_object('id', m.id, 'content', m.record::json ->> 'content')), '[]'::json)
       FROM mneme.memory m WHERE m.bank = b.num AND m.retracted_at IS NULL) AS memories
  FROM mneme.bank b`;

/**
 * Compares what is in the database with what clients were promised. `superuser` sees the rows of all banks. Lost:
 * acknowledged texts and updates that are not there. Doubled: texts that are there twice, and updates that nobody asked
 * for.
 */
export async function audit(superuser: string, ledger: Ledger): Promise<Figures> {
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  try {
    const { rows } = await client.query<StoredBank>(STORED);
    const stored = new Map(rows.map((row) => [row.name, row]));
    const found = ledger.banks.map((bank) => compare(bank, stored.get(bank.name)));
    const sum = (of: keyof ReturnType<typeof compare>): number =>
      found.reduce((total, each) => total + each[of], 0);
    return {
      lost: sum('lost'),
      doubled: sum('doubled'),
      foreign_rows: sum('foreign') + ledger.counts.foreign_rows,
    };
  } finally {
    await client.end();
  }
}

function compare(
  bank: LedgerBank,
  stored: StoredBank | undefined,
): { readonly lost: number; readonly doubled: number; readonly foreign: number } {
  const { memories = [], updates = 0 } = stored ?? {};
  const byId = new Map(memories.map(({ id, content }) => [id, content]));
  const texts = memories.map(({ content }) => content);
  const missing = [...bank.texts].filter(([id, text]) => byId.get(id) !== text).length;
  const [fewest, most] = [bank.updates, bank.updates + bank.unknown];
  return {
    lost: missing + Math.max(0, fewest - updates),
    doubled: texts.length - new Set(texts).size + Math.max(0, updates - most),
    foreign: texts.filter((text) => !text.includes(`${bank.marker} `)).length,
  };
}
