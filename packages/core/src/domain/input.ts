import { z } from 'zod';
import { coerceInput, fieldsOf, knownKeys, withFieldsOfNow, withOwnNames } from './as-meant.js';
import { MnemeError } from './errors.js';
import { Audience } from './audience.js';
import { KeptScope, type OfUser, RESERVED_TAGS, SessionId } from './ids.js';
import { ExpiryInput, onCalendar, TtlInput } from './memory-times.js';
import { ImageInput, MAX_IMAGES, MAX_INPUT, MemoryKind, Source } from './memory.js';
import { MAX_NOTE_TEXT, NoteInput } from './note.js';
import { shareInput, textUpTo } from './schema.js';
import { BoundInput, ClockInput, DAY } from './time.js';
import { hasText, wellFormed } from './well-formed.js';

export { BoundInput, ClockInput, InstantInput } from './time.js';

const ShortText = textUpTo(200).refine(hasText, 'must not be empty');

export const Tag = ShortText;
/** A tag that callers may set. */
const FreeTag = Tag.refine(
  (tag) => !tag.startsWith(RESERVED_TAGS),
  `tags that start with ${RESERVED_TAGS} are the engine's own`,
);

/** Refinement: at most one of the two sets the expiry. */
export const endsOnce = ({
  expiresAt,
  ttl,
}: {
  readonly expiresAt?: unknown;
  readonly ttl?: unknown;
}): boolean => expiresAt === undefined || ttl === undefined;
export const TWO_ENDS = { message: 'give expiresAt or ttl, not both', path: ['ttl'] };

/** Characters of one memory's metadata, names and values together: it is copied with every change of the memory. */
const MAX_METADATA = 65_536;

const sizeOf = (fields: Readonly<Record<string, unknown>>): number =>
  Object.entries(fields).reduce(
    (sum, [name, value]) => sum + name.length + String(value).length,
    0,
  );

