import {
  type Link,
  linksOf,
  type Proposition,
  readRules,
  type Rule,
  sameness,
  termKey,
} from './rules.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { BankCache } from '@mneme/core/kernel/module.js';
import { AskedUndertaking, bearingOf, worthOf } from '@mneme/core/modules/evidence/index.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import { readMemoryValidity } from '@mneme/core/modules/validity/index.js';

/** A link that a proposition leads to, with their similarity at the joint. */
interface Joined {
  readonly link: Link;
  readonly fit: number;
}

/** Lookup of links by one end. */
export interface Causes {
  readonly links: readonly Link[];
  /** Links whose cause matches, best fit first. */
  from(proposition: Proposition): readonly Joined[];
  /** Links whose effect matches. */
  to(proposition: Proposition): readonly Joined[];
}

/** Index of links by the words of their ends. Pairs of ends are compared lazily, as most never are. */
export class CauseGraph implements Causes {
  readonly #byCause = new Map<string, Link[]>();
  readonly #byEffect = new Map<string, Link[]>();

  constructor(readonly links: readonly Link[]) {
    for (const link of links) {
      for (const term of link.cause.terms) add(this.#byCause, termKey(term), link);
      for (const term of link.effect.terms) add(this.#byEffect, termKey(term), link);
    }
  }

  from(proposition: Proposition): readonly Joined[] {
    return joined(proposition, this.#byCause, ({ cause }) => cause);
  }

  to(proposition: Proposition): readonly Joined[] {
    return joined(proposition, this.#byEffect, ({ effect }) => effect);
  }
}

function joined(
  proposition: Proposition,
  index: ReadonlyMap<string, readonly Link[]>,
  end: (link: Link) => Proposition,
): Joined[] {
  const near = new Set(proposition.terms.flatMap((term) => index.get(termKey(term)) ?? []));
  return [...near]
    .map((link) => ({ link, fit: sameness(end(link), proposition) }))
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit * b.link.sureness - a.fit * a.link.sureness);
}

function add(index: Map<string, Link[]>, term: string, link: Link): void {
  const under = index.get(term);
  if (under === undefined) index.set(term, [link]);
  else under.push(link);
}

/** Minimum probability that an end matches what was asked. */
const LEAST = 0.6;

/**
 * Joins the query to stated causes by meaning, as its words may differ from theirs. Links are joined to each other
 * only by words: similarity is not transitive, so a chain of it proves nothing.
 */
export async function byMeaning(
  asked: readonly Proposition[],
  told: Causes,
  { state, recall }: OpenBank,
): Promise<Causes> {
  const near = new Map<Proposition, { readonly cause: Joined[]; readonly effect: Joined[] }>();
  for (const each of asked) {
    const undertaking = await AskedUndertaking.of(each.text, state, recall);
    const joined = (end: (link: Link) => Proposition): Joined[] =>
      told.links.flatMap((link) => {
        const { terms, negated } = end(link);
        if (negated !== each.negated) return [];
        const fits = link.evidence.map(({ memory: { id } }) => {
          const case_ = { terms: new Set(terms), numbers: [] };
          return bearingOf(worthOf(undertaking.to(case_, state.index.slot(id))));
        });
        const fit = Math.max(0, ...fits);
        return fit >= LEAST ? [{ link, fit }] : [];
      });
    near.set(each, { cause: joined(({ cause }) => cause), effect: joined(({ effect }) => effect) });
  }
  return {
    links: told.links,
    from: (end) => best([...told.from(end), ...(near.get(end)?.cause ?? [])]),
    to: (end) => best([...told.to(end), ...(near.get(end)?.effect ?? [])]),
  };
}

/** Each link once, with its best fit. */
function best(found: readonly Joined[]): Joined[] {
  const links = new Map<Link, number>();
  for (const { link, fit } of found) links.set(link, Math.max(fit, links.get(link) ?? 0));
  return [...links]
    .map(([link, fit]) => ({ link, fit }))
    .sort((a, b) => b.fit * b.link.sureness - a.fit * a.link.sureness);
}

/** Validity changes with time, too: the graph is rebuilt at most once a minute for that. */
const minuteOf = (now: Instant): number => Math.floor(now / 60_000);

/**
 * The causes that the memories of an opened bank state: each memory is read once, the graph is rebuilt when the bank
 * has changed.
 */
export class CauseIndex implements BankCache {
  readonly kept = true;
  readonly #read = new Map<
    MemoryId,
    { readonly version: number; readonly rules: readonly Rule[] }
  >();
  #graph: {
    readonly sequence: number;
    readonly minute: number;
    readonly graph: CauseGraph;
  } | null = null;

  constructor(private readonly bank: OpenedBank) {}

  /** The graph of what is valid now, or was at `asOf`: retracted and superseded memories are left out. */
  async graph(now: Instant, asOf?: Instant): Promise<CauseGraph> {
    const { state } = this.bank;
    await state.follow();
    const kept = this.#graph;
    if (asOf === undefined && kept?.sequence === state.sequence && kept.minute === minuteOf(now))
      return kept.graph;
    const { sequence } = state;
    const stated = (await this.#standing(now, asOf)).map((memory) => ({
      memory,
      rules: this.#rules(memory),
    }));
    const graph = new CauseGraph(linksOf(stated));
    if (asOf === undefined) this.#graph = { sequence, minute: minuteOf(now), graph };
    return graph;
  }

  async #standing(now: Instant, asOf: Instant | undefined): Promise<readonly Memory[]> {
    const { bank, store, state } = this.bank;
    const { index } = state;
    await state.notes.ready();
    const reasoned = [...state.notes.all()].filter(
      ({ note }) => note.because !== null || note.outcome !== null,
    );
    // Every memory that states a cause in words has a code in the causal space.
    const slots = new Set([...index.causal.keys(), ...reasoned.map(({ slot }) => slot)]);
    const ids = [...slots]
      .filter((slot) => asOf !== undefined || index.isLive(slot))
      .map((slot) => index.id(slot))
      .sort();
    const told = (await store.get(bank, ids, asOf)).filter(
      (memory) => memory.retractedAt === null && this.#rules(memory).length > 0,
    );
    const validity = await readMemoryValidity(told, {
      bank,
      now,
      profile: asOf === undefined ? {} : { asOf },
      state,
      ports: { store },
    });
    return told.filter(
      ({ id, supersededBy }) =>
        (asOf !== undefined || supersededBy === null) && validity.of(id).state !== 'superseded',
    );
  }

  #rules(memory: Memory): readonly Rule[] {
    const known = this.#read.get(memory.id);
    if (known?.version === memory.version) return known.rules;
    const rules = readRules(memory, this.bank.stemmer);
    this.#read.set(memory.id, { version: memory.version, rules });
    return rules;
  }
}

/** How well a link fits the next one, or the query. */
interface Joint {
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
