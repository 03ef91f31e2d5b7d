import type { EntityType } from '@mneme/core/domain/graph.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Explored = OutputOf<'graph'>;
type Named = NonNullable<Explored['around']>['start'];
type Role = NonNullable<Explored['map']>['roles'][number];

/** A node to draw; in the graph of a whole bank, memories have no text, which is fetched on selection. */
export interface DrawnNode {
  readonly id: string;
  /** A memory's kind, an entity's type, or `context`. */
  readonly kind: string;
  readonly name: string | null;
  readonly links: number;
  /** Whether it is no longer valid. */
  readonly past: boolean;
  /** The memory that states it, where it is not a memory itself. */
  readonly saidBy?: string;
}

/** The graph to draw, whatever its origin: links are by the index of their ends in `nodes`. */
export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly roles: readonly Role[];
  /** Indexes of links that are no longer valid; empty for a whole bank. */
  readonly past: ReadonlySet<number>;
  /** Number of all nodes, including those not drawn. */
  readonly total: number;
}

const NAME_LENGTH = 60;

export function fromMap({ map }: Explored): Drawing | null {
  if (map === undefined) return null;
  const { nodes, from, to, roles, total } = map;
  return {
    nodes: nodes.map(({ superseded, ...node }) => ({ ...node, past: superseded })),
    from,
    to,
    roles,
    past: new Set(),
    total,
  };
}

export function fromAround({ around: found }: Explored): Drawing | null {
  if (found === undefined) return null;
  const named = [found.start, ...found.neighbours.map(({ node }) => node)];
  return joined(
    named,
    found.links.map(({ from, to, role, validity }) => ({ from, to, role, past: ended(validity) })),
    named.length + found.left,
  );
}

/** The best path between two nodes, and alternatives. */
export function fromPath({ between }: Explored): Drawing | null {
  if (between === undefined) return null;
  const { path, alternatives, from, to } = between;
  const ways = path === null ? [] : [path, ...alternatives];
  const named = [from, to, ...ways.flatMap(({ steps }) => steps.map(({ node }) => node))];
  const links = ways.flatMap(({ steps }) =>
    steps.flatMap(({ node, role, along, validity }, at) => {
      const before = steps[at - 1]?.node;
      if (before === undefined || role === null) return [];
      const [start, end] = along ? [before, node] : [node, before];
      return [{ from: start.id, to: end.id, role, past: ended(validity) }];
    }),
  );
  return joined(named, links, new Set(named.map(({ id }) => id)).size);
}

/** Causes and effects: clauses as nodes, each with a memory that states it. */
export function fromConclusions(conclusions: NonNullable<OutputOf<'causes'>['inferred']>['conclusions']): Drawing {
  const nodes = new Map<string, DrawnNode>();
  const links = new Map<string, Link>();
  const nodeOf = (words: string, saidBy: string | undefined): string => {
    const id = words.trim().toLowerCase();
    const before = nodes.get(id);
    nodes.set(id, {
      id,
      kind: 'cause',
      name: shortened(before?.name ?? words),
      links: (before?.links ?? 0) + 1,
      past: false,
      ...(saidBy === undefined ? {} : { saidBy }),
    });
    return id;
  };
  const steps = conclusions.flatMap(({ proofs }) => proofs.flatMap((proof) => proof.steps));
  for (const { cause, effect, turns } of steps) {
    if (links.has(`${cause}\n${effect}`)) continue;
    const saidBy = turns[0]?.id;
    const [from, to] = [nodeOf(cause, saidBy), nodeOf(effect, saidBy)];
    links.set(`${cause}\n${effect}`, { from, to, role: 'causes', past: false });
  }
  return drawn([...nodes.values()], [...links.values()], nodes.size);
}

const ended = (validity: string | null): boolean => validity === 'superseded';

interface Link {
  readonly from: string;
  readonly to: string;
  readonly role: Role;
  readonly past: boolean;
}

function joined(named: readonly Named[], links: readonly Link[], total: number): Drawing {
  const degrees = new Map<string, number>();
  for (const { from, to } of links)
    for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const distinct = new Map(named.map((node) => [node.id as string, node]));
  return drawn(
    [...distinct.values()].map((node) => asNode(node, degrees.get(node.id) ?? 0)),
    links,
    total,
  );
}

/** The nodes, and the links with both ends among them. */
function drawn(nodes: readonly DrawnNode[], links: readonly Link[], total: number): Drawing {
  const places = new Map(nodes.map(({ id }, at): [string, number] => [id, at]));
  const known = links.filter(({ from, to }) => places.has(from) && places.has(to));
  return {
    nodes,
    from: known.map(({ from }) => places.get(from) ?? 0),
    to: known.map(({ to }) => places.get(to) ?? 0),
    roles: known.map(({ role }) => role),
    past: new Set(known.flatMap(({ past }, at) => (past ? [at] : []))),
    total,
  };
}

function asNode({ id, kind, type, name, content, validity }: Named, links: number): DrawnNode {
  return {
    id,
    kind: type ?? kind,
    name: name ?? (content === null ? null : shortened(content)),
    links,
    past: validity === 'superseded',
  };
}

export function shortened(text: string, length = NAME_LENGTH): string {
  const line = text.replaceAll('\n', ' ');
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}

/** Groups that differ in colour; the table names them. */
export type Group = 'person' | 'place' | 'thing' | 'event' | 'concept' | 'context' | 'memory';

const GROUPS: Readonly<Record<EntityType | 'context', Group>> = {
  person: 'person',
  place: 'place',
  organisation: 'thing',
  product: 'thing',
  thing: 'thing',
  event: 'event',
  work: 'event',
  concept: 'concept',
  context: 'context',
};

/** The group of an entity's type; a memory's kind is none of these. */
export function groupOf(kind: string): Group {
  return (GROUPS as Readonly<Record<string, Group>>)[kind] ?? 'memory';
}

/** The page's colours in a form for WebGL and canvas. */
export interface Colours {
  readonly ink: string;
  readonly muted: string;
  readonly ground: string;
  readonly link: string;
  /** Where there are few links, and each is to be seen. */
  readonly fewLinks: string;
  readonly past: string;
  readonly pastLink: string;
  readonly of: (kind: string) => string;
}

/** Reads the page's colours by name, as they are computed below an element. */
export const colourReader = (box: HTMLElement) => (name: string): string => {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  box.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
};

export function readColours(box: HTMLElement): Colours {
  const read = colourReader(box);
  const groups = {
    person: read('graph-person'),
    place: read('graph-place'),
    thing: read('graph-thing'),
    event: read('graph-event'),
    concept: read('graph-concept'),
    context: read('graph-context'),
    memory: read('graph-memory'),
  } satisfies Record<Group, string>;
  return {
    ink: read('ink'),
    muted: read('muted'),
    ground: read('raised'),
    link: read('line'),
    fewLinks: read('graph-past'),
    past: read('graph-past'),
    pastLink: read('warn'),
    of: (kind: string) => groups[groupOf(kind)],
  };
}
