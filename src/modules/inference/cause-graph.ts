import { sameness, termKey, type Proposition } from './proposition.js';
import type { Link } from './rules.js';

/** A link that a proposition leads to, and how far it says the same as the end that it is joined at. */
export interface Joined {
  readonly link: Link;
  readonly fit: number;
}

/** Where links are looked up by an end. */
export interface Causes {
  readonly links: readonly Link[];
  /** Links whose cause says the same, the best fitting first. */
  from(proposition: Proposition): readonly Joined[];
  /** Links whose effect says the same. */
  to(proposition: Proposition): readonly Joined[];
}

/** Links by the words of their ends. A pair of ends is compared when it is asked for: most never are. */
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
