import type { Change, JournaledKind, RemovableKind } from '../domain/change.js';
import type { Edge } from '../domain/graph.js';

/** A record as it is to be; null for one that is to be removed. */
export interface RecordToPut {
  readonly kind: JournaledKind;
  /** Of an edge its ends, role and label, joined by `|`. */
  readonly id: string;
  readonly record: object | null;
}

/** What a change puts and removes of each kind of record. */
export type RecordParts = Pick<
  Change,
  | 'memories'
  | 'entities'
  | 'contexts'
  | 'sessions'
  | 'goals'
  | 'votes'
  | 'conflicts'
  | 'learned'
  | 'edges'
  | 'removedEdges'
  | 'removed'
  | 'settings'
>;

const REMOVABLE = [
  'entity',
  'context',
  'session',
  'vote',
  'conflict',
] as const satisfies readonly RemovableKind[];

/** The parts of a change that put and remove these records. Memories, goals and learned records stay. */
export function recordsAsChange(put: readonly RecordToPut[]): RecordParts {
  const of = <Record>(kind: JournaledKind): Record[] =>
    put.flatMap((each) =>
      each.kind === kind && each.record !== null ? [each.record as Record] : [],
    );
  const gone = (kind: JournaledKind): string[] =>
    put.flatMap((each) => (each.kind === kind && each.record === null ? [each.id] : []));
  const [settings = null] = of<NonNullable<Change['settings']>>('bank');
  return {
    memories: of('memory'),
    entities: of('entity'),
    contexts: of('context'),
    sessions: of('session'),
    goals: of('goal'),
    votes: of('vote'),
    conflicts: of('conflict'),
    learned: of('learned'),
    edges: of<Edge>('edge').filter(({ from, to }) => from !== to),
    removedEdges: gone('edge').map((id) => edgeOf(id) as Edge),
    removed: REMOVABLE.flatMap((kind) => gone(kind).map((id) => ({ kind, id }))),
    settings,
  };
}

/** What identifies an edge, by its id. */
export function edgeOf(id: string): Pick<Edge, 'from' | 'role' | 'to' | 'label'> {
  const [from, role, to, ...label] = id.split('|');
  return { from, role, to, label: label.join('|') } as ReturnType<typeof edgeOf>;
}
