import { z } from 'zod';
import type { Memory } from '../../domain/memory.js';
import type { ParsedProfile } from '../../domain/profile.js';
import { isoSecond } from '../../domain/time.js';
import { acceptor, type IndexFilter } from '../../indexes/accept.js';
import type { BankIndex } from '../../indexes/bank-index.js';
import { profileFilter } from '../profile-filter.js';
import type { Of, SchemaOf } from '../../domain/schema.js';

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
