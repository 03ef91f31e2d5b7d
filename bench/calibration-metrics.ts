import { mean } from './retrieval-metrics.js';

/** A chance that was told, and what came of it. */
export interface Told {
  readonly chance: number;
  readonly came: boolean;
}

/** Mean squared distance of chance and outcome (Brier 1950). */
export function brier(told: readonly Told[]): number {
  return mean(told.map(({ chance, came }) => (chance - Number(came)) ** 2));
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Mean chance told, and share that came. */
  readonly said: number;
  readonly was: number;
}

/** Equal steps of chance; those without any are left out. */
export function reliability(told: readonly Told[], bins = 10): Bin[] {
  return Array.from({ length: bins }, (_, at) => {
    const inside = told.filter(
      ({ chance }) => Math.min(bins - 1, Math.floor(chance * bins)) === at,
    );
    return {
      from: at / bins,
      to: (at + 1) / bins,
      count: inside.length,
      said: mean(inside.map(({ chance }) => chance)),
      was: mean(inside.map(({ came }) => Number(came))),
    };
  }).filter(({ count }) => count > 0);
}

/** Expected calibration error over ten bins of equal width (Guo et al. 2017). */
export function calibrationError(told: readonly Told[]): number {
  return reliability(told).reduce(
    (sum, { count, said, was }) => sum + (count / told.length) * Math.abs(said - was),
    0,
  );
}

/** Chance that one that came was told a higher chance than one that did not; ties count half (Mann and Whitney 1947). */
export function auroc(told: readonly Told[]): number {
  const sorted = [...told].sort((a, b) => a.chance - b.chance);
  let ranks = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && sorted[end]?.chance === sorted[start]?.chance) end++;
    for (let at = start; at < end; at++)
      if (sorted[at]?.came === true) ranks += (start + end + 1) / 2;
    start = end;
  }
  const came = told.filter((each) => each.came).length;
  return (ranks - (came * (came + 1)) / 2) / Math.max(1, came * (told.length - came));
}
