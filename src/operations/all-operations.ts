import type { CapabilityModule } from '../modules/module.js';
import { FORMER_OPERATIONS } from './former-operations.js';
import type { Operation } from './operation.js';
import { OPERATIONS, tableOf } from './table.js';

/** Every verb by name: the built-in ones, under their former names too, and those of other modules. */
export function allOperations(
  others: readonly CapabilityModule[] = [],
): Readonly<Record<string, Operation>> {
  return tableOf([
    { name: 'built-in', operations: OPERATIONS },
    { name: 'former', operations: FORMER_OPERATIONS },
    ...others,
  ]) as Readonly<Record<string, Operation>>;
}
