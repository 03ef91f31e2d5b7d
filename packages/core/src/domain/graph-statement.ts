import type { Memory } from './memory.js';

/** A node of a knowledge graph as in the Model Context Protocol's reference memory server, without its observations. */
export interface GraphEntity {
  readonly name: string;
  readonly entityType: string;
}

/** A directed link between two nodes, in the active voice: `from` `relationType` `to`. */
export interface GraphRelation {
  readonly from: string;
  readonly to: string;
  readonly relationType: string;
}

/** A part of such a graph as a memory: an observation that names its entity, or a relation as a sentence. */
export interface GraphStatement {
  readonly content: string;
  /** Identifies the statement; with the text it identifies the evidence, wherever it comes from. */
  readonly turn: string;
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** The tag of every memory that is part of a knowledge graph. */
export const GRAPH_TAG = 'knowledge graph';

/** States that the entity exists; needed if nothing else is stated about it. */
export function entityStatement({ name, entityType }: GraphEntity): GraphStatement {
  const type = words(entityType);
  return {
    content:
      type === ''
        ? `${words(name)}.`
        : `${words(name)} is ${/^[aeiou]/i.test(type) ? 'an' : 'a'} ${type}.`,
    turn: short(name),
    tags: [GRAPH_TAG],
    metadata: { ...ofEntity(name, entityType), states: 'entity' },
  };
}

/** An observation about an entity; gets the name as a prefix if its text does not contain it. */
export function observationStatement(
  { name, entityType }: GraphEntity,
  text: string,
): GraphStatement {
  const told = text.trim();
  const plain = told.length > LONGEST_KEPT ? told : told.replaceAll(name, words(name));
  const content = plain.toLowerCase().includes(words(name).toLowerCase())
    ? plain
    : prefixOf(name) + plain;
  const metadata = ofEntity(name, entityType);
  // The original text is stored in addition if it cannot be restored from the content.
  return {
    content,
    turn: short(name),
    tags: [GRAPH_TAG],
    metadata: observationIn(content, name) === told ? metadata : { ...metadata, observation: told },
  };
}

export function relationStatement({ from, to, relationType }: GraphRelation): GraphStatement {
  return {
    content: `${words(from)} ${words(relationType)} ${words(to)}.`,
    turn: short(`${from} ${relationType} ${to}`),
    tags: [GRAPH_TAG],
    metadata: { from: short(from), relation: short(relationType), to: short(to) },
  };
}

/** The part of a graph that a memory states. */
export type StatedPart =
  | { readonly what: 'entity'; readonly entity: GraphEntity }
  | { readonly what: 'observation'; readonly entity: GraphEntity; readonly text: string }
  | { readonly what: 'relation'; readonly relation: GraphRelation };

/** Null for a memory that is not part of a graph. */
export function statedPart({
  content,
  metadata,
}: Pick<Memory, 'content' | 'metadata'>): StatedPart | null {
  const text = (key: string): string | null => {
    const value = metadata[key];
    return typeof value === 'string' ? value : null;
  };
  const [from, to, relationType, name] = [
    text('from'),
    text('to'),
    text('relation'),
    text('entity'),
  ];
  if (from !== null && to !== null && relationType !== null)
    return { what: 'relation', relation: { from, to, relationType } };
  if (name === null) return null;
  const entity = { name, entityType: text('entityType') ?? '' };
  return text('states') === 'entity'
    ? { what: 'entity', entity }
    : { what: 'observation', entity, text: text('observation') ?? observationIn(content, name) };
}

function observationIn(content: string, name: string): string {
  const prefix = prefixOf(name);
  return content.startsWith(prefix) ? content.slice(prefix.length) : content;
}

const prefixOf = (name: string): string => `${words(name)}: `;
const ofEntity = (name: string, entityType: string): Record<string, string> => ({
  entity: short(name),
  ...(entityType.trim() === '' ? {} : { entityType: short(entityType) }),
});

/** The maximum length of a metadata value. */
const LONGEST_KEPT = 2_000;
/** Turns identifiers into words: `John_Smith`, `works_at`. */
const words = (name: string): string => name.replace(/_+/g, ' ').trim();
const short = (text: string): string => text.trim().slice(0, 200);
