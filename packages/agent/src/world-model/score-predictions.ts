import { z } from 'zod';
import { BoundInput, parseInput } from '@mneme/core/domain/input.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { MemoryId, LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { ActionModel, TransitionPattern } from '@mneme/core/domain/world-model.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { Receipt } from '@mneme/core/domain/receipt.js';
import { leafFor } from './world/condition-tree.js';
import { patternOf, readLeaf, treeOf } from './world/outlook.js';
import { asFact, isLawful } from './world-rules.js';
import { emptyModel, plainWords, see, state as stateRule } from './world/see.js';
import { contentHash } from '@mneme/core/language/text-hash.js';
import type { FlowParts, OpenBank } from '@mneme/core/bank/core.js';
import { stepped } from '../reflect/index.js';
import { Draft, reviseAndRemember } from '@mneme/core/bank/learned/revise.js';
import {
  dayOf,
  States,
  transitionKey,
  type TransitionSighting,
} from '@mneme/core/bank/learned/sightings.js';
import { Share, type Of, type SchemaOf, flag } from '@mneme/core/domain/schema.js';

export const PredictionId = z
  .string()
  .regex(/^[px]_[0-9a-z]{13}$/, 'expected a prediction id such as p_01h5k0c2x9w7a')
  .brand<'LearnedId'>();

export const SettleInput = z.strictObject({
  id: PredictionId.describe('The prediction, as in p_01h5k0c2x9w7a, or the forecast, as in x_….'),
  state: States.optional().describe('What came of an action.'),
  came: z.boolean().optional().describe('Whether it came true. Default: told from the state.'),
  snooze: flag('Put a forecast off: nobody is reminded of it.'),
  until: BoundInput.optional().describe('With `snooze`, until when. Default: for seven days.'),
});
export type SettleInput = z.input<typeof SettleInput>;

const movedBeliefShape = z.strictObject({
  id: MemoryId,
  content: z.string(),
  before: Share,
  after: Share,
});
/** A belief that an outcome moved. */
export interface MovedBelief extends Of<typeof movedBeliefShape> {}
export const MovedBelief: SchemaOf<MovedBelief, typeof movedBeliefShape> = movedBeliefShape;

const settledPredictionShape = z.strictObject({
  id: LearnedId,
  probability: Share,
  came: z.boolean(),
  /** Squared difference of probability and outcome. */
  brier: Share,
  /** The beliefs it relied on, strengthened or weakened. */
  beliefs: z.array(MovedBelief),
  /** A rule now certain enough to be stored as a fact, and that fact. */
  promoted: z
    .strictObject({
      rule: z.string(),
      id: MemoryId,
    })
    .nullable(),
  /** The stored experience of a failed prediction. */
  experience: MemoryId.nullable(),
});
export interface SettledPrediction extends Of<typeof settledPredictionShape> {}
export const SettledPrediction: SchemaOf<SettledPrediction, typeof settledPredictionShape> =
  settledPredictionShape;

const seenTransitionShape = z.strictObject({
  id: LearnedId,
  foretold: Share.nullable(),
  came: z.boolean().nullable(),
  seen: z.number(),
  rulesChanged: z.boolean(),
});
/** An observed effect of an action, as counted. */
export interface SeenTransition extends Of<typeof seenTransitionShape> {}
export const SeenTransition: SchemaOf<SeenTransition, typeof seenTransitionShape> =
  seenTransitionShape;

/** A settlement in progress: the answer is complete once its new memories have ids. */
export interface Settlement {
  readonly came: boolean;
  readonly transition: SeenTransition | null;
  answer(told: readonly Receipt[]): SettledPrediction;
}

/**
 * Compares a prediction with its outcome: the beliefs it relied on move one step, a failure is stored as an
 * experience, and a rule that is certain enough becomes a fact. Throws `not_found`, `conflict` for one that is
 * settled already.
 */
