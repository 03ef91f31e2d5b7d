import { z } from 'zod';
import { SessionId } from './ids.js';
import { ImageInput, MAX_IMAGES } from './image.js';
import { MAX_INPUT, MemoryKind, Source } from './memory.js';
import { RESERVED_TAGS } from './reserved-tags.js';
import { KeptScope, type OfUser } from './scope.js';
import type { Instant } from './time.js';
import { hasText } from './visible-text.js';
import { isOffset, offsetOf } from './zone.js';

/**
 * The end of the year 9999: what a text says relative to a moment ("in ten years") must be within the
 * calendar, too.
 */
const LAST_INSTANT = 253_402_300_799_999;

/** Accepts epoch milliseconds, a Date, or an ISO 8601 text; returns epoch milliseconds. */
export const InstantInput = z
  .union(
    [z.number(), z.date(), z.string()],
    'expected a moment: ISO 8601 text, epoch milliseconds or a Date',
  )
  .transform((value, context): Instant => {
    const instant =
      typeof value === 'number'
        ? Math.trunc(value)
        : value instanceof Date
          ? value.getTime()
          : parseIso(value.trim());
    const offset = offsetOf(value);
    if (offset !== null && !isOffset(offset)) {
      context.addIssue({
        code: 'custom',
        message:
          'expected an offset that a time zone has: -12:00 to +14:00, in quarters of an hour',
        input: value,
      });
      return z.NEVER;
    }
    if (Number.isFinite(instant) && Math.abs(instant) <= LAST_INSTANT) return instant;
    context.addIssue({
      code: 'custom',
      message: Number.isFinite(instant)
        ? 'must not be after the year 9999'
        : 'expected a moment that the calendar has, such as 2025-02-03T18:12:00Z',
      input: value,
    });
    return z.NEVER;
  });

/** A moment on somebody's clock: with an offset it is kept as given, because the offset determines the day. */
export const ClockInput = z
  .union(
    [z.number(), z.date(), z.string()],
    'expected a moment: ISO 8601 text, epoch milliseconds or a Date',
  )
  .transform((value, context): Instant | string => {
    const parsed = InstantInput.safeParse(value);
    if (!parsed.success) {
      context.addIssue({
        code: 'custom',
        message: parsed.error.issues[0]?.message ?? 'expected a moment',
        input: value,
      });
      return z.NEVER;
    }
    return typeof value === 'string' && offsetOf(value) !== null ? value.trim() : parsed.data;
  });

/** The moment of a parsed {@link ClockInput}. */
export const instantOf = (clock: Instant | string): Instant => new Date(clock).getTime();

/**
 * NaN for anything but an ISO 8601 text, and for a day that its month does not have: the platform would
 * guess at the first and roll over the second.
 */
function parseIso(text: string): number {
  const date = /^(?:\d{4}|[+-]\d{6})(?:-(\d{2})(?:-(\d{2}))?)?(?=$|[T ])/i.exec(text);
  if (date === null) return Number.NaN;
  const [day, , dayOfMonth = '01'] = date;
  if (new Date(Date.parse(day)).getUTCDate() !== Number(dayOfMonth)) return Number.NaN;
  return Date.parse(withZone(text));
}

/** A time without a zone is read as UTC, so that the same input means the same on every machine. */
function withZone(text: string): string {
  return /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text.trim())
    ? `${text.trim().replace(' ', 'T')}Z`
    : text;
}

const ShortText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(200, 'at most 200 characters')
  .refine(hasText, 'must not be empty');

export const Tag = ShortText;
/** A tag that a caller may give. */
const FreeTag = Tag.refine(
  (tag) => !tag.startsWith(RESERVED_TAGS),
  `tags that start with ${RESERVED_TAGS} are the engine's own`,
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
    confidence: z
      .number()
      .min(0, 'must be 0 to 1')
      .max(1, 'must be 0 to 1')
      .optional()
      .describe('How sure it is, 0 to 1. Default: by its source.'),
    importance: z
      .number()
      .min(0, 'must be 0 to 1')
      .max(1, 'must be 0 to 1')
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
    occurredFrom: InstantInput.optional().describe(
      'When it began to be true. Default: the date the text names, else when it was said.',
    ),
    occurredTo: InstantInput.optional().describe('When it ended; after occurredFrom.'),
    source: Source.optional().describe(
      'Who hands it over: user, agent, tool or web. Default: user.',
    ),
    origin: ShortText.optional().describe('The file or feed it was imported from.'),
    tags: z.array(FreeTag).max(50, 'at most 50 tags').optional(),
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
    metadata: z
      .record(z.string().max(100), z.union([z.string().max(2_000), z.number(), z.boolean()]))
      .optional(),
  })
  .refine(
    ({ occurredFrom, occurredTo }) =>
      occurredTo === undefined || (occurredFrom ?? occurredTo - 1) < occurredTo,
    {
      message: 'occurredTo must be after occurredFrom',
      path: ['occurredTo'],
    },
  );
export type RememberInput = z.input<typeof RememberInput> & OfUser;
export type ParsedRememberInput = z.output<typeof RememberInput>;
