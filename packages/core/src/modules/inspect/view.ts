import { expiryOf, isMoment, withExpiry } from '../../domain/memory-times.js';
import { describeInterval } from '../../language/calendar.js';
import { mismatchOf } from '../../safety/find-mismatch.js';
import type { Lineage, SourceReport, Support } from './provenance.js';
import type { ListPage } from './list.js';
import type { Memory, MemoryImage } from '../../domain/memory.js';
import type { Shown } from './show.js';
import {
  bad,
  bold,
  counted,
  dim,
  moment,
  shorten,
  size,
  validityMark,
  table,
  type TextFormat,
  percent,
} from '../../format/style.js';

export function renderList(
  { memories, notices }: Pick<ListPage, 'memories' | 'notices'>,
  screen: TextFormat,
): string {
  if (memories.length === 0) return ['No memories.', ...notices.map(dim)].join('\n');
  const rows = memories.map((memory) => [
    memory.id,
    moment(memory.saidAt, screen),
    memory.speaker ?? '',
    goneWords(memory, screen) + shorten(memory.content, 200),
  ]);
  return [
    table(['id', 'said at', 'by', 'memory'], rows, screen, [15, 16, 14, 0]),
    ...notices.map(dim),
  ].join('\n');
}

/** For a retracted memory: when, why, and its successor. */
function goneWords({ retractedAt, retraction, supersededBy }: Memory, screen: TextFormat): string {
  if (retractedAt === null) return '';
  const why = [
    moment(retractedAt, screen),
    retraction ?? '',
    supersededBy === null ? '' : `see ${supersededBy}`,
  ];
  return `${bad('forgotten')} ${dim(`(${why.filter((part) => part !== '').join('; ')})`)} `;
}

/** What precedes a claim's value, by mode. */
const CLAIMED = { holds: [], denied: ['not'], past: ['once'], planned: ['will be'] } as const;

/** Dates and claims read from the text. */
function readOff({ dates }: Memory, claims: Shown['claims']): [string, string][] {
  const days = dates.map(
    (date) => `“${date.text}” = ${describeInterval(date.from, date.to, date.precision)}`,
  );
  const told = claims.map(({ subject, slot, value, mode, told: by }) =>
    [subject, slot, ...CLAIMED[mode], value, ...(by === null ? [] : [`(told by ${by.by})`])].join(
      ' ',
    ),
  );
  return [
    ...(days.length === 0 ? [] : [['dates', days.join('; ')] as [string, string]]),
    ...(told.length === 0 ? [] : [['claims', told.join('; ')] as [string, string]]),
  ];
}

export function renderShown(
  { memory, stratum, usage, votes, review, context, claims, links, ...more }: Shown,
  screen: TextFormat,
): string {
  const facts: [string, string][] = [
    ['id', memory.id],
    ['kind', `${memory.kind} (${stratum})`],
    [
      'said',
      `${moment(memory.saidAt, screen)}${memory.speaker === null ? '' : ` by ${memory.speaker}`}`,
    ],
    [
      'happened',
      isMoment(memory)
        ? moment(memory.occurredFrom, screen)
        : describeInterval(memory.occurredFrom, memory.occurredTo, memory.occurredPrecision),
    ],
    ['recorded', moment(memory.recordedAt, screen)],
    ['confidence', memory.confidence.toFixed(2)],
    ['importance', memory.importance.toFixed(2)],
    ['version', String(memory.version)],
    ['used', usage.accessCount === 1 ? 'once' : `${usage.accessCount} times`],
    [
      'useful',
      `${usage.usefulness.toFixed(2)}${votes.length === 0 ? '' : ` by ${counted(votes.length, 'vote')}`}${review ? bad(' – said to be wrong, to be reviewed') : ''}`,
    ],
    ['context', context?.name ?? 'none'],
    ['language', memory.language],
  ];
  if (memory.session !== null)
    facts.push([
      'session',
      `${memory.session}, turn ${memory.provenance[0]?.turn ?? memory.position}`,
    ]);
  const end = expiryOf(memory.tags);
  if (end !== null) facts.push(['found until', moment(end, screen)]);
  const tags = withExpiry(memory.tags, null);
  if (tags.length > 0) facts.push(['tags', tags.join(', ')]);
  if (Object.keys(memory.metadata).length > 0)
    facts.push([
      'metadata',
      Object.entries(memory.metadata)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', '),
    ]);
  facts.push(...readOff(memory, claims));
  const mismatch = mismatchOf(memory);
  if (mismatch !== null)
    facts.push([bad('disagrees'), `${mismatch.reasons.join('; ')} (${mismatch.score.toFixed(2)})`]);
  memory.images.forEach((image, at) =>
    facts.push([at === 0 ? 'pictures' : '', describeImage(image)]),
  );
  if (memory.quarantine !== null)
    facts.push([
      bad('held back'),
      `${memory.quarantine.reasons.join('; ')} (${memory.quarantine.score.toFixed(2)})`,
    ]);
  else if (memory.retractedAt !== null)
    facts.push([
      bad('forgotten'),
      `${moment(memory.retractedAt, screen)}${memory.retraction === '' ? '' : `: ${memory.retraction}`}`,
    ]);
  return [
    memory.content,
    '',
    table(
      ['', ''],
      facts.map(([name, value]) => [dim(name), value]),
      screen,
      [12, 0],
    ).trim(),
    '',
    bold('Evidence'),
    ...evidenceOf(memory, screen),
    ...(votes.length === 0
      ? []
      : [
          '',
          bold('Votes'),
          ...votes.map(
            (vote) =>
              `${moment(vote.at, screen)} ${vote.actor}: ${vote.verdict}, ${vote.id}, asked for ${[...vote.need.names, ...vote.need.terms].join(' ')}${vote.note === null ? '' : ` – ${vote.note}`}`,
          ),
        ]),
    ...(links.length === 0
      ? []
      : [
          '',
          bold('Links'),
          table(
            ['', 'link', 'to', 'weight'],
            links.map(({ role, label, direction, text, weight, validity }) => [
              direction === 'out' ? '→' : '←',
              label === '' ? role : `${role} (${label})`,
              shorten(text, 70) + validityMark(undefined, validity),
              weight.toFixed(2),
            ]),
            screen,
          ),
        ]),
    ...whence(more, screen),
  ].join('\n');
}

