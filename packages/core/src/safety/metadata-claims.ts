import {
  hostOf,
  type Memory,
  type MentionedDate,
  type Metadata,
  type Source,
  trustRank,
} from '../domain/memory.js';
import { DAY, type Instant } from '../domain/time.js';
import type { ReadText } from '../language/read-text.js';

/** What is compared: the content and all its metadata. Dates and language are those found in the content. */
export interface MetadataSubject extends Pick<
  Memory,
  | 'content'
  | 'language'
  | 'speaker'
  | 'session'
  | 'metadata'
  | 'tags'
  | 'dates'
  | 'saidAt'
  | 'occurredFrom'
  | 'occurredTo'
> {
  readonly source: Source;
  /** The content as read, if it already was. */
  readonly reading?: ReadText;
  readonly origin: string | null;
  /** When the bank recorded it. */
  readonly recordedAt: number;
}

/** One disagreement of metadata and content. */
export interface MetadataDisagreement {
  /** 0..1. */
  readonly weight: number;
  readonly reason: string;
}

/** The first of these fields with a non-empty text, case-insensitive; with its actual name. */
export function fieldOf(
  metadata: Metadata,
  names: ReadonlySet<string>,
): { readonly name: string; readonly value: string } | null {
  for (const [name, value] of Object.entries(metadata)) {
    if (
      typeof value === 'string' &&
      value.trim() !== '' &&
      names.has(name.toLowerCase().replace(/[-_ ]/g, ''))
    )
      return { name, value: value.trim() };
  }
  return null;
}

