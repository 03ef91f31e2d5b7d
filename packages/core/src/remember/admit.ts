import { audienceTags } from '../domain/audience.js';
import { MnemeError } from '../domain/errors.js';
import { scopeTags } from '../domain/ids.js';
import { type ParsedRememberInput, parseInput, RememberInput } from '../domain/input.js';
import { holdsMark } from '../domain/marks.js';
import { onCalendar, requestedExpiry, startIn } from '../domain/memory-times.js';
import {
  type MemoryKind,
  type ParsedImageInput,
  type Provenance,
  SOURCE_CONFIDENCE,
} from '../domain/memory.js';
import type { ParsedNoteInput } from '../domain/note.js';
import { TimeSlice } from '../domain/pace.js';
import {
  addRedactions,
  type GuardMode,
  type Quarantine,
  type RedactionCounts,
} from '../domain/privacy.js';
import { holdsRecalled, stripRecalled } from '../domain/recalled-text.js';
import {
  datedPeriod,
  type Instant,
  isoSecond,
  offsetOf,
  offsetsOf,
  type Period,
  UTC,
  zoneOffset,
} from '../domain/time.js';
import { readAudience } from '../language/audience.js';
import { collectFaultsOf, type ReadingFault, recordFault } from '../language/read-text.js';
import { contentHash } from '../language/text-hash.js';
import type { BankPrivacy } from '../safety/bank-privacy.js';
import { screen, type Screened } from '../safety/injection/screen.js';

/** A validated input, free of our own recalled text, with every default filled in. */
export interface AdmittedInput {
  readonly content: string;
  /** See `Memory.contentHash`. */
  readonly hash: string;
  readonly kind: MemoryKind;
  readonly confidence: number;
  /** As given; null means it will be estimated from the text. */
  readonly importance: number | null;
  readonly position: number | null;
  readonly saidAt: Instant;
  /** The speaker's local time, as if it were UTC: dates in the text are read relative to it. */
  readonly local: Instant;
  /** The speaker's zone; null if the given offset is not that of the bank's zone at that moment. */
  readonly zone: string | null;
  /** Whether the caller gave the time of saying. */
  readonly timed: boolean;
  readonly occurred: { readonly from: Instant; readonly to: Instant } | null;
  /** The day, month or year on the calendar in which it was said, if the time given is no more precise; else null. */
  readonly saidOn: Period | null;
  readonly provenance: Provenance;
  readonly tags: readonly string[];
  /** Tags of its scope and audience. They are ids, not text to be cleaned. */
  readonly scope: readonly string[];
  /** When it expires; null if it never does. */
  readonly expiresAt: Instant | null;
  readonly images: readonly ParsedImageInput[];
  /** Its structure, if it is a note. */
  readonly note: ParsedNoteInput | null;
  readonly metadata: NonNullable<ParsedRememberInput['metadata']>;
  /** Distinguishes it from memories with the same or synonymous words; null by default. */
  readonly apart: string | null;
  /** Memories whose recalled text was removed from the content. */
  readonly stripped: readonly string[];
}

/**
 * Validates and completes one input; without an offset, the speaker's clock is in `zone`, the bank's. Throws
 * `invalid_input` naming field, value and remedy. `content` may come out empty.
 */
export function admit(
  raw: unknown,
  now: Instant,
  path = 'input',
  zone: string = UTC,
): AdmittedInput {
  const offset = offsetsOf(zone);
  const input = parseInput(RememberInput, raw, path);
  const { text: content, ids: stripped } = stripRecalled(input.content);
  const metadata = withoutRecalled(input.metadata ?? {});
  const source = input.source ?? 'user';
  const kind =
    input.kind ??
    (input.note !== undefined
      ? 'note'
      : input.session !== undefined && input.speaker !== undefined
        ? 'experience'
        : 'fact');
  const saidAt = input.saidAt === undefined ? now : startIn(input.saidAt, offset);
  const speaker = input.speaker ?? null;
  const apart =
    input.distinct === true
      ? JSON.stringify(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)))
      : null;
  return {
    content,
    hash: contentHash(content, kind, speaker, apart),
    kind,
    confidence: input.confidence ?? SOURCE_CONFIDENCE[source],
    importance: input.importance ?? null,
    position: input.position ?? null,
    saidAt,
    ...clockOf(input.saidAt, saidAt, zone),
    timed: input.saidAt !== undefined,
    saidOn: datedPeriod(input.saidAt),
    occurred:
      input.note === undefined
        ? occurredFrom(input, saidAt, path)
        : (occurredFrom(input, saidAt, path) ?? daysOf(input.note)),
    provenance: {
      source,
      speaker,
      session: input.session ?? null,
      turn: input.turn ?? null,
      origin: input.origin ?? null,
      saidAt,
      ...offsetGiven(input.saidAt),
    },
    tags: [...new Set(input.tags ?? [])],
    scope: [
      ...new Set([
        ...scopeTags(input),
        ...audienceTags(input.audience),
        ...audienceTags(readAudience(content)),
      ]),
    ],
    expiresAt: requestedExpiry(input, now, path, offset) ?? null,
    images: input.images ?? [],
    note: input.note ?? null,
    metadata,
    apart,
    stripped,
  };
}