const evidenceOf = ({ provenance }: Memory, screen: TextFormat): string[] =>
  provenance.map(
    ({ source, speaker, session, turn, origin, saidAt }) =>
      `${moment(saidAt, screen)} ${speaker ?? source}${session === null ? '' : ` in ${session}`}${turn === null ? '' : ` (${turn})`}${origin === null ? '' : ` from ${origin}`}`,
  );

const whence = (
  { history, source, support }: Pick<Shown, 'history' | 'source' | 'support'>,
  screen: TextFormat,
): string[] => [
  ...(history === undefined ? [] : ['', bold('History'), renderHistory(history, screen)]),
  ...(source === undefined ? [] : ['', bold('Source'), renderSource(source)]),
  ...(support === undefined
    ? []
    : [
        ...['', bold('Stands on'), ...stepLines(support.standsOn, 'nothing that is linked')],
        ...['', bold('A change would touch'), ...stepLines(support.touches, 'nothing')],
      ]),
];

const stepLines = (steps: Support['standsOn'], none: string): string[] =>
  steps.length === 0
    ? [none]
    : steps.map(
        ({ as, text, depth, id }) =>
          `${'  '.repeat(depth - 1)}${dim(as)} ${shorten(text, 100)} ${dim(id)}`,
      );

function renderHistory({ steps, successors }: Lineage, screen: TextFormat): string {
  const rows = steps.map(({ change: { at, verb, actor, reason }, version, altered }) => [
    version === null ? '' : String(version),
    moment(at, screen),
    verb,
    actor,
    [altered.join(', '), reason].filter((part) => part !== '').join(': '),
  ]);
  return [
    table(['version', 'when', 'verb', 'by', 'altered'], rows, screen, [8, 16, 11, 12, 0]),
    ...(successors.length === 0 ? [] : [`Its place took ${successors.join(', then ')}.`]),
  ].join('\n');
}

function renderSource({ source, reliability, evidence, from, confusion }: SourceReport): string {
  const others = confusion.length > 0 ? ` Some of it was ${confusion.join(', ')}.` : '';
  return `It was ${bold(source)}${from.length > 0 ? ` (${from.join(', ')})` : ''}; such sources are reliable to ${percent(reliability)}, ${counted(evidence, 'piece')} of evidence.${others}`;
}

function describeImage({
  source,
  mediaType,
  width,
  height,
  bytes,
  alt,
  sha256,
}: MemoryImage): string {
  const what = `${mediaType.slice('image/'.length)}, ${width} × ${height}, ${size(bytes)}`;
  return [
    source ?? `picture ${sha256.slice(0, 12)}`,
    `(${what})`,
    ...(alt === null ? [] : [`“${alt}”`]),
  ].join(' ');
}
