import { condemns } from './polarity.js';
import type { Statement } from './read-statements.js';

/** How two statements differ though they speak of one thing. */
export type Difference = 'polarity' | 'amount' | 'opposite';

/** What two statements differ in; null where nothing tells that they do. */
export function differenceOf(
  a: Statement,
  b: Statement,
  opposites: (stem: string) => ReadonlySet<string>,
): Difference | null {
  if (
    a.amounts.size > 0 &&
    b.amounts.size > 0 &&
    ![...a.amounts].some((each) => b.amounts.has(each))
  )
    return 'amount';
  if (standOpposed(a.terms, b.terms, opposites)) return 'opposite';
  const turned = deniesShared(a, b) !== deniesShared(b, a);
  // “Renting is no good, it is a mistake” against “Do not rent”: both turn it round.
  if (a.negated || b.negated) return turned ? 'polarity' : null;
  return turned || condemns(a.text) !== condemns(b.text) ? 'polarity' : null;
}

/** Whether each holds in another case of one matter: "if winters are cold", "if winters are mild". */
export function inOtherCases({ case: one }: Statement, { case: other }: Statement): boolean {
  return (
    one.length > 1 &&
    one.length === other.length &&
    one.filter((term) => !other.includes(term)).length === 1
  );
}

/** Whether a statement denies what it has in common with another: "free, no charge for it" denies nothing of "free". */
function deniesShared(one: Statement, other: Statement): boolean {
  return other.terms.some((term) => one.denied.has(term));
}

/** One has a word, the other its opposite, and neither has both. */
function standOpposed(
  a: readonly string[],
  b: readonly string[],
  opposites: (stem: string) => ReadonlySet<string>,
): boolean {
  return a.some((term) => {
    const against = opposites(term);
    return (
      against.size > 0 &&
      !b.includes(term) &&
      b.some((other) => against.has(other) && !a.includes(other))
    );
  });
}
