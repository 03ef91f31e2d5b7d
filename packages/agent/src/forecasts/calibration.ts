import { z } from 'zod';
import { Share } from '@mneme/core/domain/schema.js';
import { brierOf, type Forecast } from './forecast.js';

const binShape = z.strictObject({
  /** Range of probabilities of the bin; the upper bound is exclusive, except in the last. */
  from: Share,
  to: Share,
  count: z.number(),
  /** Mean predicted probability, and share that came true. */
  told: Share,
  came: Share,
});
const domainShape = z.strictObject({
  domain: z.string(),
  settled: z.number(),
  open: z.number(),
  due: z.number(),
  /**
   * Brier score: mean squared error of the probabilities; null where nothing is settled. 0 is perfect, 0.25 is a
   * coin.
   */
  brier: Share.nullable(),
  /** Brier score of always predicting the base rate. */
  reference: Share.nullable(),
  /** 1 minus brier over reference: above 0 it beats the base rate. Null where the reference is 0. */
  skill: z.number().nullable(),
  /** Expected calibration error: mean over bins, weighted by count. */
  calibrationError: Share.nullable(),
  bins: z.array(binShape),
});
/** Quality of forecasts by field: `all` first. */
export const Scores = z.array(domainShape);
export type Scores = z.output<typeof Scores>;

interface Scored {
  readonly domain: string;
  readonly probability: number;
  /** Null while the outcome is unknown. */
  readonly came: boolean | null;
  readonly due: boolean;
}

const BINS = 5;

export function scoresByField(forecasts: readonly Forecast[]): Scores {
  const scored = forecasts.map(({ domain, probability, outcome, state }): Scored => ({
    ...{ domain, probability, came: outcome?.came ?? null, due: state === 'due' },
  }));
  const domains = [...new Set(scored.map(({ domain }) => domain))].sort();
  return [
    scoresOf('all', scored),
    ...(domains.length < 2 ? [] : domains).map((domain) =>
      scoresOf(
        domain,
        scored.filter((each) => each.domain === domain),
      ),
    ),
  ];
}

/** Brier score (Brier 1950) and reliability of one field. */
export function scoresOf(domain: string, scored: readonly Scored[]): Scores[number] {
  const settled = scored.flatMap(({ probability, came }) =>
    came === null ? [] : [{ probability, came }],
  );
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const none = settled.length === 0;
  const rate = none ? 0 : mean(settled.map(({ came }) => Number(came)));
  const brier = none
    ? null
    : mean(settled.map(({ probability, came }) => brierOf(probability, came)));
  const reference = none ? null : rate * (1 - rate);
  const bins = Array.from({ length: BINS }, (_, at) => {
    const within = settled.filter(
      ({ probability }) => Math.min(BINS - 1, Math.floor(probability * BINS)) === at,
    );
    return {
      from: at / BINS,
      to: (at + 1) / BINS,
      count: within.length,
      told: within.length === 0 ? 0 : mean(within.map(({ probability }) => probability)),
      came: within.length === 0 ? 0 : mean(within.map(({ came }) => Number(came))),
    };
  }).filter(({ count }) => count > 0);
  return {
    domain,
    settled: settled.length,
    open: scored.filter(({ came, due }) => came === null && !due).length,
    due: scored.filter(({ came, due }) => came === null && due).length,
    brier,
    reference,
    skill: brier === null || reference === null || reference === 0 ? null : 1 - brier / reference,
    calibrationError: none
      ? null
      : bins.reduce(
          (sum, { count, told, came }) => sum + (count / settled.length) * Math.abs(told - came),
          0,
        ),
    bins,
  };
}
