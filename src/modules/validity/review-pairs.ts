import type { Conflict } from '../../domain/conflict.js';
import type { BankName, ConflictId, MemoryId } from '../../domain/ids.js';
import { isReflected } from '../../domain/reflection.js';
import type { Instant } from '../../domain/time.js';
import type { Store } from '../../ports/store.js';
import type { CausalCode, CausalSpace } from '../../spaces/e05-causal.js';
import { pairKey } from './pair-key.js';

/** The thresholds for similar meaning and dissimilar causes. */
const ALIKE = 0.8;
const COHERENT = 0.3;
const MAX_PAIRS = 200;

/**
 * Pairs linked as similar above 0.8 whose causes agree less than 0.3. They are recorded for people to
 * check; nothing else follows, because similarity proves no contradiction.
 */
export async function reviewPairs(
  bank: BankName,
  store: Store,
  causal: CausalSpace,
  recorded: ReadonlySet<string>,
  { newId, at }: { readonly newId: () => ConflictId; readonly at: Instant },
): Promise<Conflict[]> {
  const alike: [MemoryId, MemoryId][] = [];
  for await (const page of store.edges(bank)) {
    for (const { role, from, to, weight } of page)
      if (role === 'similar_to' && weight > ALIKE) alike.push([from as MemoryId, to as MemoryId]);
  }
  const codes = new Map<MemoryId, CausalCode>();
  for await (const page of store.codes(bank, causal.name, causal.id, [...new Set(alike.flat())]))
    for (const { memory, code } of page) codes.set(memory, causal.unpack(code));
  const live = new Map(
    (await store.get(bank, [...codes.keys()]))
      .filter(
        (memory) =>
          memory.retractedAt === null && memory.supersededBy === null && !isReflected(memory),
      )
      .map((memory) => [memory.id, memory]),
  );
  return alike
    .filter((pair) => !recorded.has(pairKey(...pair)))
    .flatMap(([a, b]): Conflict[] => {
      const [first, second, left, right] = [live.get(a), live.get(b), codes.get(a), codes.get(b)];
      if (
        first === undefined ||
        second === undefined ||
        left === undefined ||
        right === undefined ||
        causal.likeness(left, right) >= COHERENT
      )
        return [];
      const [older, newer] = first.saidAt <= second.saidAt ? [first, second] : [second, first];
      return [
        {
          id: newId(),
          older: older.id,
          newer: newer.id,
          subject: 'cause',
          slot: 'cause',
          olderValue: '',
          newerValue: '',
          verdict: 'review',
          reason: 'alike, but not in what they tell of causes',
          status: 'pending',
          settlement: null,
          lowered: { older: 0, newer: 0 },
          foundAt: at,
          version: 1,
        },
      ];
    })
    .slice(0, MAX_PAIRS);
}