/** The speaker's local time, and the bank's zone unless the given offset is not the zone's at that moment. */
function clockOf(
  given: unknown,
  saidAt: Instant,
  zone: string,
): Pick<AdmittedInput, 'local' | 'zone'> {
  const [told, ofZone] = [offsetOf(given), zoneOffset(zone, saidAt)];
  return { local: saidAt + (told ?? ofZone), zone: told === null || told === ofZone ? zone : null };
}

/** The offset of the speaker's clock, as a part of the evidence: the bank's zone may change later. */
function offsetGiven(given: unknown): Pick<Provenance, 'offset'> {
  const offset = offsetOf(given);
  return offset === null ? {} : { offset };
}

/** When a note holds or happened; null if it states no day. */
function daysOf({ from, until }: ParsedNoteInput): AdmittedInput['occurred'] {
  const first = datedPeriod(from ?? until);
  const last = datedPeriod(until ?? from);
  return first === null || last === null ? null : { from: first.from, to: last.to };
}

/** Removes quoted memories from metadata values, such as a reason that quotes one. */
function withoutRecalled(metadata: AdmittedInput['metadata']): AdmittedInput['metadata'] {
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [
      key,
      typeof value === 'string' && holdsRecalled(value) ? stripRecalled(value).text : value,
    ]),
  );
}

/**
 * As precise as given: what began in "2019" happened in that year, and what ended before "2020" happened in the year
 * before, unless it was said before then.
 */
function occurredFrom(
  input: ParsedRememberInput,
  saidAt: Instant,
  path: string,
): AdmittedInput['occurred'] {
  if (input.occurredFrom === undefined && input.occurredTo === undefined) return null;
  const to = endOfOccurrence(input, saidAt);
  const from =
    input.occurredFrom !== undefined
      ? onCalendar(input.occurredFrom)
      : saidAt < to
        ? saidAt
        : startBefore(to, input.occurredTo);
  if (from >= to) {
    throw new MnemeError('invalid_input', `${path}.occurredTo: must be after occurredFrom.`, {
      field: `${path}.occurredTo`,
      value: input.occurredTo,
      hint: `Got ${isoSecond(to)}; it began ${isoSecond(from)}.`,
    });
  }
  return { from, to };
}

/** If start and end are the same day, the whole day is meant. */
function endOfOccurrence(
  { occurredFrom: from, occurredTo: to }: ParsedRememberInput,
  saidAt: Instant,
): Instant {
  if (to === undefined) return datedPeriod(from)?.to ?? onCalendar(from ?? saidAt) + 1;
  return to === from ? (datedPeriod(to)?.to ?? onCalendar(to)) : onCalendar(to);
}

/** The start of the year, month or day that ends at the given end. */
function startBefore(to: Instant, given: unknown): Instant {
  const precision = datedPeriod(given)?.precision;
  const last = new Date(to - 1).toISOString();
  const period =
    precision === undefined
      ? null
      : datedPeriod(
          last.slice(0, { year: 4, month: 7, day: 10 }[precision as 'year' | 'month' | 'day']),
        );
  return period?.from ?? to - 1;
}

/** The texts of a note, in addition to its sentence. */
type NoteWords = Pick<
  ParsedNoteInput,
  'about' | 'is' | 'aspect' | 'value' | 'because' | 'outcome' | 'asks' | 'matters' | 'reader'
>;

function wordsOf(note: ParsedNoteInput): NoteWords {
  const { about, is, aspect, value, because, outcome, asks, matters, reader } = note;
  return { about, is, aspect, value, because, outcome, asks, matters, reader };
}

function textsIn(words: NoteWords | null): readonly string[] {
  if (words === null) return [];
  const { outcome, asks, matters, ...others } = words;
  return [...Object.values(others), ...asks, ...matters, outcome?.of, outcome?.under].filter(
    (text) => typeof text === 'string',
  );
}

/**
 * An input without the private values that the bank removes; nothing is analysed, embedded, logged or stored before
 * that.
 */
export interface ProtectedInput extends AdmittedInput {
  readonly redacted: RedactionCounts;
  /** Reading steps that have failed on it so far; later steps add theirs. */
  readonly faults: ReadingFault[];
  /** What was removed, in one line, and which setting would retain such values; empty if nothing was. */
  readonly takenOut: string;
  /** Why it should be quarantined; null if it may be stored. */
  readonly suspicion: Quarantine | null;
  /** What to do with a suspicious input. */
  readonly guard: GuardMode;
}

/**
 * Removes personal data from every text of each input, and screens it for commands to its reader: content, speaker,
 * session, turn, file name, tags, metadata, captions of pictures.
 */
