import type { Bank } from '../../domain/bank.js';
import type { Problem } from '../../ports/store-care.js';
import { messageOf } from '../../spaces/with-timeout.js';
import type { EngineParts } from '../../bank/core.js';

/** Records of modules that are not loaded: they are kept unchanged, and nobody reads them. */
export async function foreignRecords(
  banks: readonly Bank[],
  { store, modules }: Pick<EngineParts, 'store' | 'modules'>,
): Promise<Problem[]> {
  const loaded = new Set(modules.map(({ name }) => name));
  const notices: Problem[] = [];
  for (const { name } of banks) {
    const counts = new Map<string, number>();
    for (const { body, retractedAt } of await store.learned(name, { kinds: ['module'] }))
      if (retractedAt === null && !loaded.has(body.module))
        counts.set(body.module, (counts.get(body.module) ?? 0) + 1);
    for (const [module, count] of counts)
      notices.push({
        what: `The bank ${name} keeps ${count} ${count === 1 ? 'record' : 'records'} of the module ${module}, which is not loaded.`,
        mend: 'Open the memory with that module to use them; nothing of them is lost.',
      });
  }
  return notices;
}

/** The findings of modules on the banks. A failing module is named; the others are still called. */
export async function findingsOfModules(
  banks: readonly Bank[],
  { store, modules }: Pick<EngineParts, 'store' | 'modules'>,
): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const { name, checks } of modules) {
    if (checks === undefined) continue;
    for (const bank of banks) {
      try {
        found.push(...(await checks({ bank: bank.name, store })));
      } catch (error) {
        found.push({
          what: `The module ${name} could not check the bank ${bank.name}: ${messageOf(error)}`,
          mend: 'Nothing of the file is at fault by this; see the module.',
        });
      }
    }
  }
  return found;
}
