import type { Bank } from '../../domain/bank.js';
import type { BankName, MemoryId } from '../../domain/ids.js';
import type { Problem } from '../../ports/store-care.js';
import type { EngineParts } from '../../bank/core.js';

/** Memories whose code was analysed by an earlier version only: they are found, but not as well as possible. */
export async function earlierCodes(
  banks: readonly Bank[],
  { store, code }: Pick<EngineParts, 'store' | 'code'>,
): Promise<Problem[]> {
  const idsOf = async (bank: BankName, encoder: string): Promise<MemoryId[]> => {
    const ids: MemoryId[] = [];
    for await (const page of store.codes(bank, code.name, encoder))
      for (const { memory } of page) ids.push(memory);
    return ids;
  };
  let count = 0;
  for (const { name } of banks) {
    const earlier = new Set(
      (await Promise.all(code.earlier.map((encoder) => idsOf(name, encoder)))).flat(),
    );
    if (earlier.size > 0) for (const id of await idsOf(name, code.id)) earlier.delete(id);
    count += earlier.size;
  }
  return count === 0
    ? []
    : [
        {
          what: `${count} memories hold code that an earlier version read.`,
          mend: 'Run `mneme doctor --rebuild`; until then they are ranked by what was read.',
        },
      ];
}
