import type { About, EntityPage, GraphMap, Timeline } from '../../index.js';
import { bold, day, dim, good, moment, shorten, table, type Screen } from '../../screen/style.js';

const STEPS = '▁▂▃▄▅▆▇█';

export function renderTimeline(
  { span, counts, total, memories }: Timeline,
  screen: Pick<Screen, 'zone'> = {},
): string {
  if (span === null) return 'Nothing in that time.';
  const most = Math.max(...counts);
  const line = counts
    .map((count) =>
      count === 0 ? ' ' : (STEPS[Math.ceil((count / most) * STEPS.length) - 1] ?? ''),
    )
    .join('');
  return [
    `${moment(span.from, screen)} ${line} ${moment(span.to, screen)}`,
    dim(`${total} memories, at most ${most} in one of ${counts.length} stretches`),
    ...memories.map(
      ({ id, content, speaker, occurredFrom }) =>
        `${dim(moment(occurredFrom, screen))} ${speaker === null ? '' : `${bold(speaker)}: `}${shorten(content, 100)} ${dim(id)}`,
    ),
  ].join('\n');
}

export function renderEntities({ entities, total }: EntityPage, screen: Screen): string {
  if (total === 0) return 'The bank knows nobody and nothing by that name.';
  const rows = entities.map(({ name, type, links, aliases, id }) => [
    name,
    type,
    String(links),
    aliases.join(', '),
    id,
  ]);
  return [
    table(['name', 'type', 'links', 'also', 'id'], rows, screen),
    dim(`${total} in all`),
  ].join('\n');
}

export function renderAbout(
  { entity, aliases, slots, memories, partial, observation }: About,
  screen: Pick<Screen, 'zone'> = {},
): string {
  const head = `${bold(entity.name)} ${dim(`(${entity.type}${aliases.length === 0 ? '' : `, also ${aliases.join(', ')}`})`)}`;
  const lines = slots.flatMap(({ slot, claims }) => [
    slot,
    ...claims.map((claim) => {
      const { validity, mode, from, until, memory } = claim;
      const holds = validity === 'current' && mode === 'holds';
      const value = asWritten(claim);
      const state = holds ? '' : ` (${validity === 'current' ? mode : validity})`;
      const since = from === null ? '' : ` since ${day(from, screen)}`;
      const ended = until === null ? '' : ` until ${day(until, screen)}`;
      return `  ${holds ? good(value) : value}${state}${dim(`${since}${ended} ${memory}`)}`;
    }),
  ]);
  return [
    head,
    ...(observation === null ? [] : [observation.content]),
    ...(lines.length === 0 ? ['No claim about it was read off what was told.'] : lines),
    dim(named(memories, partial)),
  ].join('\n');
}

const named = (count: number, partial: boolean): string =>
  `${count}${partial ? ' or more' : ''} ${count === 1 && !partial ? 'memory names' : 'memories name'} it`;

type Claim = About['slots'][number]['claims'][number];

/** A claim's value as the person wrote it: claims are kept in one spelling. */
function asWritten({ value, text }: Pick<Claim, 'value' | 'text'>): string {
  const folded = text.toLowerCase();
  const at = folded.indexOf(value.toLowerCase());
  // Few letters are longer or shorter in lower case; where one is, places do not agree.
  return at < 0 || folded.length !== text.length ? value : text.slice(at, at + value.length);
}

export function renderGraphMap({ nodes, from, total }: GraphMap): string {
  const kinds = new Map<string, number>();
  for (const { kind } of nodes) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  return [
    `${nodes.length} of ${total} nodes, ${from.length} links (--json gives them)`,
    ...[...kinds].map(([kind, count]) => `  ${kind}: ${count}`),
  ].join('\n');
}
