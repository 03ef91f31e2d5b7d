import type { OpenBank } from '@mneme/core/bank/core.js';
import { AskedUndertaking, bearingOf, worthOf } from '@mneme/core/modules/evidence/index.js';
import { type Proposition, sameness, termKey } from './proposition.js';
import type { Link } from './rules.js';

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
