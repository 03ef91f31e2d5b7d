import { z } from 'zod';
import { DAY, Instant } from './time.js';
import { Share, type Of, type SchemaOf } from './schema.js';

const purposeSampleShape = z.strictObject({
  at: Instant,
  /** Mean alignment, 0..1. */
  alignment: Share,
  /** Memories it is the mean of. */
  memories: z.number(),
});
/** How well the bank's latest memories served its north star at one moment. Derived data, never journaled. */
export interface PurposeSample extends Of<typeof purposeSampleShape> {}
export const PurposeSample: SchemaOf<PurposeSample, typeof purposeSampleShape> = purposeSampleShape;

/** Everything is kept this long, then one sample a day. */
const KEPT_WHOLE = 90 * DAY;
/** A larger drop raises an alarm. */
export const ALARMING_FALL = 0.15;
/** A drop is measured from the maximum over this time. */
const LOOKS_BACK = 7 * DAY;
/** A value over fewer memories is chance. */
const ENOUGH_MEMORIES = 10;
/** Smaller changes are not recorded, unless an hour has passed (send-on-delta sampling, Miskowicz 2006). */
const MIN_MOVE = 0.02;
const LONGEST_PAUSE = DAY / 24;

/**
 * The part of a history kept at `now`: all of the last 90 days; of older days (in UTC) the last sample
 * each. Order stays.
 */
export function thinHistory(
  samples: readonly PurposeSample[],
  now: Instant,
): readonly PurposeSample[] {
  const edge = now - KEPT_WHOLE;
  return samples.filter((sample, at) => {
    const next = samples[at + 1];
    return (
      sample.at >= edge ||
      next === undefined ||
      next.at >= edge ||
      dayOf(next.at) !== dayOf(sample.at)
    );
  });
}

const dayOf = (at: Instant): number => Math.floor(at / DAY);

/** Whether a new value differs enough from the last to be recorded. */
export function isWorthKeeping(sample: PurposeSample, last: PurposeSample | undefined): boolean {
  return (
    last === undefined ||
    Math.abs(sample.alignment - last.alignment) >= MIN_MOVE ||
    sample.at - last.at >= LONGEST_PAUSE
  );
}

const fallShape = z.strictObject({
  from: Share,
  to: Share,
  /** When it was highest. */
  since: Instant,
  /** More than {@link ALARMING_FALL}. */
  alarm: z.boolean(),
});
export interface Fall extends Of<typeof fallShape> {}
export const Fall: SchemaOf<Fall, typeof fallShape> = fallShape;

/**
 * How far the latest value is below the maximum of the seven days before it; null while too few memories
 * are counted.
 */
export function latestFall(samples: readonly PurposeSample[]): Fall | null {
  const sound = samples.filter(({ memories }) => memories >= ENOUGH_MEMORIES);
  const last = sound.at(-1);
  if (last === undefined) return null;
  let highest = last;
  for (const sample of sound)
    if (sample.at >= last.at - LOOKS_BACK && sample.alignment > highest.alignment) highest = sample;
  return {
    from: highest.alignment,
    to: last.alignment,
    since: highest.at,
    alarm: highest.alignment - last.alignment > ALARMING_FALL,
  };
}