export async function protect(
  inputs: readonly AdmittedInput[],
  privacy: BankPrivacy,
): Promise<ProtectedInput[]> {
  const safe: ProtectedInput[] = [];
  const pace = new TimeSlice();
  for (const input of inputs) {
    const faults: ReadingFault[] = [];
    safe.push(await collectFaultsOf(faults, () => protectOne(input, privacy, faults)));
    await pace.rest();
  }
  return safe;
}

async function protectOne(
  input: AdmittedInput,
  privacy: BankPrivacy,
  faults: ReadingFault[],
): Promise<ProtectedInput> {
  const cleaned = await cleanedBy(privacy, input);
  const { value, who, session, note, pictureTexts } = cleaned;
  const { images, provenance } = input;
  const { source } = provenance;
  return {
    ...input,
    faults,
    content: value.content,
    hash:
      value.content === input.content && who === provenance.speaker
        ? input.hash
        : contentHash(value.content, input.kind, who, input.apart),
    tags: [...new Set(value.tags)],
    metadata: value.metadata,
    note: input.note === null ? null : { ...input.note, ...note },
    images: images.map((image, at) => {
      const told = pictureTexts[at];
      return typeof image === 'object' && told !== undefined ? { ...image, ...told } : image;
    }),
    provenance: { ...provenance, speaker: who, session, turn: value.turn, origin: value.origin },
    redacted: cleaned.redacted,
    takenOut: privacy.inWords(cleaned.redacted),
    suspicion: cleaned.searched
      ? screen(
          {
            content: value.content,
            metadata: value.metadata,
            labels: labelsOf({
              speaker: [who],
              session: [session],
              turn: [value.turn],
              origin: [value.origin],
              tags: value.tags,
              // Wishes are worded like commands, so notes of an agent are screened only if they contain marks.
              note: textsIn(note).filter((text) => source !== 'agent' || holdsMark(text)),
              images: [
                ...pictureTexts.flatMap((told) => Object.values(told ?? {})),
                ...images.map(pathOf),
              ],
            }),
            source,
            utterance: provenance.speaker !== null && provenance.session !== null,
          },
          privacy.guard,
        )
      : UNSEARCHED,
    guard: privacy.guard,
  };
}

/** A text that could not be searched for personal data is quarantined for review, whatever its source. */
const UNSEARCHED: Quarantine = {
  status: 'held',
  score: 1,
  reasons: ['it could not be searched for personal data'],
};

interface CleanedInput {
  readonly value: Pick<AdmittedInput, 'content' | 'tags' | 'metadata'> &
    Pick<Provenance, 'turn' | 'origin'>;
  readonly who: string | null;
  readonly session: Provenance['session'];
  readonly note: NoteWords | null;
  readonly pictureTexts: readonly ReturnType<typeof textsOf>[];
  readonly redacted: RedactionCounts;
  /** Whether the search for personal data succeeded; if not, nothing was removed. */
  readonly searched: boolean;
}

async function cleanedBy(privacy: BankPrivacy, input: AdmittedInput): Promise<CleanedInput> {
  const { content, tags, metadata } = input;
  const { speaker, session, turn, origin } = input.provenance;
  const value = { content, tags, metadata, turn, origin };
  const note = input.note === null ? null : wordsOf(input.note);
  const pictureTexts = input.images.map(textsOf);
  try {
    const own = await privacy.clean(value);
    const names = await privacy.cleanNames({ who: speaker, session });
    const told = await privacy.clean(note, content);
    const pictures = await privacy.clean(pictureTexts);
    return {
      value: own.value,
      ...names.value,
      note: told.value,
      pictureTexts: pictures.value,
      redacted: [names.redacted, told.redacted, pictures.redacted].reduce(
        addRedactions,
        own.redacted,
      ),
      searched: true,
    };
  } catch (error) {
    // An error of the store is not caused by the text.
    if (MnemeError.is(error)) throw error;
    recordFault('personal data', error);
    return { value, who: speaker, session, note, pictureTexts, redacted: {}, searched: false };
  }
}

type Given = AdmittedInput['images'][number];

/** The texts that describe a picture. */
function textsOf(image: Given): { readonly alt?: string; readonly name?: string } | undefined {
  if (typeof image === 'string' || image instanceof Uint8Array) return undefined;
  return {
    ...(image.alt === undefined ? {} : { alt: image.alt }),
    ...('name' in image && image.name !== undefined ? { name: image.name } : {}),
  };
}

/** The path of a picture; base64 data has none. */
function pathOf(image: Given): string | null {
  if (typeof image === 'string') return image.startsWith('data:') ? null : image;
  return 'path' in image ? image.path : null;
}

function labelsOf(
  fields: Readonly<Record<string, readonly (string | null)[]>>,
): Screened['labels'] {
  return Object.entries(fields).flatMap(([field, texts]) =>
    texts.flatMap((text) => (text === null ? [] : [[field, text] as const])),
  );
}
