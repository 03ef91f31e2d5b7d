import { MODULES } from '../modules/index.js';
import type { CapabilityModule } from '../modules/module.js';
import type { Operation } from './operation.js';
import { OPERATIONS, tableOf } from './table.js';

/** Every verb by name: the built-in ones, those of other modules, and both under their former names too. */
export function allOperations(
  others: readonly CapabilityModule[] = [],
): Readonly<Record<string, Operation>> {
  const former = [...MODULES, ...others].map(
    ({ name, former: operations = {} }: CapabilityModule) => ({
      name,
      operations,
    }),
  );
  return tableOf([{ name: 'built-in', operations: OPERATIONS }, ...others, ...former]) as Readonly<
    Record<string, Operation>
  >;
}
