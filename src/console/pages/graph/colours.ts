import type { EntityType } from '../../../domain/graph.js';

/** What is told apart by colour; the table tells it in words. */
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

/** A memory's kind is none of these. */
export function groupOf(kind: string): Group {
  return (GROUPS as Readonly<Record<string, Group>>)[kind] ?? 'memory';
}

/** The page's own colours, as WebGL and a canvas take them. */
export interface Colours {
  readonly ink: string;
  readonly muted: string;
  readonly ground: string;
  readonly link: string;
  /** Where there is room for them to be seen. */
  readonly fewLinks: string;
  readonly past: string;
  readonly pastLink: string;
  readonly of: (kind: string) => string;
}

export function readColours(box: HTMLElement): Colours {
  const probe = document.createElement('span');
  box.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const groups = {
    person: read('graph-person'),
    place: read('graph-place'),
    thing: read('graph-thing'),
    event: read('graph-event'),
    concept: read('graph-concept'),
    context: read('graph-context'),
    memory: read('graph-memory'),
  } satisfies Record<Group, string>;
  const colours = {
    ink: read('ink'),
    muted: read('muted'),
    ground: read('raised'),
    link: read('line'),
    fewLinks: read('graph-past'),
    past: read('graph-past'),
    pastLink: read('warn'),
    of: (kind: string) => groups[groupOf(kind)],
  };
  probe.remove();
  return colours;
}
