import { expiryOf, withExpiry } from '../../../domain/expiry.js';
import { describeInterval } from '../../../language/describe-interval.js';
import { mismatchOf } from '../../../safety/mismatch/find-mismatch.js';
import type { ListPage } from '../list.js';
import type { Memory } from '../../../domain/memory.js';
import type { MemoryImage } from '../../../domain/image.js';
import type { Shown } from '../show.js';
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
  type Screen,
} from '../../../screen/style.js';

export function renderList(
  { memories, notices }: Pick<ListPage, 'memories' | 'notices'>,
  screen: Screen,
): string {
  if (memories.length === 0) return ['No memories.', ...notices.map(dim)].join('\n');
  const rows = memories.map((memory) => [
    memory.id,
    moment(memory.saidAt, screen),
    memory.speaker ?? '',
    (memory.retractedAt === null ? '' : `${bad('forgotten')} `) + shorten(memory.content, 200),
  ]);
  return [
    table(['id', 'said at', 'by', 'memory'], rows, screen, [15, 16, 14, 0]),
    ...notices.map(dim),
  ].join('\n');
}

/** Retracted memories: since when, and why. */
export function renderTombstones(
  { memories }: { readonly memories: readonly Memory[] },
  screen: Screen,
): string {
  if (memories.length === 0) return 'Nothing was taken back.';
  const rows = memories.map(({ id, retractedAt, retraction, supersededBy, content }) => {
    const why = [retraction ?? '', supersededBy === null ? '' : `see ${supersededBy}`]
      .filter((part) => part !== '')
      .join('; ');
    return [
      id,
      retractedAt === null ? '' : moment(retractedAt, screen),
      why === '' ? dim('no reason given') : why,
      shorten(content, 160),
    ];
  });
  return table(['id', 'taken back', 'why', 'memory'], rows, screen, [15, 16, 24, 0]);
}

/** What precedes a claim's value, by mode. */
const CLAIMED = { holds: [], denied: ['not'], past: ['once'], planned: ['will be'] } as const;

/** What was read from the text. */
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
  { memory, stratum, usage, votes, review, context, claims, links }: Shown,
  screen: Screen,
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
      describeInterval(memory.occurredFrom, memory.occurredTo, memory.occurredPrecision),
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
  const evidence = memory.provenance.map(
    ({ source, speaker, session, turn, origin, saidAt }) =>
      `${moment(saidAt, screen)} ${speaker ?? source}${session === null ? '' : ` in ${session}`}${turn === null ? '' : ` (${turn})`}${origin === null ? '' : ` from ${origin}`}`,
  );
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
    ...evidence,
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
  ].join('\n');
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
