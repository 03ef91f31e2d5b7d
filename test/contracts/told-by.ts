import type { BankName } from '../../packages/core/src/domain/ids.js';
import type { PortableRecord } from '../../packages/core/src/domain/import-export.js';
import type { Store } from '../../packages/core/src/ports/store.js';

/** All that a bank holds, as an export tells it, in an order that is the same in every store. */
export async function toldBy(store: Store, bank: BankName): Promise<readonly string[]> {
  const { bank: head, counts, records } = await store.exportBank(bank);
  const told: PortableRecord[] = [];
  for await (const page of records) told.push(...page);
  const { name: _name, ...rest } = head;
  return [
    JSON.stringify(sorted({ ...rest, counts })),
    ...told.map((each) => JSON.stringify(sorted(each))).sort(),
  ];
}

/** The same value with its fields in order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
