import { z } from 'zod';
import { parseObject, textValue, type Property } from '../operations/text-value.js';

/** One input field as a command line takes it. */
export interface Flag {
  /** The field's name in the input. */
  readonly field: string;
  /** `--as-of <value>`. */
  readonly spelling: string;
  /** `--no-success`, for a yes or no of which neither is the default. */
  readonly negation?: string;
  /** May be given again, each time for one more. */
  readonly repeated: boolean;
  readonly description: string;
  parse(text: string | boolean | readonly string[]): unknown;
}

const VALUE_NAMES: Readonly<Record<string, string>> = {
  number: '<number>',
  integer: '<number>',
  array: '<list>',
  object: '<json>',
};

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

const rendered = (schema: z.ZodType): Rendered =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Rendered;

export function propertiesOf(schema: z.ZodType): Readonly<Record<string, Property>> {
  return rendered(schema).properties ?? {};
}

export function requiredOf(schema: z.ZodType): readonly string[] {
  return rendered(schema).required ?? [];
}

export const flagName = (field: string): string =>
  `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function asFlag(field: string, property: Property): Flag {
  const name = flagName(property.flag ?? field);
  const choices = property.enum ?? property.items?.enum;
  const preset =
    property.default === undefined || property.default === ''
      ? ''
      : ` Default: ${JSON.stringify(property.default)}.`;
  const description =
    [property.description ?? '', choices === undefined ? '' : `One of: ${choices.join(', ')}.`]
      .filter((part) => part !== '')
      .join(' ') + preset;
  if (property.type === 'boolean') {
    // What is on by default can only be switched off.
    const negated = property.default === true;
    if (property.default === undefined)
      return {
        field,
        spelling: name,
        negation: `--no-${name.slice(2)}`,
        repeated: false,
        description: `${description} Or --no-${name.slice(2)}.`,
        parse: (value) => value,
      };
    return {
      field,
      spelling: negated ? `--no-${name.slice(2)}` : name,
      repeated: false,
      description,
      parse: (value) => value,
    };
  }
  if (property.flag !== undefined)
    return {
      field,
      spelling: `${name} <text>`,
      repeated: true,
      description: `${description} Give it again for one more.`,
      parse: (values) => [values].flat().map(itemOf),
    };
  return {
    field,
    spelling: `${name} ${VALUE_NAMES[property.type ?? ''] ?? '<text>'}`,
    repeated: false,
    description,
    parse: (value) => textValue(String(value), property, name),
  };
}

/** An argument without a flag; of a list whose items may be more than texts, each text that is JSON as that. */
export function positionalValue(property: Property | undefined, value: unknown): unknown {
  const ofObjects = [...(property?.items?.anyOf ?? []), ...(property?.items?.oneOf ?? [])].some(
    ({ type }) => type === 'object',
  );
  return ofObjects && Array.isArray(value) ? value.map(itemOf) : value;
}

/** One item of a repeated flag: a text, or JSON where more is to be said of it. */
function itemOf(value: unknown): unknown {
  const text = String(value);
  return text.startsWith('{') ? parseObject(text, 'the value') : text;
}
