import type { Drawing } from './drawing.js';

/** The angle between two leaves of a sunflower: neighbours in order never stand in one line. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
/** Room between two nodes of one cluster, and around a cluster. */
const [GAP, MARGIN] = [1.2, 1.6];

export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * Where nodes begin: what hangs on somebody named lies around them, and the clusters in a sunflower, the largest in the middle, none over
 * another. Takes time linear in the links, but for the order of the clusters. The same graph is placed the same.
 */
export function placeNodes({ nodes, from, to }: Drawing): Places {
  const [x, y] = [new Float64Array(nodes.length), new Float64Array(nodes.length)];
  const anchors = anchorsOf({ nodes, from, to });
  const sizes = new Int32Array(nodes.length);
  const alone: number[] = [];
  anchors.forEach((anchor, at) => {
    if (anchor === -1) alone.push(at);
    else sizes[anchor] = (sizes[anchor] ?? 0) + 1;
  });
  const radiusOf = (at: number): number => GAP * Math.sqrt((sizes[at] ?? 0) + 1);
  alone.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0) || a - b);
  let area = 0;
  alone.forEach((at, place) => {
    const own = radiusOf(at);
    const away = place === 0 ? 0 : MARGIN * (Math.sqrt(area) + own);
    x[at] = away * Math.cos(place * GOLDEN_ANGLE);
    y[at] = away * Math.sin(place * GOLDEN_ANGLE);
    area += own * own;
  });
  const around = new Int32Array(nodes.length);
  anchors.forEach((anchor, at) => {
    if (anchor === -1) return;
    const place = (around[anchor] = (around[anchor] ?? 0) + 1);
    const away = GAP * Math.sqrt(place);
    x[at] = (x[anchor] ?? 0) + away * Math.cos(place * GOLDEN_ANGLE);
    y[at] = (y[anchor] ?? 0) + away * Math.sin(place * GOLDEN_ANGLE);
  });
  return { x, y };
}

/** For each node without a name, somebody named that it is linked to, the least linked of them: hubs would hold everything. */
function anchorsOf({ nodes, from, to }: Pick<Drawing, 'nodes' | 'from' | 'to'>): Int32Array {
  const anchors = new Int32Array(nodes.length).fill(-1);
  const hang = (leaf: number, on: number): void => {
    if (nodes[leaf]?.name !== null || nodes[on]?.name === null) return;
    const held = anchors[leaf] ?? -1;
    if (held === -1 || (nodes[on]?.links ?? 0) < (nodes[held]?.links ?? 0)) anchors[leaf] = on;
  };
  from.forEach((start, at) => {
    const end = to[at] ?? 0;
    hang(start, end);
    hang(end, start);
  });
  return anchors;
}
