import { MnemeError } from '@mneme/core/domain/errors.js';
import { jsonExcess, MAX_JSON_VALUES } from '@mneme/core/domain/well-formed.js';
import type { CapabilityModule } from '@mneme/core/modules/module.js';
import type { Operation } from '@mneme/core/operations/operation.js';
import { MODULES } from '../modules.js';

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

/** A field of an input schema, in JSON Schema. */
export interface Property {
  readonly type?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
  readonly oneOf?: readonly Property[];
  /** The flag that is repeated for each item of the list. */
  readonly flag?: string;
}

/** Parses a text from a command line or a URL by its schema. Throws `invalid_input` naming the field. */
export function textValue(text: string, property: Property, name: string): unknown {
  if (property.type === 'number' || property.type === 'integer') {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value))
      throw new MnemeError('invalid_input', `${name} takes a number.`, {
        field: name,
        value: text,
        hint: `Got ${JSON.stringify(text)}.`,
      });
    return value;
  }
  if (property.type === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new MnemeError('invalid_input', `${name} takes true or false.`, {
      field: name,
      value: text,
      hint: `Got ${JSON.stringify(text)}.`,
    });
  }
  if (property.type === 'array') return listOf(text, property, name);
  if (property.type === 'object') return parseObject(text, name);
  // A time may be given in milliseconds.
  return property.type === undefined && /^-?\d{9,}$/.test(text) ? Number(text) : text;
}

/** A list of comma-separated strings. Other items are given as a JSON list or one JSON item. */
function listOf(text: string, { items }: Property, name: string): unknown {
  const given = text.trim();
  const ofObjects = [items, ...(items?.anyOf ?? []), ...(items?.oneOf ?? [])].some(
    (item) => item?.type === 'object',
  );
  if (ofObjects && given.startsWith('{')) return [parseObject(given, name)];
  if (ofObjects && given.startsWith('[')) return jsonList(given, name);
  return given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A JSON list. Throws `invalid_input` naming the field. */
export function jsonList(text: string, field: string): unknown {
  try {
    return parsed(text);
  } catch (cause) {
    throw new MnemeError('invalid_input', `${field} takes a list.`, {
      field,
      value: text,
      hint: 'In JSON a list is written as in [{"name": "value"}].',
      cause,
    });
  }
}

/** JSON, or `key=value,key=value`. */
export function parseObject(text: string, name: string): unknown {
  if (!text.trim().startsWith('{')) {
    const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim()));
    if (pairs.every((pair) => pair !== null))
      return Object.fromEntries(pairs.map((pair) => [pair[1], pair[2]]));
  }
  try {
    return parsed(text);
  } catch (cause) {
    throw new MnemeError('invalid_input', `${name} takes JSON or key=value pairs.`, {
      field: name,
      value: text,
      hint: `Got ${JSON.stringify(text.slice(0, 60))}.`,
      cause,
    });
  }
}

function parsed(text: string): unknown {
  const excess = jsonExcess(text, MAX_JSON_VALUES);
  if (excess !== null) throw new SyntaxError(excess.reason);
  return JSON.parse(text) as unknown;
}
