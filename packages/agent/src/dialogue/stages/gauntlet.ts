import { z } from 'zod';
import type { Decided } from './outputs.js';
import { textUpTo } from '@mneme/core/domain/schema.js';

/** Tests of every claim, and further ones for outliers and the person's claims. */
export const CLAIM_TESTS = ['specific', 'robust', 'optimal', 'nonObvious'] as const;
export const OUTLIER_TESTS = ['superior', 'reliable', 'integrates'] as const;

const Line = textUpTo(1_000);
const Passed = z.boolean();
const PassedOrNot = z.boolean().nullable();

/** The language model answers tests, not verdicts. Survivors and confidence are derived from them by rule. */
export const GauntletAnswer = z.strictObject({
  optimalEnd: Line,
  tests: z
    .array(
      z.strictObject({
        claim: z.string().max(10).describe('The id of the claim.'),
        specific: Passed,
        robust: Passed,
        optimal: Passed,
        nonObvious: Passed,
        superior: PassedOrNot,
        reliable: PassedOrNot,
        integrates: PassedOrNot,
        because: Line,
      }),
    )
    .max(100),
  answer: z.strictObject({
    statement: Line,
    reasoning: textUpTo(4_000),
    nextStep: Line.nullable(),
  }),
  primary: z.string().max(10).describe('The id of the claim that carries the answer.'),
  conditional: z.array(z.strictObject({ claim: z.string().max(10), condition: Line })).max(20),
  theVoid: Line.nullable(),
  /** How far the passing claims reach the optimal end. */
  alignment: z.number().min(0).max(1),
});
export type GauntletAnswer = z.output<typeof GauntletAnswer>;

export const OUTCOMES = ['elevates', 'survives', 'partial', 'fails'] as const;
export type Outcome = (typeof OUTCOMES)[number];

type Tests = GauntletAnswer['tests'][number];

/**
 * Survives with all tests passed, partial with half of them, else fails; an outlier that passes all seven is
 * elevated.
 */
export function outcomeOf(tests: Tests, isOutlier: boolean): Outcome {
  const base = CLAIM_TESTS.filter((test) => tests[test]).length;
  const more = isOutlier ? OUTLIER_TESTS.filter((test) => tests[test] === true).length : 0;
  const all = CLAIM_TESTS.length + (isOutlier ? OUTLIER_TESTS.length : 0);
  const passed = base + more;
  if (passed === all) return isOutlier ? 'elevates' : 'survives';
  if (isOutlier && base === CLAIM_TESTS.length && more === OUTLIER_TESTS.length - 1)
    return 'survives';
  return passed * 2 >= all ? 'partial' : 'fails';
}

const CONSENSUS_SHARE = 0.4;
const CLARITY_SHARE = 0.3;
const ALIGNMENT_SHARE = 0.3;
const BANDS = [
  [0.9, 'very sure'],
  [0.7, 'sure'],
  [0.5, 'fairly sure'],
  [0.3, 'unsure'],
  [0, 'a guess'],
] as const;

/**
 * Confidence of a verdict, 0..1: from consensus strength, how many claims survive fully rather than partially, and
 * how far the survivors reach the end.
 */
export function confidenceOf(
  strength: number,
  outcomes: readonly Outcome[],
  alignment: number,
): Decided['confidence'] {
  const through = outcomes.filter((each) => each === 'survives' || each === 'elevates').length;
  const half = outcomes.filter((each) => each === 'partial').length;
  const clarity = through === 0 ? 0 : through / (through + half);
  const score = CONSENSUS_SHARE * strength + CLARITY_SHARE * clarity + ALIGNMENT_SHARE * alignment;
  const [, band] = BANDS.find(([least]) => score >= least) ?? [0, 'a guess'];
  return {
    score,
    notes: `${band}: consensus ${strength.toFixed(2)}, clarity ${clarity.toFixed(2)}, alignment ${alignment.toFixed(2)}`,
  };
}

interface TestedClaim {
  readonly id: string;
  readonly text: string;
  readonly kind: 'consensus' | 'outlier';
}

/**
 * The verdict that follows from the tests. Null where the model tested no claim of the turn, or none survives even
 * partially.
 */
export function verdictOf(
  answer: GauntletAnswer,
  claims: readonly TestedClaim[],
  strength: number,
): Decided | null {
  const tested = claims.flatMap((claim) => {
    const tests = answer.tests.find((each) => each.claim === claim.id);
    return tests === undefined
      ? []
      : [{ claim, outcome: outcomeOf(tests, claim.kind === 'outlier'), because: tests.because }];
  });
  const standing = tested
    .filter(({ outcome }) => outcome !== 'fails')
    .toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome));
  const primary = standing.find(({ claim }) => claim.id === answer.primary) ?? standing[0];
  if (primary === undefined) return null;
  const conditionOf = (id: string): string | undefined =>
    answer.conditional.find(({ claim }) => claim === id)?.condition;
  const rest = standing.filter((each) => each !== primary).map(({ claim }) => claim);
  return {
    optimalEnd: answer.optimalEnd,
    theAnswer: answer.answer,
    survivors: {
      primary: primary.claim.text,
      supporting: rest.filter(({ id }) => conditionOf(id) === undefined).map(({ text }) => text),
      conditional: rest.flatMap(({ id, text }) => {
        const condition = conditionOf(id);
        return condition === undefined ? [] : [{ claim: text, condition }];
      }),
    },
    eliminated: tested
      .filter(({ outcome }) => outcome === 'fails')
      .map(({ claim, because }) => ({ claim: claim.text, from: claim.kind, because })),
    theVoid: answer.theVoid,
    confidence: confidenceOf(
      strength,
      tested.map(({ outcome }) => outcome),
      answer.alignment,
    ),
  };
}
