import { z } from 'zod';
import { ExpiryInput, TtlInput } from './expiry.js';
import { SessionId } from './ids.js';
import { ImageInput, MAX_IMAGES } from './image.js';
import { onCalendar } from './occurrence.js';
import { BoundInput, ClockInput } from './instant-input.js';
import { MAX_INPUT, MemoryKind, Source } from './memory.js';
import { MAX_NOTE_TEXT, NoteInput } from './note.js';
import { KeptScope, type OfUser, RESERVED_TAGS } from './scope.js';
import { DAY } from './time.js';
import { hasText } from './well-formed.js';
import { shareInput, textUpTo } from './schema.js';

export { BoundInput, ClockInput, InstantInput } from './instant-input.js';

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
