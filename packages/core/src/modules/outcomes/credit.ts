import { z } from 'zod';
import { type KeptRecordsOf, RecordSummaryCache } from '../../bank/learned/learned-state.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { noMemory } from '../../domain/errors.js';
import { RecollectionId } from '../../domain/feedback.js';
import { MemoryId } from '../../domain/ids.js';
import { parseInput } from '../../domain/input.js';
import type { LearnedRecord } from '../../domain/learned-record.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { DAY, type Instant } from '../../domain/time.js';
import type { BankCache } from '../../kernel/module.js';
import type { CapabilityModule } from '../module.js';

export const MODULE = 'outcomes';
export const OUTCOME = 'outcome';
/** One key for all outcomes of a bank. */
export const OUTCOME_KEY = 'outcomes outcome';

/** A stored outcome. The record's evidence are the context's memories, in order. */
const KeptOutcome = z.strictObject({
  recollection: RecollectionId,
  /** -1..1. */
  score: z.number(),
  note: z.string().nullable(),
  actor: z.string(),
});
type KeptOutcome = z.output<typeof KeptOutcome>;

const toldShape = KeptOutcome.extend({ at: z.number() });
/** The outcome of a context, as reported. */
export interface ToldOutcome extends Of<typeof toldShape> {}
export const ToldOutcome: SchemaOf<ToldOutcome, typeof toldShape> = toldShape;

/** An outcome with the memories of its context. */
export interface Ending extends ToldOutcome {
  readonly memories: readonly MemoryId[];
  readonly record: LearnedRecord<'module'>;
}

/** Current outcomes, in the order in which they were first reported. */
export function endingsOf(records: readonly LearnedRecord<'module'>[]): Ending[] {
  return records.flatMap((record): Ending[] => {
    const { body, retractedAt, changedAt } = record;
    const kept = KeptOutcome.safeParse(body.value);
    return retractedAt === null && body.type === OUTCOME && kept.success
      ? [{ ...kept.data, at: changedAt, memories: body.evidence, record }]
      : [];
  });
}

export function bodyOf(
  value: KeptOutcome,
  memories: readonly MemoryId[],
): LearnedRecord<'module'>['body'] {
  return { module: MODULE, type: OUTCOME, value: { ...value }, evidence: memories };
}

/** Newest first. */
const byMoment = (a: { readonly at: Instant }, b: { readonly at: Instant }): number => b.at - a.at;

/** How one context ended, and which memories it contained. */
export interface CreditedEnd {
  readonly memories: readonly MemoryId[];
  /** -1..1. */
  readonly score: number;
  readonly at: Instant;
  readonly actor: string;
}

/** The contribution of a memory to the outcomes of its contexts. */
interface MemoryCredit {
  /** -1..1; 0 if its contexts ended like all others. */
  readonly credit: number;
  readonly contexts: number;
  readonly good: number;
  readonly bad: number;
}

interface Credits {
  /** The expected outcome of any context, -1..1. */
  readonly baseline: number;
  readonly of: ReadonlyMap<MemoryId, MemoryCredit>;
}

/** Half-life of an outcome's weight: what helped may have become false. */
const HALF_LIFE = 180 * DAY;
/** Ridge penalty of a memory's credit, in contexts. */
const DOUBT = 2;
/**
 * Ridge penalty of the baseline: small, so that the mean of all outcomes goes to it rather than to memories in every
 * context.
 */
const DOUBT_OF_BASELINE = 0.25;
/** Maximum total weight of one actor's outcomes, if several report. */
const MAX_OF_ONE = 40;
/** Maximum number of outcomes, the latest ones: older ones have decayed. */
const MAX_ENDS = 2_000;
const ITERATIONS = 200;
const EXACT = 1e-10;

/**
 * Credit by outcome, -1..1 per memory: a ridge regression of outcomes on the memories that contexts
 * contained, known in team sports as regularised adjusted plus-minus (Rosenbaum 2004; Sill 2010;
 * ridge: Hoerl and Kennard 1970). Compared with counting outcomes it handles:
 * - exposure: a memory in every context would get the mean of all outcomes, which belongs to the
 *   baseline;
 * - company: a memory that often accompanies a harmful one is told apart by contexts that contain
 *   only one of them, and shares the blame otherwise;
 * - small samples: credit shrinks towards 0 by {@link DOUBT}, and memories of one context share its
 *   outcome.
 *
 * Outcomes decay by {@link HALF_LIFE}. Being recalled changes nothing by itself.
 */
