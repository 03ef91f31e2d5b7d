import type { Bank } from '../../domain/bank.js';
import { withoutPassages } from '../../indexes/earlier-readings.js';
import type { Problem } from '../../ports/store-care.js';
import type { EngineParts } from '../../bank/core.js';

/** Long memories whose words were stored before passages existed: each opening of the bank analyses them again. */
export async function earlierPassages(
  banks: readonly Bank[],
  { store }: Pick<EngineParts, 'store'>,
): Promise<Problem[]> {
  let count = 0;
  for (const { name, encoder } of banks) {
    for await (const rows of store.indexRows(name, 'semantic', encoder))
      count += (await withoutPassages(rows, (ids) => store.get(name, ids))).length;
  }
  return count === 0
    ? []
    : [
        {
          what: `${count} long memories were not read passage by passage.`,
          mend: 'Run `mneme doctor --rebuild`; until then every opening of the bank reads them anew, and their passages have no vectors.',
        },
      ];
}
