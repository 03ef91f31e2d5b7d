import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';

/** One input field as a command line takes it. */
export interface Flag {
  /** The field's name in the input. */
  readonly field: string;
  /** `--as-of <value>`. */
  readonly spelling: string;
  /** May be given again, each time for one more. */
  readonly repeated: boolean;
  readonly description: string;
  parse(text: string | boolean | readonly string[]): unknown;
}

interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
  /** Its name as a flag that is given once for each item of the list. */
  readonly flag?: string;
}

const VALUE_NAMES: Readonly<Record<string, string>> = { number: '<number>', integer: '<number>', array: '<list>', object: '<json>' };

/** Renders an operation's input schema as flags; the fields named in `positional` are left out. */
export function flagsOf(schema: z.ZodType, positional: readonly string[]): Flag[] {
  return Object.entries(propertiesOf(schema))
    .filter(([field]) => !positional.includes(field))
    .map(([field, property]) => asFlag(field, property));
}

interface Rendered {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const rendered = (schema: z.ZodType): Rendered => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Rendered;

export function propertiesOf(schema: z.ZodType): Readonly<Record<string, Property>> {
  return rendered(schema).properties ?? {};
}

export function requiredOf(schema: z.ZodType): readonly string[] {
  return rendered(schema).required ?? [];
}

function asFlag(field: string, property: Property): Flag {
  const name = `--${(property.flag ?? field).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const choices = property.enum ?? property.items?.enum;
  const preset = property.default === undefined || property.default === '' ? '' : ` Default: ${JSON.stringify(property.default)}.`;
  const description = [property.description ?? '', choices === undefined ? '' : `One of: ${choices.join(', ')}.`].filter((part) => part !== '').join(' ') + preset;
  if (property.type === 'boolean') {
    // What is on by default can only be switched off.
    const negated = property.default === true;
    return { field, spelling: negated ? `--no-${name.slice(2)}` : name, repeated: false, description, parse: (value) => value };
  }
  if (property.flag !== undefined) return { field, spelling: `${name} <text>`, repeated: true, description: `${description} Give it again for one more.`, parse: (values) => [values].flat().map(itemOf) };
  return { field, spelling: `${name} ${VALUE_NAMES[property.type ?? ''] ?? '<text>'}`, repeated: false, description, parse: (value) => parseValue(String(value), property, name) };
}

function parseValue(text: string, property: Property, name: string): unknown {
  if (property.type === 'number' || property.type === 'integer') {
    const value = Number(text);
    if (text.trim() === '' || Number.isNaN(value)) throw new MnemeError('invalid_input', `${name} takes a number.`, { field: name, value: text });
    return value;
  }
  if (property.type === 'array') return text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  if (property.type === 'object') return parseObject(text, name);
  // A moment may be given in milliseconds.
  return property.type === undefined && /^-?\d{9,}$/.test(text) ? Number(text) : text;
}

/** One item of a repeated flag: a text, or JSON where more is to be said of it. */
function itemOf(value: unknown): unknown {
  const text = String(value);
  return text.startsWith('{') ? parseObject(text, 'the value') : text;
}

/** JSON, or `key=value,key=value`. */
function parseObject(text: string, name: string): unknown {
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
