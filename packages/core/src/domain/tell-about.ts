import { isoSecond, type Instant } from './time.js';

/** The fields of a subject's summary that the text output uses. */
export interface AboutToTell {
  readonly name: string;
  readonly is: string | null;
  readonly entity: { readonly type: string } | null;
  readonly aliases: readonly string[];
  readonly others: readonly string[];
  readonly read: boolean;
  readonly slots: readonly AboutSlot[];
  readonly memories: number;
  readonly partial: boolean;
  readonly observation: { readonly content: string } | null;
  readonly recent: readonly {
    readonly id: string;
    readonly content: string;
    readonly speaker: string | null;
    readonly saidAt: Instant;
  }[];
}
interface AboutSlot {
  readonly part: 'wish' | 'open' | 'changed' | 'holds' | 'mentioned' | 'happened' | 'over';
  readonly slot: string;
  readonly claims: readonly Claim[];
}
interface Claim {
  readonly value: string;
  readonly mode: string;
  readonly fromDay: string | null;
  readonly untilDay: string | null;
  readonly told: object | null;
  readonly validity: string;
  readonly memory: string;
  readonly text: string;
}

/** Formatting of the parts of a line. */
interface Shown {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  /** Of a moment, or of a day on the calendar. */
  readonly day: (at: Instant | string) => string;
  readonly cut: (text: string) => string;
}

const asIs = (text: string): string => text;
const PLAIN: Shown = {
  bold: asIs,
  dim: asIs,
  good: asIs,
  day: (at) => (typeof at === 'string' ? at : isoSecond(at).slice(0, 10)),
  cut: asIs,
};

const PARTS: Readonly<Record<AboutSlot['part'], string>> = {
  wish: 'Standing wishes',
  open: 'Open or planned',
  changed: 'Changed lately',
  holds: 'Holds',
  mentioned: 'Told of others',
  happened: 'Happened, or was planned for a day that is past',
  over: 'No longer',
};

/** What is known about a subject, as lines under headings by validity and purpose. */
export function tellAbout(about: AboutToTell, shown: Shown = PLAIN): string {
  const { name, is, entity, aliases, others, slots, observation } = about;
  const known = [is ?? entity?.type, ...aliases.map((alias) => `also ${alias}`)]
    .flatMap((each) => each ?? [])
    .join(', ');
  return [
    `${shown.bold(name)}${known === '' ? '' : ` ${shown.dim(`(${known})`)}`}`,
    ...others.map((each) => shown.dim(`Also called so: ${each}: mneme about "${each}"`)),
    ...(observation === null ? [] : [observation.content]),
    ...(slots.length === 0 ? ['No claim about it was read off what was told.'] : []),
    ...Object.entries(PARTS).flatMap(([part, heading]) => {
      const lines = slots
        .filter((slot) => slot.part === part)
        .flatMap((slot) => slotLines(slot, shown));
      return lines.length === 0 ? [] : ['', heading, ...lines];
    }),
    ...unreadLines(about, shown),
  ].join('\n');
}

/** The current value, and below it, indented, former ones. */
function slotLines({ slot, claims, part }: AboutSlot, shown: Shown): string[] {
  return claims.map((claim, at) => {
    const { validity, memory, told } = claim;
    // A note's sentence is self-contained; a value from rules is only a fragment of somebody's words.
    const text = told === null ? `${slot}: ${asWritten(claim)}` : claim.text;
    const folded = at > 0 && part !== 'over' && validity === 'superseded';
    const marks = marksOf(claim, folded, shown);
    const line = validity === 'current' && claim.mode === 'holds' ? shown.good(text) : text;
    return `  ${folded ? '  before: ' : ''}${line}${shown.dim(`${marks === '' ? '' : ` (${marks})`} ${memory}`)}`;
  });
}

/** A claim's state, unless the heading or the note's sentence says it already, and its dates. */
function marksOf(
  { validity, mode, told, fromDay: from, untilDay: until }: Claim,
  folded: boolean,
  shown: Shown,
): string {
  const state = validity === 'current' ? (told === null ? mode : 'holds') : validity;
  const isSaid = state === 'holds' || state === 'planned' || state === 'past' || folded;
  // What took its place was told before it began.
  if (from !== null && until !== null && until < from)
    return `was to be from ${shown.day(from)}, given up on ${shown.day(until)}`;
  return [
    ...(isSaid ? [] : [state]),
    ...(from !== null && from === until
      ? [`on ${shown.day(from)}`]
      : [
          ...(from === null
            ? []
            : [`${state === 'planned' ? 'from' : 'since'} ${shown.day(from)}`]),
          ...(until === null ? [] : [`until ${shown.day(until)}`]),
        ]),
  ].join(', ');
}

const MAX_RECENT = 5;

/** Says so if the memories about it have not been read into notes, and lists the latest. */
function unreadLines(
  { read, memories, partial, recent }: AboutToTell,
  { dim, bold, day, cut }: Shown,
): string[] {
  if (memories === 0) return [];
  const count = `${memories}${partial ? ' or more' : ''} ${memories === 1 ? 'memory mentions' : 'memories mention'} it`;
  const shown = recent.slice(0, MAX_RECENT);
  const how = read
    ? `${count}.${shown.length === 0 ? '' : ' Of the latest, these were not made into notes:'}`
    : `No notes were made of what was said about it, so this may be incomplete or out of date. ${count}${shown.length === 0 ? '.' : ', the newest:'}`;
  return [
    '',
    dim(how),
    ...shown.map(
      ({ id, content, speaker, saidAt }) =>
        `  ${dim(day(saidAt))} ${speaker === null ? '' : `${bold(speaker)}: `}${cut(content)} ${dim(id)}`,
    ),
  ];
}

/** A claim's value in its original spelling: claims are stored normalised. */
function asWritten({ value, text }: Pick<Claim, 'value' | 'text'>): string {
  const folded = text.toLowerCase();
  const at = folded.indexOf(value.toLowerCase());
  // A few letters change length in lower case; then positions do not match.
  return at < 0 || folded.length !== text.length ? value : text.slice(at, at + value.length);
}
