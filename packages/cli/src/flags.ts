import type { Command } from 'commander';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { adoptedName, fieldOfNow, nameOfNow, ownNameOf } from '@mneme/core/domain/foreign-names.js';
import { parseObject, type Property, textValue } from '@mneme/mneme/operations/text-value.js';

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

const flagName = (field: string): string =>
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

/** Names that say the same in every memory, and former ones of ours, as a command line spells them. */
const FOREIGN = [
  'limit',
  'breadth',
  'facts',
  'top-k',
  'num-results',
  'max-results',
  'max-tokens',
  'session-id',
  'thread-id',
  'conversation-id',
  'expires',
  'expiration-date',
  'expires-in',
] as const;

/** The flags of an operation under the names that other memories have for them, where none of its own is called so. */
export function foreignFlags(flags: readonly Flag[]): Flag[] {
  const fields = flags.map(({ field }) => field);
  return FOREIGN.flatMap((name) => {
    const own = adoptedName(name, fields);
    const flag = flags.find(({ field }) => field === own);
    const value = flag?.spelling.split(' ')[1];
    if (flag === undefined || flag.spelling.startsWith(`--${name} `)) return [];
    if (value !== undefined) return [{ ...flag, spelling: `--${name} ${value}` }];
    // What needs no value is taken under its former name alone.
    if (nameOfNow(name) === undefined) return [];
    const { negation: _negation, ...plain } = flag;
    return [{ ...plain, spelling: `--${name}` }];
  });
}

/**
 * Puts a flag's value into the input. Of a former name it is told what the name is now; throws `invalid_input`
 * where the field was given by another name, too, and not the same.
 */
export function takeFlag(input: Record<string, unknown>, flag: Flag, value: unknown): void {
  const [spelt = ''] = flag.spelling.split(' ');
  const own = flagName(flag.field);
  if (nameOfNow(spelt.slice(2)) !== undefined) tellOfName(spelt, own);
  if (flag.field === 'fields' && Array.isArray(value))
    for (const named of value as readonly unknown[]) {
      const now = fieldOfNow(String(named));
      if (now !== undefined) tellOfName(String(named), now);
    }
  const before = input[flag.field];
  if (before !== undefined && before !== value)
    throw new MnemeError('invalid_input', `${spelt}: ${own} is given, too, and is not the same.`, {
      field: spelt,
      value,
      hint: `Give ${own} alone.`,
    });
  input[flag.field] = value;
}

/** Says on standard error what a former name is now. */
export const tellOfName = (former: string, now: string): void =>
  void process.stderr.write(`${former} is called ${now} now.\n`);

const UNKNOWN = /unknown option '--([^'=]{1,100})/;

/** What is unknown here is told what it is called here, where it is a name of other memories. */
export function nameForeignFlags(command: Command, flags: readonly Flag[]): void {
  const fields = flags.map(({ field }) => field);
  command.configureOutput({
    outputError: (text, write) => {
      const own = ownNameOf(UNKNOWN.exec(text)?.[1] ?? '', fields);
      const flag = flags.find(({ field }) => field === own);
      write(
        flag === undefined
          ? text
          : `${text.split('\n')[0] ?? ''}\n(Did you mean ${flag.spelling.split(' ')[0] ?? ''}?)\n`,
      );
    },
  });
}