/** Field names in the form that {@link fieldOf} compares. */
export function fields(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

const SOURCE = fields('source author saidby writtenby from trust provenance');
const ADDRESS = fields('url link href sourceurl canonical address');
/** Names of authors, as sources. */
const STANDS_FOR: ReadonlyMap<string, Source> = new Map([
  ['user', 'user'],
  ['the user', 'user'],
  ['owner', 'user'],
  ['human', 'user'],
  ['me', 'user'],
  ['trusted', 'user'],
  ['agent', 'agent'],
  ['assistant', 'agent'],
  ['system', 'agent'],
]);
/**
 * A page that speaks as the user or for the user. Reports about another product's users use another tense and person.
 */
const AS_USER =
  /(?:^|[.!?\n]\s{0,3})(?:I,? (?:the user|your (?:user|owner)|as (?:the|your) (?:user|owner)\b)|as (?:the|your) (?:user|owner)(?: of this (?:account|memory|assistant))?, I\b|the user (?:has )?(?:said|told (?:you|me|us)|confirmed|asked (?:you|me)|wants you|agreed|stated)\b)/i;
type Brought = Exclude<Source, 'user'>;
/**
 * Weight of a field, and of words, that claim a more trusted source: tools and agents relay what users said, the web
 * does not.
 */
const CLAIMED: Readonly<Record<Brought, number>> = { web: 0.6, tool: 0.3, agent: 0.2 };
const SPOKEN: Readonly<Record<Brought, number>> = { web: 0.5, tool: 0.2, agent: 0 };
/** A chat found somewhere has turns of its own user, so only a stand-alone text is checked for its speaker. */
const [CLAIMED_SPEAKER, OTHER_HOST] = [0.3, 0.4];

/** Claims of a more trusted source, or of another origin, than the one that brought it. */
export function sourceClaims({
  content,
  metadata,
  source,
  origin,
  speaker,
  session,
}: MetadataSubject): MetadataDisagreement[] {
  if (source === 'user') return [];
  const found: MetadataDisagreement[] = [];
  const claims = (name: string, value: string, weight: number): void => {
    const claimed = STANDS_FOR.get(value.toLowerCase());
    if (claimed !== undefined && trustRank(claimed) > trustRank(source))
      found.push({ weight, reason: `${name} says ${value}, but it comes from ${WHENCE[source]}` });
  };
  const named = fieldOf(metadata, SOURCE);
  if (named !== null) claims(named.name, named.value, CLAIMED[source]);
  else if (source === 'web' && speaker !== null && session === null)
    claims('speaker', speaker, CLAIMED_SPEAKER);
  if (SPOKEN[source] > 0 && AS_USER.test(content))
    found.push({
      weight: SPOKEN[source],
      reason: `speaks for the user, but comes from ${WHENCE[source]}`,
    });
  const address = fieldOf(metadata, ADDRESS);
  if (
    address !== null &&
    isAddress(address.value) &&
    isAddress(origin) &&
    siteOf(address.value) !== siteOf(origin)
  ) {
    found.push({
      weight: OTHER_HOST,
      reason: `${address.name} names ${hostOf(address.value)}, but it comes from ${hostOf(origin)}`,
    });
  }
  return found;
}

const WHENCE: Readonly<Record<Brought, string>> = {
  agent: 'an agent',
  tool: 'a tool',
  web: 'the web',
};

function isAddress(value: string | null): value is string {
  return value !== null && /^https?:\/\//i.test(value);
}

/** The last two labels of a host: `docs.example.org` and `www.example.org` are one site. */
function siteOf(address: string): string {
  return hostOf(address).split('.').slice(-2).join('.');
}

const WRITTEN = fields(
  'date published publishedat publisheddate created createdat updated updatedat written timestamp',
);
const YEAR = 365 * DAY;
/** Tolerance for clock differences and time zones. */
const CLOCKS = 2 * DAY;
/**
 * How far a stated time may be from all dates in the text, by their precision; beyond ten times that it is certainly
 * wrong.
 */
const SLACK: Readonly<Record<MentionedDate['precision'], number>> = {
  minute: 60 * DAY,
  hour: 60 * DAY,
  day: 60 * DAY,
  weekend: 60 * DAY,
  week: 90 * DAY,
  month: YEAR,
  season: YEAR,
  year: 3 * YEAR,
  decade: 20 * YEAR,
};
const [FUTURE, APART, FAR_APART, BEFORE_ITS_TIME] = [0.4, 0.3, 0.5, 0.3];
/** Words about the future, which allow later dates. */
const AHEAD =
  /\b(?:will|shall|going to|plan(?:s|ned)?|until|till|by|due|valid|expires?|deadline|forecast|scheduled|expected|next|from|starting|wird|bis|geplant|ab|prévu|jusqu|hasta|previsto)\b/i;

/** Impossible times: in the future, far from the dates in the text, or before what the text is about. */
export function timeClaims({
  content,
  metadata,
  dates,
  saidAt,
  occurredFrom,
  occurredTo,
  recordedAt,
}: MetadataSubject): MetadataDisagreement[] {
  const found: MetadataDisagreement[] = [];
  if (saidAt > recordedAt + CLOCKS)
    found.push({ weight: FUTURE, reason: `said on ${day(saidAt)}, which is yet to come` });
  const written = writtenAt(metadata);
  if (written !== null && written.at > recordedAt + CLOCKS)
    found.push({
      weight: FUTURE,
      reason: `${written.name} says ${day(written.at)}, which is yet to come`,
    });
  const named = dates.filter(
    (date) => !date.recurring && !date.approximate && /\d{4}/.test(date.text),
  );
  if (named.length === 0) return found;
  if (isGiven(occurredFrom, occurredTo, saidAt, dates)) {
    const excess = Math.min(
      ...named.map(
        (date) =>
          Math.max(0, date.from - occurredTo, occurredFrom - date.to) / SLACK[date.precision],
      ),
    );
    if (excess > 1)
      found.push({
        weight: excess > 10 ? FAR_APART : APART,
        reason: `said to have happened ${day(occurredFrom)}, but the text names ${named[0]?.text ?? ''}`,
      });
  }
  const known = written === null ? saidAt : Math.min(written.at, saidAt);
  if (named.every(({ from }) => from > known + YEAR) && !AHEAD.test(content))
    found.push({
      weight: BEFORE_ITS_TIME,
      reason: `dated ${day(known)}, but tells of ${named[0]?.text ?? ''}`,
    });
  return found;
}

/**
 * Whether the caller gave the time of the event: otherwise it is the only date of the text, or the moment of saying.
 */
function isGiven(
  from: Instant,
  to: Instant,
  saidAt: Instant,
  dates: readonly MentionedDate[],
): boolean {
  return (
    !(from === saidAt && to === saidAt + 1) &&
    !dates.some((date) => date.from === from && date.to === to)
  );
}

function writtenAt(
  metadata: MetadataSubject['metadata'],
): { readonly name: string; readonly at: Instant } | null {
  const field = fieldOf(metadata, WRITTEN);
  if (field === null || !/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(field.value)) return null;
  const at = Date.parse(field.value);
  return Number.isNaN(at) ? null : { name: field.name, at };
}

function day(instant: Instant): string {
  return new Date(instant).toISOString().slice(0, 10);
}
