import type { BankIndex } from '../../indexes/bank-index.js';
import { liesIn, timesOf } from '../paths/temporal.js';
import type { Understanding } from '../understand.js';
import type { Ranked } from './ranked.js';
import { constrained } from './score.js';

type Asked = Pick<Understanding, 'periods' | 'offset' | 'wanted'>;

/**
 * A period that the question names determines the order. For what happened in it, memories inside come
 * first; for what was known by then, later ones come last. Within each group, by score.
 */
export function byNamedPeriod(
  ranked: readonly Ranked[],
  asked: Asked,
  index: BankIndex,
): readonly Ranked[] {
  const { periods, offset, wanted } = asked;
  if (periods.length === 0) return ranked;
  const first = wanted.happenings
    ? ({ slot }: Ranked): boolean => liesInAny(slot, asked, index)
    : wanted.knownThen
      ? ({ slot }: Ranked): boolean =>
          periods.some(({ to }) => timesOf(index, slot, offset).said < to)
      : null;
  if (first === null) return ranked;
  const leading = ranked.filter(first);
  return leading.length === 0 || leading.length === ranked.length
    ? ranked
    : constrained([...leading, ...ranked.filter((result) => !first(result))], 'namedPeriod');
}

/** Whether it asks what happened in a period that none of the results belongs to. */
export function missesNamedPeriod(
  results: readonly Pick<Ranked, 'slot'>[],
  asked: Asked,
  index: BankIndex,
): boolean {
  return (
    asked.wanted.happenings &&
    asked.periods.length > 0 &&
    !results.some(({ slot }) => liesInAny(slot, asked, index))
  );
}

const liesInAny = (slot: number, { periods, offset }: Asked, index: BankIndex): boolean =>
  periods.some((period) => liesIn(slot, period, offset, index));
