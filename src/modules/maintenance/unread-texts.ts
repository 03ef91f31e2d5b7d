import type { Bank } from '../../domain/bank.js';
import { UNREAD } from '../../domain/unread.js';
import type { Problem } from '../../ports/store-care.js';
import type { EngineParts } from '../../bank/core.js';

const PAGE = 500;
const NAMED_AT_MOST = 5;

/** Texts on which a step of reading failed: they are kept and found by their words, but that step says nothing of them. */
export async function unreadTexts(
  banks: readonly Bank[],
  { store }: Pick<EngineParts, 'store'>,
): Promise<Problem[]> {
  const found: string[] = [];
  const counts = new Map<string, number>();
  for (const { name } of banks) {
    for (let after: string | undefined; ;) {
      const page = await store.find(
        name,
        { metadata: { name: UNREAD, test: 'exists', value: true } },
        PAGE,
        after,
      );
      for (const { id, metadata } of page.items) {
        found.push(id);
        for (const step of String(metadata[UNREAD]).split(', '))
          counts.set(step, (counts.get(step) ?? 0) + 1);
      }
      if (page.next === null) break;
      after = page.next;
    }
  }
  if (found.length === 0) return [];
  const steps = [...counts].map(([step, count]) => `${step} of ${count}`).join(', ');
  const named = `${found.slice(0, NAMED_AT_MOST).join(', ')}${found.length > NAMED_AT_MOST ? ' …' : ''}`;
  return [
    {
      what: `${found.length} ${found.length === 1 ? 'text was' : 'texts were'} kept without being read in full (${steps}): ${named}.`,
      mend: 'Nothing of them is lost. A version that reads them does so when they are forgotten and remembered again, or reworded with `mneme update`.',
    },
  ];
}