/** The input of `remember`. */
export const RememberInput = z
  .strictObject({
    content: z
      .string()
      .max(MAX_INPUT, `at most ${MAX_INPUT} characters; import longer text as a document`)
      .refine(hasText, 'must not be empty')
      .describe(
        'The text to keep, in any language; of more than 65,536 characters it becomes several memories.',
      ),
    kind: MemoryKind.optional().describe(
      'What sort of memory it is. Default: experience for a turn of a session, else fact.',
    ),
    confidence: shareInput().optional().describe('How sure it is, 0 to 1. Default: by its source.'),
    importance: shareInput()
      .optional()
      .describe('How much it matters, 0 to 1. Default: read off the text.'),
    speaker: ShortText.optional().describe('Who said or wrote it.'),
    session: SessionId.optional().describe('The conversation, document or task it belongs to.'),
    ...KeptScope.shape,
    turn: ShortText.optional().describe('The name of the turn within its session, as in D3:14.'),
    position: z
      .int()
      .min(0)
      .optional()
      .describe('Its place within the session. Default: after the last.'),
    saidAt: ClockInput.optional().describe(
      'When it was said. Default: now. An offset tells the speaker’s day.',
    ),
    occurredFrom: BoundInput.optional().describe(
      'When it began to be true. Default: the date the text names, else when it was said.',
    ),
    occurredTo: BoundInput.optional().describe('When it ended; after occurredFrom.'),
    expiresAt: ExpiryInput.optional().describe(
      'From when on it is found no more; a day alone is its whole day. Default: it stays.',
    ),
    ttl: TtlInput.optional().describe(
      'Instead of expiresAt, how long it is found from now: seconds, or as in 12h or 30d.',
    ),
    source: Source.optional().describe('Who hands it over. Default: user.'),
    origin: ShortText.optional().describe('The file or feed it was imported from.'),
    tags: z.array(FreeTag).max(50, 'at most 50 tags').optional().describe('Labels to filter by.'),
    images: z
      .array(ImageInput)
      .min(1, 'name at least one picture, or leave it out')
      .max(MAX_IMAGES, `at most ${MAX_IMAGES} pictures`)
      .optional()
      .describe(
        'Pictures that belong to it: paths, data: URLs or bytes, with alt text if you like.',
      )
      .meta({ flag: 'image' }),
    audience: Audience.optional().describe(
      'Who may know it besides the owner. Default: read off the text ("don’t tell Ola"), else no limit.',
    ),
    distinct: z
      .boolean()
      .optional()
      .describe(
        'Keep it as a memory of its own unless the same words came with the same metadata. Default: what says the same adds evidence to the memory that is there.',
      ),
    note: NoteInput.optional().describe(
      'Its structure, when the text is a note: one sentence that is understood alone, with what it is about and the memories it was read off.',
    ),
    metadata: z
      .record(z.string().max(100), z.union([z.string().max(2_000), z.number(), z.boolean()]))
      .refine(
        (fields) => sizeOf(fields) <= MAX_METADATA,
        `at most ${MAX_METADATA} characters in all; what is longer is content`,
      )
      .optional()
      .describe('Your own fields for it, as in {"ticket": "P-12"}.'),
  })
  .refine(
    ({ occurredFrom, occurredTo }) =>
      occurredFrom === undefined ||
      occurredTo === undefined ||
      onCalendar(occurredFrom) < onCalendar(occurredTo) ||
      // The same day as start and end means the whole day.
      (occurredFrom === occurredTo && onCalendar(occurredTo) % DAY === 0),
    {
      message: 'occurredTo must be after occurredFrom',
      path: ['occurredTo'],
    },
  )
  .refine(endsOnce, TWO_ENDS)
  .refine(({ kind, note }) => kind !== 'note' || note !== undefined, {
    message: 'a note needs its structure: give `note` with about, aspect and value',
    path: ['note'],
  })
  .refine(({ kind, note }) => note === undefined || kind === undefined || kind === 'note', {
    message: 'with `note`, the kind is note: leave it out',
    path: ['kind'],
  })
  .refine(({ content, note }) => note === undefined || content.length <= MAX_NOTE_TEXT, {
    message: `a note is one sentence of at most ${MAX_NOTE_TEXT} characters`,
    path: ['content'],
  });
export type RememberInput = z.input<typeof RememberInput> & OfUser;
export type ParsedRememberInput = z.output<typeof RememberInput>;

/**
 * Validates untrusted input by its schema, replacing unpaired surrogates; throws `invalid_input` naming the field,
 * the value and what is expected.
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  path: string,
): z.output<Schema> {
  const request = withFieldsOfNow(withOwnNames(raw, fieldsOf(schema)));
  const parsed = schema.safeParse(request, { error: inPlainWords });
  if (parsed.success) return wellFormed(parsed.data);
  const issue = parsed.error.issues[0];
  // For an unknown key, the key itself is at fault, not the object that holds it.
  const at = [
    ...(issue?.path ?? []),
    ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []),
  ];
  const field = [path, ...at].join('.');
  const value = withoutBytes(valueAt(request, at));
  const unknown = parsed.error.issues.find(isUnknownField);
  throw new MnemeError(
    'invalid_input',
    `${field}: ${issue?.message ?? 'is not valid'}${whatElse(parsed.error.issues)}.`,
    {
      field,
      value,
      hint: `Got ${describe(value)}.${unknown === undefined ? '' : knownKeys(schema, unknown.path, unknown.keys[0] ?? '')}`,
      cause: parsed.error,
    },
  );
}

function isUnknownField(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

/**
 * The same for JSON written by a model or a program: values that the schema rejects are coerced first ({@link
 * coerceInput}).
 */
export function parseCoerced<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  path: string,
): z.output<Schema> {
  const request = withFieldsOfNow(withOwnNames(raw, fieldsOf(schema)));
  return parseInput(schema, coerceInput(schema, request), path);
}

