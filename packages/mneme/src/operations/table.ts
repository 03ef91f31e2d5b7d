import { MODULES } from '../modules.js';
import type { CapabilityModule } from '@mneme/core/modules/module.js';
import type { Operation } from '@mneme/core/operations/operation.js';

type TakingOperations<Module> =
  Module extends CapabilityModule<infer Operations> ? (operations: Operations) => void : never;
type OperationsOf<Modules extends readonly CapabilityModule[]> =
  TakingOperations<Modules[number]> extends (operations: infer Operations) => void
    ? { readonly [Name in keyof Operations]: Operations[Name] }
    : never;

/**
 * The verbs of modules as one table. Their values are not accessed here: the bundled program loads each on first
 * access.
 */
function tableOf<const Modules extends readonly CapabilityModule[]>(
  modules: Modules,
): OperationsOf<Modules> {
  const rows = modules.map(({ operations = {} }) => Object.getOwnPropertyDescriptors(operations));
  return Object.freeze(
    Object.defineProperties({}, Object.assign({}, ...rows) as PropertyDescriptorMap),
  ) as OperationsOf<Modules>;
}

/** Every built-in verb by name, in the order of the modules. */
export const OPERATIONS = tableOf(MODULES);
export type OperationName = keyof typeof OPERATIONS;

type RunOf<Name extends OperationName> = (typeof OPERATIONS)[Name]['run'];
export type OutputOf<Name extends OperationName> = Awaited<ReturnType<RunOf<Name>>>;

/** Every verb by name: built-in ones and those of other modules, also under their former names. */
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
