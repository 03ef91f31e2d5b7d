import { MnemeError } from '../domain/errors.js';
import { jsonExcess, MAX_JSON_VALUES } from '../domain/json-limits.js';

/** A field of an input schema, as JSON Schema has it. */
export interface Property {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
  readonly oneOf?: readonly Property[];
  /** Its name as a flag that is given once for each item of the list. */
  readonly flag?: string;
}

/** What a text means where doors take one: on a command line, in an address. Throws `invalid_input` naming the field. */
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
  // A moment may be given in milliseconds.
  return property.type === undefined && /^-?\d{9,}$/.test(text) ? Number(text) : text;
}

/** Texts with commas between them. Where the items are more than texts, a list in JSON or one item in JSON. */
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

/** A list in JSON. Throws `invalid_input` naming the field. */
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