export function settlePrediction(
  raw: unknown,
  bank: OpenBank,
  parts: FlowParts,
): Promise<SettledPrediction & { readonly sequence: number }> {
  const input = parseInput(SettleInput, raw, 'prediction');
  return reviseAndRemember(bank, parts, async (at) => {
    const draft = new Draft(await bank.learned.current(), at, parts.newId);
    const settlement = await scorePrediction(input, draft, bank, parts);
    return draft.decision(
      'observe',
      settlement.came ? 'a prediction came true' : 'a prediction failed',
      (sequence, told) => ({ ...settlement.answer(told), sequence }),
    );
  });
}

/** Adds the settlement of a prediction to a draft. `instead` is what was observed, if given. */
export async function scorePrediction(
  { id, state: given, came: told }: Pick<z.output<typeof SettleInput>, 'id' | 'state' | 'came'>,
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
  instead?: TransitionSighting,
): Promise<Settlement> {
  const found = await openPrediction(id, bank, parts);
  if (given === undefined && told === undefined)
    throw new MnemeError('invalid_input', 'prediction: say what came.', {
      field: 'prediction.state',
      hint: 'Give `state`, or `came` as yes or no.',
    });
  const { body } = found;
  const came =
    told ??
    plainWords(body.state).every((each) => given !== undefined && plainWords(given).includes(each));
  // A bare "no" only says what did not happen.
  const state =
    given !== undefined
      ? plainWords(given)
      : came
        ? [...body.state]
        : body.state.map((each) => (each.startsWith('not ') ? each.slice(4) : `not ${each}`));
  draft.put({
    ...found,
    body: { ...body, outcome: { state: given === undefined ? [] : state, came, at: draft.at } },
    changedAt: draft.at,
    version: found.version + 1,
  });
  const before = draft.under('transition', transitionKey(body.domain, body.action))?.body;
  const rule = before === undefined ? null : ruleFor(before, body.context);
  const seen = instead ?? {
    action: body.action,
    context: [...body.context],
    state,
    domain: body.domain,
    source: 'observed' as const,
  };
  const transition = seen.state.length === 0 ? null : seeTransition(seen, draft, came);
  const after = draft.under('transition', transitionKey(body.domain, body.action))?.body;
  const standing = (await parts.store.get(bank.name, body.beliefs)).filter(
    ({ retractedAt, supersededBy }) => retractedAt === null && supersededBy === null,
  );
  const promotedBefore = came || rule === null ? null : await promotedFact(rule, bank, parts);
  const beliefs = await moveBeliefs(
    came,
    promotedBefore === null ? standing : [...standing, promotedBefore],
    draft,
    bank,
    parts,
  );
  const promotion =
    came && after !== undefined ? await promote(after, body.context, draft, bank, parts) : null;
  const experience = came
    ? null
    : draft.tell(failureOf(found, given === undefined ? null : state, draft.at));
  return {
    came,
    transition,
    answer: (receipts) => ({
      id: found.id,
      probability: body.probability,
      came,
      brier: (body.probability - Number(came)) ** 2,
      beliefs,
      promoted:
        promotion === null
          ? null
          : { rule: promotion.rule, id: receipts[promotion.place]?.id as MemoryId },
      experience: experience === null ? null : (receipts[experience]?.id ?? null),
    }),
  };
}

/** Counts the effect of an action. A settled prediction of it is counted as well. */
export function seeTransition(
  seen: TransitionSighting,
  draft: Draft,
  predicted: boolean | null,
): SeenTransition {
  const key = transitionKey(seen.domain, seen.action);
  const before = draft.under('transition', key)?.body;
  const foretold = before === undefined ? null : foretell(before, seen.context);
  const counted = (model: ActionModel): ActionModel =>
    predicted === null
      ? model
      : {
          ...model,
          foretold: {
            made: model.foretold.made + 1,
            came: model.foretold.came + Number(predicted),
          },
        };
  const record = draft.change('transition', key, (model = emptyModel(seen.domain, seen.action)) =>
    counted(
      seen.source === 'observed'
        ? see(model, seen.context, seen.state)
        : stateRule(model, {
            preconditions: seen.context,
            postconditions: seen.state,
            source: seen.source,
          }),
    ),
  );
  return {
    id: record.id,
    foretold: foretold?.chance ?? null,
    came: foretold === null ? null : foretold.state === plainWords(seen.state).join('\n'),
    seen: record.body.seen,
    rulesChanged: record.body.changes > (before?.changes ?? 0),
  };
}

