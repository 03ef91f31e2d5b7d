import { z } from 'zod';
import { MnemeError } from '../domain/errors.js';
import type { Memory } from '../domain/memory.js';
import { boundedIn, occurrenceIn } from '../domain/occurrence.js';
import { parseInput } from '../domain/parse-input.js';
import { type GivenProfile, type ParsedProfile, RecallProfile } from '../domain/profile.js';
import type { Of, SchemaOf } from '../domain/schema.js';
import { narrowedTags } from '../domain/scope.js';
import { isoSecond, type OffsetAt } from '../domain/time.js';
import { acceptor, type IndexFilter } from '../indexes/accept.js';
import type { BankIndex } from '../indexes/bank-index.js';

/** Number of cached profiles. */
const CAPACITY = 500;

const READ = new Map<string, GivenProfile>();

/**
 * The profile of a recall. Cached by input: validating some forty fields takes longer than a cache hit for the
 * answer. Throws `invalid_input`.
 */
export function readProfile(raw: unknown): GivenProfile {
  const given = flatText(raw);
  const known = given === null ? undefined : READ.get(given);
  if (known !== undefined) return known;
  const profile = Object.freeze(parseInput(RecallProfile, raw, 'profile'));
  if (given === null) return profile;
  if (READ.size >= CAPACITY) READ.clear();
  READ.set(given, profile);
  return profile;
}

/**
 * The input as a cache key; null unless it is a plain object of strings, numbers and booleans, because only those are
 * equal when their texts are.
 */
function flatText(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || Object.getPrototypeOf(raw) !== Object.prototype)
    return null;
  const fields = Object.entries(raw);
  return fields.every(
    ([, value]) =>
      typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  )
    ? JSON.stringify(fields)
    : null;
}

/** A profile with its bounds as moments of that clock. Throws `invalid_input` where the end is not after the start. */
export function boundedProfile(given: GivenProfile, offset: OffsetAt): ParsedProfile {
  const occurred = occurrenceIn(given, offset);
  if (occurred === undefined) return boundedIn(given, offset);
  const { from = -Infinity, to = Infinity } = occurred;
  if (from >= to)
    throw new MnemeError('invalid_input', 'profile.to: to must be after from.', {
      field: 'profile.to',
      value: given.to,
      hint: 'Give the earlier moment as from; from and to may be one day.',
    });
  return { ...boundedIn(given, offset), occurred: { ...occurred, retold: true } };
}

/** The profile of a question that names no day. Throws `invalid_input`. */
export function profileOf(raw: unknown, path: string): ParsedProfile {
  return boundedProfile(parseInput(RecallProfile, raw, path), () => 0);
}

/** A profile's filter in the store's form; metadata by the set of memories that match it. */
export function profileFilter(profile: ParsedProfile): IndexFilter {
  const tags = narrowedTags(profile);
  const { kinds, speaker, speakers, exceptSpeakers, session, asOf, occurred, threshold } = profile;
  return {
    ...(kinds === undefined ? {} : { kinds }),
    ...(tags === undefined ? {} : { tags }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(speakers === undefined ? {} : { speakers }),
    ...(exceptSpeakers === undefined ? {} : { exceptSpeakers }),
    ...(session === undefined ? {} : { session }),
    ...(profile.among === undefined ? {} : { among: profile.among }),
    ...(asOf === undefined ? {} : { asOf }),
    ...(threshold > 0 ? { minConfidence: threshold } : {}),
    ...(occurred === undefined ? {} : { occurred }),
  };
}

const refusalShape = z.strictObject({
  field: z.enum([
    'kinds',
    'tags',
    'speaker',
    'speakers',
    'exceptSpeakers',
    'session',
    'metadata',
    'threshold',
    'from, to',
    'exclude',
  ] as const),
  /** What the profile requires, and what the memory has, in words. */
  wanted: z.string(),
  has: z.string(),
});
/** A field of the profile that a memory does not pass. */
export interface Refusal extends Of<typeof refusalShape> {}
export const Refusal: SchemaOf<Refusal, typeof refusalShape> = refusalShape;

type Part = Exclude<keyof IndexFilter, 'asOf' | 'includeRetracted' | 'quarantined'>;

const FIELD: Readonly<Record<Part, Refusal['field']>> = {
  kinds: 'kinds',
  tags: 'tags',
  speaker: 'speaker',
  speakers: 'speakers',
  exceptSpeakers: 'exceptSpeakers',
  session: 'session',
  among: 'metadata',
  minConfidence: 'threshold',
  occurred: 'from, to',
};

const HAS: Readonly<Record<Part, (memory: Memory) => string>> = {
  kinds: ({ kind }) => kind,
  tags: ({ tags }) => (tags.length === 0 ? 'none' : tags.join(', ')),
  speaker: ({ speaker }) => speaker ?? 'nobody',
  speakers: ({ speaker }) => speaker ?? 'nobody',
  exceptSpeakers: ({ speaker }) => speaker ?? 'nobody',
  session: ({ session }) => session ?? 'none',
  among: ({ metadata }) => JSON.stringify(metadata),
  minConfidence: ({ confidence }) => confidence.toFixed(2),
  occurred: ({ occurredFrom, occurredTo }) =>
    `${isoSecond(occurredFrom)} to ${isoSecond(occurredTo)}`,
};

/** Every field of the profile that excludes the memory, each tested alone by the same test that recall uses. */
export function refusals(
  slot: number,
  memory: Memory,
  profile: ParsedProfile,
  index: BankIndex,
): Refusal[] {
  const filter = profileFilter(profile);
  const parts = (Object.keys(FIELD) as Part[]).filter((part) => filter[part] !== undefined);
  const refused = parts.filter(
    (part) => !acceptor(index, { [part]: filter[part], includeRetracted: true })(slot),
  );
  return [
    ...refused.map((part): Refusal => ({
      field: FIELD[part],
      wanted: part === 'among' ? JSON.stringify(profile.metadata) : wantedBy(part, filter),
      has: HAS[part](memory),
    })),
    ...(profile.exclude?.includes(memory.id) === true
      ? [{ field: 'exclude' as const, wanted: 'any other memory', has: memory.id }]
      : []),
  ];
}

function wantedBy(part: Exclude<Part, 'among'>, { occurred, ...filter }: IndexFilter): string {
  if (part === 'occurred')
    return [
      occurred?.from === undefined ? '' : `from ${isoSecond(occurred.from)}`,
      occurred?.to === undefined ? '' : `before ${isoSecond(occurred.to)}`,
    ]
      .filter((text) => text !== '')
      .join(' ');
  if (part === 'minConfidence') return `at least ${filter.minConfidence}`;
  if (part === 'exceptSpeakers') return `anybody but ${filter.exceptSpeakers?.join(', ') ?? ''}`;
  const value = filter[part];
  return typeof value === 'string' ? value : (value ?? []).join(', ');
}
