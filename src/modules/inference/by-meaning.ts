import type { OpenBank } from '../../bank/open-bank.js';
import { AskedUndertaking, bearingOf, worthOf } from '../evidence/index.js';
import type { Causes, Joined } from './cause-graph.js';
import type { Proposition } from './proposition.js';
import type { Link } from './rules.js';

/** What is less probably of what was asked is no end of it. */
const LEAST = 0.6;

/**
 * Joins what was asked to what was told by what both mean: who asks does not know the words that were used. Between
 * links the words decide, as a chain of likenesses proves nothing.
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

/** Each link once, as well as it fits. */
function best(found: readonly Joined[]): Joined[] {
  const links = new Map<Link, number>();
  for (const { link, fit } of found) links.set(link, Math.max(fit, links.get(link) ?? 0));
  return [...links]
    .map(([link, fit]) => ({ link, fit }))
    .sort((a, b) => b.fit * b.link.sureness - a.fit * a.link.sureness);
}
