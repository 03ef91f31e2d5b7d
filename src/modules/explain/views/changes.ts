import type { ChangePage } from '../list-changes.js';
import { dim, moment, table, type Screen } from '../../../screen/style.js';

/** The journal, for people. */
export function renderChanges({ changes, next }: ChangePage, screen: Screen): string {
  if (changes.length === 0) return 'Nothing changed since.';
  const counted = (count: number, what: string): string[] =>
    count === 0 ? [] : [`${count} ${what}`];
  const rows = changes.map(
    ({ sequence, at, verb, actor, reason, memories, entities, links, removedLinks }) => [
      String(sequence),
      moment(at, screen),
      verb,
      actor,
      [
        ...counted(memories.length, 'memories'),
        ...counted(entities.length, 'entities'),
        ...counted(links, 'links'),
        ...counted(removedLinks, 'links taken away'),
        ...(reason === '' ? [] : [`“${reason}”`]),
      ].join(', '),
    ],
  );
  return `${table(['#', 'when', 'verb', 'by', 'what'], rows, screen, [8, 18, 12, 18, 0])}\n${dim(`--after ${next} goes on from here.`)}`;
}