export function creditsOf(ends: readonly CreditedEnd[], now: Instant): Credits {
  const latest = [...ends].sort((a, b) => a.at - b.at).slice(-MAX_ENDS);
  const numbers = new Map<MemoryId, number>();
  const rows = latest.map(({ memories }) =>
    [...new Set(memories)].map((memory) => {
      const known = numbers.get(memory) ?? numbers.size + 1;
      numbers.set(memory, known);
      return known;
    }),
  );
  const weights = weightsOf(latest, now);
  const solution = solve(
    rows,
    weights,
    latest.map(({ score }) => score),
    numbers.size + 1,
  );
  const tallies = [...numbers.keys()].map(() => ({ contexts: 0, good: 0, bad: 0 }));
  rows.forEach((row, at) => {
    const score = latest[at]?.score ?? 0;
    for (const number of row) {
      const tally = tallies[number - 1];
      if (tally === undefined) continue;
      tally.contexts++;
      if (score > 0) tally.good++;
      if (score < 0) tally.bad++;
    }
  });
  return {
    baseline: clamped(solution[0] ?? 0),
    of: new Map(
      [...numbers].map(([memory, number]) => [
        memory,
        {
          credit: clamped(solution[number] ?? 0),
          ...(tallies[number - 1] ?? { contexts: 0, good: 0, bad: 0 }),
        },
      ]),
    ),
  };
}

const clamped = (value: number): number => Math.max(-1, Math.min(1, value));

/** Weights by age; if several actors report, the total of each is capped. */
function weightsOf(ends: readonly CreditedEnd[], now: Instant): Float64Array {
  const weights = Float64Array.from(ends, ({ at }) => 0.5 ** (Math.max(0, now - at) / HALF_LIFE));
  const sums = new Map<string, number>();
  ends.forEach(({ actor }, at) => sums.set(actor, (sums.get(actor) ?? 0) + (weights[at] ?? 0)));
  if (sums.size === 1) return weights;
  return weights.map(
    (weight, at) => weight * Math.min(1, MAX_OF_ONE / (sums.get(ends[at]?.actor ?? '') ?? 1)),
  );
}

/**
 * Ridge regression with the baseline as column 0, by conjugate gradients: the matrix of contexts and memories is
 * never materialised.
 */
function solve(
  rows: readonly (readonly number[])[],
  weights: Float64Array,
  scores: readonly number[],
  size: number,
): Float64Array {
  const onto = (values: ArrayLike<number>, into: Float64Array): void => {
    rows.forEach((row, at) => {
      const value = (weights[at] ?? 0) * (values[at] ?? 0);
      into[0] = (into[0] ?? 0) + value;
      for (const number of row) into[number] = (into[number] ?? 0) + value;
    });
  };
  const times = (vector: Float64Array): Float64Array => {
    const product = vector.map((value, at) => (at === 0 ? DOUBT_OF_BASELINE : DOUBT) * value);
    onto(
      rows.map((row) => row.reduce((sum, number) => sum + (vector[number] ?? 0), vector[0] ?? 0)),
      product,
    );
    return product;
  };
  const dot = (a: Float64Array, b: Float64Array): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  const solution = new Float64Array(size);
  const residual = new Float64Array(size);
  onto(scores, residual);
  let direction = residual.slice();
  let rest = dot(residual, residual);
  for (let round = 0; round < ITERATIONS && rest > EXACT; round++) {
    const along = times(direction);
    const step = rest / dot(direction, along);
    for (let at = 0; at < size; at++) {
      solution[at] = (solution[at] ?? 0) + step * (direction[at] ?? 0);
      residual[at] = (residual[at] ?? 0) - step * (along[at] ?? 0);
    }
    const next = dot(residual, residual);
    const share = next / rest;
    direction = residual.map((value, at) => value + share * (direction[at] ?? 0));
    rest = next;
  }
  return solution;
}

/** Credits of an open bank's memories, recomputed after a new outcome and once a day, as outcomes decay. */
export class CreditCache implements BankCache {
  readonly kept = true;
  readonly #records: RecordSummaryCache<readonly Ending[]>;
  #reckoned: {
    readonly endings: readonly Ending[];
    readonly day: number;
    readonly credits: Credits;
  } | null = null;

  constructor(private readonly opened: KeptRecordsOf) {
    this.#records = new RecordSummaryCache(opened, [OUTCOME_KEY], endingsOf);
  }

  /** Current outcomes, or those current at `asOf`. */
  async endings(asOf?: Instant): Promise<readonly Ending[]> {
    if (asOf === undefined) return this.#records.current();
    const { bank, store } = this.opened;
    return endingsOf(await store.learned(bank, { kinds: ['module'], keys: [OUTCOME_KEY], asOf }));
  }

  /** Null if no outcome was reported. */
  async at(now: Instant, asOf?: Instant): Promise<Credits | null> {
    const endings = await this.endings();
    if (endings.length === 0) return null;
    if (asOf !== undefined) return creditsOf(await this.endings(asOf), asOf);
    const day = Math.floor(now / DAY);
    if (this.#reckoned?.endings !== endings || this.#reckoned.day !== day)
      this.#reckoned = { endings, day, credits: creditsOf(endings, day * DAY) };
    return this.#reckoned.credits;
  }
}

