import { MnemeError } from '../domain/errors.js';

/** A field of an input schema, as JSON Schema has it. */
export interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
  /** Its name as a flag that is given once for each item of the list. */
  readonly flag?: string;
}

/** What a text means where doors take one: on a command line, in an address. Throws `invalid_input` naming the field. */
export function textValue(text: string, property: Property, name: string): unknown {
  if (property.type === 'number' || property.type === 'integer') {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value)) throw new MnemeError('invalid_input', `${name} takes a number.`, { field: name, value: text });
    return value;
  }
  if (property.type === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw new MnemeError('invalid_input', `${name} takes true or false.`, { field: name, value: text });
  }
  if (property.type === 'array') return text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  if (property.type === 'object') return parseObject(text, name);
  // A moment may be given in milliseconds.
  return property.type === undefined && /^-?\d{9,}$/.test(text) ? Number(text) : text;
}

/** JSON, or `key=value,key=value`. */
export function parseObject(text: string, name: string): unknown {
  if (!text.trim().startsWith('{')) {
    const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair.trim()));
    if (pairs.every((pair) => pair !== null)) return Object.fromEntries(pairs.map((pair) => [pair[1], pair[2]]));
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new MnemeError('invalid_input', `${name} takes JSON or key=value pairs.`, { field: name, value: text, cause });
  }
}
