import { z } from 'zod';
import { SessionId, type MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { Known, type Recalled, type Recollection } from '@mneme/core/domain/recollection.js';
import { decompose } from '@mneme/core/language/decompose-question.js';
import { questionDirection } from '@mneme/core/language/causal/causal-judgement.js';
import { readEntities } from '@mneme/core/language/entities.js';
import { recall } from '@mneme/core/recall/recall.js';
import { lifecycleOf, Lifecycle } from '@mneme/core/spaces/learning-score.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { firstThings } from './status.js';
import { GUIDE } from '@mneme/core/prompts/goals-and-strategies.js';
import { type Of, OwnText, type SchemaOf, Share, wholeNumber } from '@mneme/core/domain/schema.js';
import { AdvisedGoal, asksOfMany, pulseOf, Pulse } from '@mneme/core/modules/context/index.js';

export const AdviceInput = z.strictObject({
  goal: AdvisedGoal.optional().describe(
    'What is to be found out or done, 10 to 500 characters. Default: how to use this memory, and what waits in it.',
  ),
  session: SessionId.optional().describe(
    'The session it is asked in: “she” and “that project” are read by what was noted of it.',
  ),
  maxSteps: wholeNumber(1, 5).default(3).describe('Most steps.'),
});
export type AdviceInput = z.input<typeof AdviceInput>;

const advisedStepShape = z.strictObject({
  step: z.number(),
  /** Name of the operation. */
  operation: z.string(),
  input: z.record(z.string(), z.unknown()),
  rationale: z.string(),
});
/** An operation that advances the goal, with its input. */
export interface AdvisedStep extends Of<typeof advisedStepShape> {}
export const AdvisedStep: SchemaOf<AdvisedStep, typeof advisedStepShape> = advisedStepShape;

const adviceShape = z.strictObject({
  /** Instructions for a model on how to use this memory, about 300 tokens; only where no goal is given. */
  guide: OwnText.nullable(),
  /** Findings about the goal, in sentences. */
  reasoning: z.string(),
  steps: z.array(AdvisedStep),
  /** Probability that the bank holds an answer to the goal, 0..1; null if no calibration was fitted for its encoder. */
  probability: Share.nullable(),
  /** Null where no goal is given. */
  why: z.strictObject({ known: Known }).nullable(),
  /** Coherence of what a recall of the goal found, or of the latest memories. */
  pulse: Pulse,
  lifecycle: Lifecycle,
});
export interface Advice extends Of<typeof adviceShape> {}
export const Advice: SchemaOf<Advice, typeof adviceShape> = adviceShape;

type AdviceParts = Pick<EngineParts, 'store' | 'clock' | 'stemmer'>;
type Draft = Omit<AdvisedStep, 'step'>;

/** What a recall of the goal found. */
interface RecalledGoal {
  readonly goal: string;
  readonly found: readonly Recalled[];
  readonly plan: Recollection['plan'];
  readonly probability: number | null;
  readonly pulse: Pulse;
}

const LOOKED_AT = 8;
/** Below this probability, the goal counts as unknown. */
const KNOWN = 0.5;

/**
 * Turns a goal into operations to call, in order (`reflect_on_memory`): the goal is recalled once, and the result
 * decides. Without a goal, explains how to use the memory and what to do first. Rule-based and deterministic; does
 * not count as use.
 */
export async function advise(raw: unknown, bank: OpenBank, parts: AdviceParts): Promise<Advice> {
  const { goal, session, maxSteps } = parseInput(AdviceInput, raw, 'advice');
  return goal === undefined
    ? adviseFirst(bank, parts)
    : adviseOn({ goal, session, maxSteps }, bank);
}

async function adviseFirst(
  { name, state }: OpenBank,
  { store, clock, stemmer }: AdviceParts,
): Promise<Advice> {
  await state.follow();
  const pulse = pulseOf(state, {
    first: await firstThings({ bank: name, state, store, clock, stemmer }),
  });
  const { suggested } = pulse;
  return {
    guide: GUIDE,
    reasoning: suggested === null ? 'Nothing waits to be done.' : 'Something waits to be done.',
    steps:
      suggested === null
        ? []
        : [
            {
              step: 1,
              operation: suggested.operation,
              input: suggested.input,
              rationale: suggested.why,
            },
          ],
    probability: null,
    why: null,
    pulse,
    lifecycle: lifecycleOf(state.index.size),
  };
}

async function adviseOn(
  { goal, session, maxSteps }: z.output<typeof AdviceInput> & { readonly goal: string },
  bank: OpenBank,
): Promise<Advice> {
  const context = session === undefined ? {} : { context: { session } };
  const {
    results,
    plan,
    probability,
    why: { known },
    delivered,
  } = await recall(
    { query: goal, limit: LOOKED_AT, expand: false, ...context },
    bank.name,
    bank.state,
    bank.recall,
  );
  const sight: RecalledGoal = {
    goal,
    found: results as readonly Recalled[],
    plan,
    probability,
    pulse: pulseOf(bank.state, {
      memories: delivered,
      query: goal,
      ofMany: asksOfMany(
        goal,
        (results as readonly Recalled[]).map(({ content }) => content),
        bank.recall.stemmer,
      ),
    }),
  };
  const within = session === undefined ? {} : { within: { session } };
  const steps = [...RULES.flatMap((rule) => rule(sight) ?? []), read(sight, within)].slice(
    0,
    maxSteps,
  );
  return {
    guide: null,
    reasoning: sentences(sight),
    steps: steps.map((draft, at) => ({ step: at + 1, ...draft })),
    probability,
    why: { known },
    pulse: sight.pulse,
    lifecycle: lifecycleOf(bank.state.index.size),
  };
}

/** Each checks for one condition that calls for an operation, most urgent first. */
const RULES: readonly ((sight: RecalledGoal) => Draft | null)[] = [
  ({ goal, probability }) =>
    (probability ?? 1) >= KNOWN
      ? null
      : {
          operation: 'recall',
          input: { query: goal, strategy: 'reflective' },
          rationale:
            'As it stands the goal finds next to nothing: look again in other words, then ask the user and remember the answer.',
        },
  ({ found }) => {
    const open = found.filter(({ validity }) => validity === 'disputed');
    return open.length === 0
      ? null
      : {
          operation: 'conflicts',
          input: { status: 'pending' },
          rationale: `${ids(open)} contradict each other and nobody has settled it: settle it, or tell both.`,
        };
  },
  ({ found }) => {
    const past = found.find(({ validity }) => validity === 'superseded');
    return past === undefined
      ? null
      : {
          operation: 'show',
          input: { id: past.id, history: true },
          rationale: `${past.id} no longer holds; its history says since when, and what holds now.`,
        };
  },
  ({ goal, plan }) => {
    if (plan.route.type.value !== 'planning' && plan.route.type.value !== 'procedural') return null;
    return {
      operation: 'synthesise',
      input: { query: goal, prepare: true },
      rationale:
        'It is something to do: facts, the strategy that worked best and a prediction come together.',
    };
  },
  ({ goal, plan }) => {
    const direction = questionDirection(goal);
    if (plan.route.reasoning.value !== 'causal' && direction === null) return null;
    return {
      operation: 'causes',
      input: direction === 'effect' ? { action: goal } : { outcome: goal },
      rationale: `It asks ${direction === 'effect' ? 'what something led to' : 'why'}: causes are kept apart from what is merely alike.`,
    };
  },
  ({ goal }) => {
    const names = [
      ...new Set(
        readEntities(goal, {})
          .filter(({ owner }) => owner === undefined)
          .map(({ name }) => name),
      ),
    ];
    const [from, to] = names;
    return names.length < 2 || from === undefined || to === undefined
      ? null
      : {
          operation: 'graph',
          input: { of: from, to },
          rationale: `It names ${from} and ${to}: how they hang together may be part of the answer.`,
        };
  },
  ({ goal, probability }) =>
    (probability ?? 1) < KNOWN || decompose(goal) === null
      ? null
      : {
          operation: 'recall',
          input: { query: goal, strategy: 'transform' },
          rationale: 'It asks for several things at once: this asks for each.',
        },
];

/** Always the last step: what is known, as one text. */
function read({ goal, probability }: RecalledGoal, within: object): Draft {
  return {
    operation: 'context',
    input: { query: goal, ...within },
    rationale:
      (probability ?? 1) >= KNOWN
        ? 'What is known of it, as one text to work with.'
        : 'Whatever is near, with how sure it is.',
  };
}

const ids = (found: readonly { readonly id: MemoryId }[]): string =>
  found
    .map(({ id }) => id)
    .slice(0, 3)
    .join(', ');

function sentences({ found, plan, probability, pulse }: RecalledGoal): string {
  const { type, reasoning } = plan.route;
  const chance =
    probability === null
      ? ''
      : ` The probability that what answers it is known: ${probability.toFixed(2)}.`;
  const [best] = found;
  return (
    [
      `It is a ${type.value} goal that wants a ${reasoning.value} answer${type.cues.length + reasoning.cues.length === 0 ? '' : ` (“${[...new Set([...type.cues, ...reasoning.cues])].join('”, “')}”)`}.`,
      found.length === 0
        ? 'Nothing near it is remembered.'
        : `${found.length === LOOKED_AT ? 'Several memories are' : found.length === 1 ? 'One memory is' : `${found.length} memories are`} near it, the best ${best?.id ?? ''}; they are ${pulse.entropy > 0.7 ? 'about many matters' : 'about few matters'} and ${pulse.coherence > 0.5 ? 'hang together' : 'stand apart'}.`,
    ].join(' ') + chance
  );
}
