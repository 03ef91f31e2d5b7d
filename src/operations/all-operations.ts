import { MODULES } from '../modules/index.js';
import { FORMER_OPERATIONS } from './former-operations.js';
import type { Operation } from './operation.js';
import { OPERATIONS } from './table.js';

/** Every verb by name: those of the table, under their former names too, and those of modules. */
export function allOperations(
  modules: readonly { readonly operations?: object }[] = MODULES,
): Readonly<Record<string, Operation>> {
  const tables = [
    OPERATIONS,
    FORMER_OPERATIONS,
    ...modules.map(({ operations = {} }) => operations),
  ];
  // Not read one by one: the bundled program loads an operation when it is read.
  return Object.defineProperties(
    {},
    Object.assign({}, ...tables.map(Object.getOwnPropertyDescriptors)) as PropertyDescriptorMap,
  ) as Record<string, Operation>;
}