type Term = NonNullable<CapabilityModule['terms']>[number];

/**
 * Maximum effect of credit, in logits, equal to that of votes on usefulness. It decides among memories that match
 * equally well.
 */
const MAX_GAIN = 0.4;

/** Ranks memories from contexts that ended well slightly higher, from those that ended badly slightly lower. */
export const outcomeTerm: Term = {
  name: 'outcome',
  range: [-MAX_GAIN, MAX_GAIN],
  weigh: async (results, { now, profile: { asOf }, ports: { kept } }) => {
    const credits = await kept.of(CreditCache).at(now, asOf);
    return credits === null
      ? null
      : results.map(({ memory: { id } }) => MAX_GAIN * (credits.of.get(id)?.credit ?? 0));
  },
};

export const CreditInput = z.strictObject({
  memory: MemoryId.optional().describe('One memory, with the ends of its contexts.'),
  limit: z
    .number()
    .int('must be a whole number')
    .min(1, 'must be 1 to 200')
    .max(200, 'must be 1 to 200')
    .default(20)
    .describe('How many memories at most: those that were moved most.'),
});
export type CreditInput = z.input<typeof CreditInput>;

const creditedShape = z.strictObject({
  memory: MemoryId,
  content: z.string(),
  /** -1..1; 0 if its contexts ended like all others. */
  credit: z.number(),
  /** Its current effect on a recall, in logits. */
  gain: z.number(),
  contexts: z.number(),
  good: z.number(),
  bad: z.number(),
});
export interface CreditedMemory extends Of<typeof creditedShape> {}
const CreditedMemory: SchemaOf<CreditedMemory, typeof creditedShape> = creditedShape;

const reportShape = z.strictObject({
  /** Number of contexts with a reported outcome. */
  outcomes: z.number(),
  /** The expected outcome of any context, -1..1. */
  baseline: z.number(),
  /** Those with the largest credit or blame, or the requested one. */
  memories: z.array(CreditedMemory),
  /** Latest outcomes first: of all contexts, or of those that contained the memory. */
  ends: z.array(ToldOutcome),
});
/** Credits and the outcomes behind them. */
export interface CreditReport extends Of<typeof reportShape> {}
export const CreditReport: SchemaOf<CreditReport, typeof reportShape> = reportShape;

/** Throws `not_found` for a memory that is not in the bank. */
export async function readCredit(
  raw: CreditInput,
  bank: OpenBank,
  { store, clock }: Pick<EngineParts, 'store' | 'clock'>,
): Promise<CreditReport> {
  const { memory, limit } = parseInput(CreditInput, raw, 'metamemory');
  await bank.state.follow();
  const kept = bank.parts.of(CreditCache);
  const endings = await kept.endings();
  const credits = await kept.at(clock.now());
  const asked: readonly (readonly [MemoryId, MemoryCredit])[] =
    memory === undefined
      ? [...(credits?.of ?? [])]
          .sort(([, a], [, b]) => Math.abs(b.credit) - Math.abs(a.credit))
          .slice(0, limit)
      : [[memory, credits?.of.get(memory) ?? NONE]];
  const texts = new Map(
    (
      await store.get(
        bank.name,
        asked.map(([id]) => id),
      )
    ).map(({ id, content }) => [id, content]),
  );
  if (memory !== undefined && !texts.has(memory)) throw noMemory(memory, 'metamemory.memory');
  const among = endings.filter(({ memories }) => memory === undefined || memories.includes(memory));
  return {
    outcomes: endings.length,
    baseline: credits?.baseline ?? 0,
    memories: asked.flatMap(([id, credit]) => {
      const content = texts.get(id);
      return content === undefined
        ? []
        : [{ memory: id, content, ...credit, gain: MAX_GAIN * credit.credit }];
    }),
    ends: [...among].sort(byMoment).slice(0, limit).map(told),
  };
}

const NONE: MemoryCredit = { credit: 0, contexts: 0, good: 0, bad: 0 };

const told = ({ recollection, score, note, actor, at }: Ending): ToldOutcome => ({
  recollection,
  score,
  note,
  actor,
  at,
});