function foretell(
  model: ActionModel,
  context: readonly string[],
): { readonly state: string; readonly chance: number } | null {
  const rule = ruleFor(model, context);
  return rule === null ? null : { state: rule.postconditions.join('\n'), chance: rule.reliability };
}

/** The learned rule that applies in a context; null if nothing was observed. */
function ruleFor(model: ActionModel, context: readonly string[]): TransitionPattern | null {
  const held = new Set(plainWords(context));
  const { leaf } = leafFor(treeOf(model), (condition) =>
    Number(held.has(model.conditions[condition] ?? '')),
  );
  const outlook = readLeaf(model.sightings, leaf.places);
  return outlook === null ? null : patternOf(model, leaf, outlook);
}

async function openPrediction(
  id: LearnedId,
  bank: OpenBank,
  { store }: Pick<FlowParts, 'store'>,
): Promise<LearnedRecord<'prediction'>> {
  const [found] = await store.learned(bank.name, { kinds: ['prediction'], ids: [id] });
  if (found === undefined || found.retractedAt !== null)
    throw new MnemeError('not_found', `There is no prediction ${id}.`, {
      field: 'prediction.id',
      value: id,
      hint: 'Predictions are kept by `predict`; simulating keeps none.',
    });
  if (found.body.outcome !== null)
    throw new MnemeError('conflict', `The prediction ${id} is settled already.`, {
      field: 'prediction.id',
      value: id,
      hint: 'Predict anew for another time.',
    });
  return found;
}

async function moveBeliefs(
  came: boolean,
  beliefs: readonly Memory[],
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<MovedBelief[]> {
  const moved: MovedBelief[] = [];
  for (const belief of beliefs) {
    const before = draft.memory(belief);
    const next = {
      ...(await stepped(came ? 'reinforce' : 'weaken', before, bank, parts)),
      version: belief.version + 1,
    };
    draft.putMemory(next);
    moved.push({
      id: belief.id,
      content: belief.content,
      before: before.confidence,
      after: next.confidence,
    });
  }
  return moved;
}

/** The fact that a rule was stored as, if it is current. */
async function promotedFact(
  rule: TransitionPattern,
  bank: OpenBank,
  { store }: FlowParts,
): Promise<Memory | null> {
  const found = await store.findByHash(bank.name, [contentHash(asFact(rule), 'fact', null)]);
  return (
    found.find(({ retractedAt, supersededBy }) => retractedAt === null && supersededBy === null) ??
    null
  );
}

async function promote(
  model: ActionModel,
  context: readonly string[],
  draft: Draft,
  bank: OpenBank,
  parts: FlowParts,
): Promise<{ readonly rule: string; readonly place: number } | null> {
  const rule = ruleFor(model, context);
  if (rule === null || !isLawful(rule) || (await promotedFact(rule, bank, parts)) !== null)
    return null;
  const text = asFact(rule);
  return {
    rule: text,
    place: draft.tell({
      content: text,
      kind: 'fact',
      confidence: rule.reliability,
      source: 'agent',
      tags: ['rule'],
      metadata: { sightings: rule.sampleSize, bound: rule.interval[0] },
    }),
  };
}

function failureOf(
  { id, body: { action, domain, state } }: LearnedRecord<'prediction'>,
  came: readonly string[] | null,
  at: number,
): Parameters<Draft['tell']>[0] {
  const got = came === null ? 'that did not come' : `it was ${came.join(' and ')}`;
  return {
    content: `A prediction failed on ${dayOf(at)}: after “${action}” in ${domain} I expected ${state.length === 0 ? 'nothing' : state.join(' and ')}, and ${got}.`,
    kind: 'experience',
    confidence: 1,
    source: 'agent',
    tags: ['prediction', 'failure'],
    metadata: { prediction: id, outcome: 'failure', failureMode: `wrong about ${action}` },
  };
}