/** The number of further issues; an unknown field is named, as it may be the misspelt one that is missing. */
function whatElse([, ...others]: readonly z.core.$ZodIssue[]): string {
  const unknown = others.find(isUnknownField);
  const rest = others.length - (unknown === undefined ? 0 : 1);
  const parts = [
    ...(unknown === undefined ? [] : [`unknown field ${unknown.keys[0] ?? ''}`]),
    ...(rest === 0 ? [] : [`and ${rest} more`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Plain names for a schema's types. */
const KINDS: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Messages for issues without one in the schema; null means the original. */
export const inPlainWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_value')
    return `expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type' && Object.hasOwn(KINDS, issue.expected))
    return `expected ${KINDS[issue.expected]}`;
  if (issue.code === 'too_small') {
    if (issue.origin === 'number' || issue.origin === 'int')
      return `must be ${issue.inclusive === false ? `above ${issue.minimum}` : `${issue.minimum} or more`}`;
    if (issue.origin === 'string')
      return issue.minimum === 1 ? 'must not be empty' : `at least ${issue.minimum} characters`;
    if (issue.origin === 'array')
      return issue.minimum === 1 ? 'must not be empty' : `at least ${issue.minimum} of them`;
  }
  if (issue.code === 'too_big') {
    if (issue.origin === 'number' || issue.origin === 'int')
      return `must be ${issue.inclusive === false ? `below ${issue.maximum}` : `at most ${issue.maximum}`}`;
    if (issue.origin === 'string')
      return `at most ${issue.maximum.toLocaleString('en')} characters`;
    if (issue.origin === 'array') return `at most ${issue.maximum} of them`;
  }
  if (issue.code === 'unrecognized_keys') return 'is no field here';
  if (issue.code === 'invalid_union') return ofNoBranch(issue.errors);
  if (issue.code === 'invalid_key') return `no name for a field: ${wordsOf(issue.issues[0])}`;
  return null;
};

/** For a union: what is wrong with the branch that the value matches, or which branches there are. */
function ofNoBranch(branches: readonly (readonly z.core.$ZodIssue[])[]): string | null {
  const firsts = branches.flatMap(([first]) => first ?? []);
  const near = firsts.find(({ code, path }) => code !== 'invalid_type' || path.length > 0);
  if (near !== undefined) return wordsOf(near);
  const kinds = new Set(
    firsts.flatMap((issue) =>
      issue.code === 'invalid_type' && Object.hasOwn(KINDS, issue.expected)
        ? [KINDS[issue.expected]]
        : [],
    ),
  );
  return kinds.size === 0 ? null : `expected ${[...kinds].join(' or ')}`;
}

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is not valid';
  const words = issue.message
    ? issue.message
    : inPlainWords(issue as Parameters<typeof inPlainWords>[0]);
  return typeof words === 'string' ? words : (words?.message ?? 'is not valid');
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Values nested deeper are not searched for bytes. */
const SHOWN_DEPTH = 20;

/** Replaces bytes by their length: those of a picture would flood a log. */
function withoutBytes(value: unknown, depth = 0): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (depth > SHOWN_DEPTH) return undefined;
  if (Array.isArray(value)) return value.map((part) => withoutBytes(part, depth + 1));
  if (
    typeof value !== 'object' ||
    value === null ||
    !Object.values(value).some((part) => part instanceof Uint8Array)
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutBytes(part, depth + 1)]),
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 60 ? `a text of ${value.length} characters` : JSON.stringify(value);
  if (value === undefined) return 'nothing';
  const text = asText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Not every value can be written as JSON: bigints and cycles cannot. */
function asText(value: unknown): string {
  // As JSON, NaN, infinite numbers and invalid dates would become null.
  if (typeof value === 'number' || value instanceof Date) return String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return typeof value === 'bigint' ? `${value}n` : `a value of type ${typeof value}`;
  }
}
