import type { Causes } from './cause-graph.js';
import { sameness, type Proposition } from './proposition.js';
import type { Link } from './rules.js';

/** How well a link fits the next one, or the query. */
export interface Joint {
  readonly key: string;
  readonly fit: number;
}

/** Consecutive links, from the first cause to the last effect. */
export interface Chain {
  readonly links: readonly Link[];
  readonly joints: readonly Joint[];
  /** Confidence of the whole chain, 0..1. */
  readonly sureness: number;
}

/** Probability, 0..1, of a proposition given as evidence; null for others. */
export type Clamp = (proposition: Proposition) => number | null;

/** Maximum number of chains that are explored; the least certain are dropped. */
const MAX_WALKED = 400;
/** Minimum confidence of a chain. */
const MIN_SURENESS = 0.02;

/**
 * Chains that start at a proposition (`effects`) or end at it (`causes`), of up to `depth` links, most certain first.
 * No chain revisits a proposition, so cycles end. Evidence cuts chains: one does not end in an effect that is given,
 * one starts at a cause that is given, and none contains what is given as false.
 */
export function walk(
  start: Proposition,
  direction: 'effects' | 'causes',
  graph: Causes,
  { depth, clamp }: { readonly depth: number; readonly clamp: Clamp },
): Chain[] {
  const forward = direction === 'effects';
  const far = (link: Link): Proposition => (forward ? link.effect : link.cause);
  const found: Chain[] = [];
  let open: Chain[] = [{ links: [], joints: [], sureness: 1 }];
  for (let length = 0; length < depth && open.length > 0; length++) {
    const longer: Chain[] = [];
    for (const chain of open) {
      const tip = forward ? chain.links.at(-1) : chain.links[0];
      const from = tip === undefined ? start : far(tip);
      for (const { link, fit } of forward ? graph.from(from) : graph.to(from)) {
        const end = far(link);
        const held = clamp(end);
        if (held === 0 || (forward && held !== null)) continue;
        const sureness = chain.sureness * fit * link.sureness * (held ?? 1);
        if (sureness < MIN_SURENESS || comesBack(end, start, chain, far)) continue;
        const joint = { key: `${from.text}\u0000${keyOf(link)}`, fit: fit * (held ?? 1) };
        const next = forward
          ? { links: [...chain.links, link], joints: [...chain.joints, joint], sureness }
          : { links: [link, ...chain.links], joints: [joint, ...chain.joints], sureness };
        (held === null ? longer : found).push(next);
      }
    }
    open = longer.sort((a, b) => b.sureness - a.sureness).slice(0, MAX_WALKED);
    found.push(...open);
  }
  return found.sort((a, b) => b.sureness - a.sureness).slice(0, MAX_WALKED);
}

function comesBack(
  end: Proposition,
  start: Proposition,
  { links }: Chain,
  far: (link: Link) => Proposition,
): boolean {
  return sameness(end, start) > 0 || links.some((link) => sameness(far(link), end) > 0);
}

/** Maximum number of proofs combined: the others are less certain, and would add little. */
const MAX_TOGETHER = 8;

/**
 * Probability that at least one of these chains holds: noisy-or where they share no links, and shared links are not
 * counted twice. Inclusion–exclusion over sets of chains; links and joints are independent.
 */
export function together(chains: readonly Chain[]): number {
  const best = chains.slice(0, MAX_TOGETHER);
  let chance = 0;
  for (let set = 1; set < 1 << best.length; set++) {
    const chosen = best.filter((_, at) => (set & (1 << at)) !== 0);
    const parts = new Map<string, number>();
    for (const { links, joints } of chosen) {
      for (const link of links) parts.set(keyOf(link), link.sureness);
      for (const { key, fit } of joints) parts.set(key, fit);
    }
    const all = [...parts.values()].reduce((product, part) => product * part, 1);
    chance += chosen.length % 2 === 1 ? all : -all;
  }
  return Math.min(1, Math.max(0, chance));
}

const keyOf = ({ cause, effect }: Link): string => `${cause.text}\u0000${effect.text}`;
