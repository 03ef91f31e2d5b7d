/** Nodes that one call of the kernel can score. */
export const LIST_LENGTH = 1024;

/**
 * Vectors in int16 at the head of the memory, each what a search compares with: the query asked, the vector that is being
 * inserted, and the node whose neighbours are being chosen.
 */
export const AREAS = { query: 0, inserted: 1, chosen: 2 } as const;
export type Area = (typeof AREAS)[keyof typeof AREAS];

/** int32 places within a record. Its vector's inverse norm, a float32, comes first. */
export const FIELDS = {
  inverseNorm: 0,
  /** Highest level the node stands on. */
  level: 1,
  /** Where its links above the ground begin in the list of upper links, and for how many levels there is room there. */
  upper: 2,
  upperRoom: 3,
  /** First slot that has this vector, plus one; 0 when none is left. */
  member: 4,
  /** One of {@link STATES}. */
  state: 5,
  /** Count of links on the ground, and the links. */
  links: 6,
} as const;

/** A condemned node is led through until no link points at it, then it is free. */
export const STATES = { used: 0, condemned: 1, free: 2 } as const;

/** Byte offsets of the one linear memory: areas, a list of nodes and their scores, then a record for each node. */
export interface NodeLayout {
  /** Dimensions after padding: a multiple of 32. */
  readonly padded: number;
  /** Links of a node on an upper level, at most; on the ground twice as many. */
  readonly maxLinks: number;
  readonly areaBytes: number;
  /** int32 nodes to be scored, {@link LIST_LENGTH} of them, and float32 cosines beside. */
  readonly list: number;
  readonly scores: number;
  readonly first: number;
  /** The int8 vector within a record. */
  readonly vector: number;
  /** Bytes from record to record. */
  readonly stride: number;
}

export function nodeLayout(dimensions: number, maxLinks: number): NodeLayout {
  const padded = align(dimensions, 32);
  const areaBytes = align(padded * 2, 64);
  const list = areaBytes * Object.keys(AREAS).length;
  const scores = list + LIST_LENGTH * 4;
  const vector = align((FIELDS.links + 1 + 2 * maxLinks) * 4, 16);
  return { padded, maxLinks, areaBytes, list, scores, first: scores + LIST_LENGTH * 4, vector, stride: align(vector + padded, 64) };
}

function align(bytes: number, to: number): number {
  return Math.ceil(bytes / to) * to;
}
