import { z } from 'zod';
import { MnemeError } from '../../domain/errors.js';
import { InstantInput } from '../../domain/input.js';
import { Difficulty, PriorName, type Competence } from '../../domain/learned/competence.js';
import type { Habit } from '../../domain/learned/habit.js';
import type { LearnedId, LearnedKind, LearnedRecord } from '../../domain/learned/record.js';
import { TransitionSource, type ActionModel } from '../../domain/learned/transition.js';
import { parseInput } from '../../domain/parse-input.js';
import { emptyHabit, likelyNext, noteDoing } from '../../foresight/habits.js';
import { benchmarkPrior, emptyCompetence, noteTask, posteriorOf } from '../../foresight/self/competence.js';
import { leafFor } from '../../foresight/world/condition-tree.js';
import { readLeaf, treeOf } from '../../foresight/world/outlook.js';
import { emptyModel, plainWords, see, state } from '../../foresight/world/see.js';
import type { HeldKind, LearnedBook } from '../../indexes/learned-book.js';
import { BankPrivacy } from '../../safety/bank-privacy.js';
import type { OpenBank } from '../core.js';
import { asLearned, founded, revise, revised, type LearningParts } from './revise.js';

const Words = z.string().trim().min(1, 'must not be empty').max(300, 'at most 300 characters');
const States = z.array(Words).max(50, 'at most 50');
const Chance = z.number('must be a number from 0 to 1').min(0, 'must be 0 to 1').max(1, 'must be 0 to 1');
const Amount = z.number().min(0, 'must not be below 0').max(1e12);

export const PredictionId = z.string().regex(/^p_[0-9a-z]{13}$/, 'expected a prediction id such as p_01h5k0c2x9w7a').brand<'LearnedId'>();

const TransitionSighting = z.strictObject({
  action: Words.describe('What was done.'),
  context: States.default([]).describe('What held before.'),
  state: States.describe('What held afterwards.'),
  domain: Words.default('general').describe('The field.'),
  source: TransitionSource.default('observed').describe('Seen, or only inferred, told or supposed; what was not seen counts as a rule, not as a sighting.'),
});

const TaskReport = z.strictObject({
  capability: Words.describe('What it took, as in "sql queries".'),
  success: z.boolean(),
  domain: Words.default('general'),
  difficulty: Difficulty.optional(),
  predicted: Chance.optional().describe('The chance of success that was told before, 0 to 1.'),
  failureMode: Words.optional().describe('How it failed, in few words.'),
  steps: Amount.optional(),
  tokens: Amount.optional(),
  seconds: Amount.optional(),
  prior: PriorName.optional().describe('What to believe before anything was seen. Default: optimistic.'),
  benchmark: z.strictObject({ share: Chance, confidence: Chance.default(0.5) }).optional().describe('Instead of a prior: the share of a benchmark that succeeded, and how far it is believed.'),
});

const Doing = z.strictObject({ entity: Words.describe('Who: a user, a system, a service.'), doing: Words.describe('What they did.'), at: InstantInput.optional().describe('When. Default: now.') });
const Resolution = z.strictObject({ id: PredictionId.describe('The prediction, as in p_01h5k0c2x9w7a.'), state: States.optional().describe('What came.'), came: z.boolean().optional().describe('Whether it came true. Default: told from the state.') });

export const ObserveInput = z
  .strictObject({
    transition: TransitionSighting.optional().describe('What an action led to: {"action", "context", "state", "domain"}.'),
    prediction: Resolution.optional().describe('What became of a prediction: {"id", "state"} or {"id", "came"}.'),
    task: TaskReport.optional().describe('How a task went: {"capability", "success", "difficulty", …}.'),
    doing: Doing.optional().describe('What somebody did: {"entity", "doing"}.'),
  })
  .refine(({ transition, prediction, task, doing }) => [transition, prediction, task, doing].some((part) => part !== undefined), { message: 'name at least one of transition, prediction, task, doing' });
export type ObserveInput = z.input<typeof ObserveInput>;
type Parsed = z.output<typeof ObserveInput>;

export interface ObserveReceipt {
  /** What memory would have foretold, and whether it came; null where it knew nothing of the action. */
  readonly transition: { readonly id: LearnedId; readonly foretold: number | null; readonly came: boolean | null; readonly seen: number; readonly rulesChanged: boolean } | null;
  readonly prediction: { readonly id: LearnedId; readonly probability: number; readonly came: boolean; /** Squared distance of chance and outcome. */ readonly brier: number } | null;
  readonly task: { readonly id: LearnedId; readonly mean: number; readonly interval: readonly [number, number]; readonly samples: number } | null;
  readonly doing: { readonly id: LearnedId; /** The chance that was given to it before. */ readonly expected: number } | null;
  readonly sequence: number;
}

/**
 * Takes in what was seen: of the world, of a prediction, of one's own work, of somebody's habits; all of one call in one change.
 * Throws `invalid_input`, `not_found` for an unknown prediction, `conflict` for one that is settled.
 */
export async function observe(raw: unknown, bank: OpenBank, parts: LearningParts): Promise<ObserveReceipt> {
  const input = await withoutPersonal(parseInput(ObserveInput, raw, 'observation'), bank, parts);
  return revise(bank.name, parts, async (at) => {
    const book = await bank.learned.current();
    const settled = input.prediction === undefined ? null : await settle(input.prediction, at, bank, parts);
    const transition = transitionOf(input, settled, book, at, parts);
    const task = input.task === undefined ? null : taskOf(input.task, book, at, parts);
    const doing = input.doing === undefined ? null : doingOf(input.doing, book, at, parts);
    return {
      put: { learned: asLearned([settled?.record, transition?.record, task, doing?.record].flatMap((record) => record ?? [])) },
      verb: 'observe',
      reason: 'observed',
      answer: (sequence) => ({
        transition: transition === null ? null : transition.answer,
        prediction: settled === null ? null : { id: settled.record.id, probability: settled.record.body.probability, came: settled.came, brier: (settled.record.body.probability - Number(settled.came)) ** 2 },
        task: task === null ? null : { id: task.id, ...summaryOf(task.body) },
        doing: doing === null ? null : { id: doing.record.id, expected: doing.expected },
        sequence,
      }),
    };
  });
}

/** What was seen, as it may be kept. */
async function withoutPersonal(input: Parsed, bank: OpenBank, parts: LearningParts): Promise<Parsed> {
  const { transition, task, doing, prediction } = input;
  const { value } = await (await BankPrivacy.of(bank.name, parts)).clean({ transition, mode: task?.failureMode, doing: doing?.doing, state: prediction?.state });
  return {
    ...(value.transition === undefined ? {} : { transition: value.transition }),
    ...(prediction === undefined ? {} : { prediction: { ...prediction, ...(value.state === undefined ? {} : { state: value.state }) } }),
    ...(task === undefined ? {} : { task: { ...task, ...(value.mode === undefined ? {} : { failureMode: value.mode }) } }),
    ...(doing === undefined ? {} : { doing: { ...doing, doing: value.doing ?? doing.doing } }),
  };
}

function summaryOf({ model }: Competence): { readonly mean: number; readonly interval: readonly [number, number]; readonly samples: number } {
  const { mean, interval, samples } = posteriorOf(model);
  return { mean, interval, samples };
}

/** The record under a key with a changed body, or a first one. */
export function put<Kind extends HeldKind & LearnedKind>(kind: Kind, key: string, change: (before: LearnedRecord<Kind>['body'] | undefined) => LearnedRecord<Kind>['body'], book: LearnedBook, at: number, parts: LearningParts): LearnedRecord<Kind> {
  const before = book.under(kind, key)[0];
  return before === undefined ? founded(kind, key, change(undefined), at, parts.newId) : revised(before, change(before.body), at);
}

export const transitionKey = (domain: string, action: string): string => `${domain.toLowerCase()}|${action.trim().toLowerCase().replaceAll(/\s+/gu, ' ')}`;
export const competenceKey = (capability: string): string => capability.trim().toLowerCase();

interface Settled {
  readonly record: LearnedRecord<'prediction'>;
  readonly came: boolean;
  /** What came, in states; null where only yes or no was told. */
  readonly state: readonly string[] | null;
}

async function settle({ id, state: came, came: told }: NonNullable<Parsed['prediction']>, at: number, bank: OpenBank, { store }: LearningParts): Promise<Settled> {
  const [found] = await store.learned(bank.name, { kinds: ['prediction'], ids: [id] });
  if (found === undefined || found.retractedAt !== null) throw new MnemeError('not_found', `There is no prediction ${id}.`, { field: 'prediction.id', value: id, hint: 'Predictions are kept by `predict`; simulating keeps none.' });
  if (found.body.outcome !== null) throw new MnemeError('conflict', `The prediction ${id} is settled already.`, { field: 'prediction.id', value: id, hint: 'Predict anew for another time.' });
  if (came === undefined && told === undefined) throw new MnemeError('invalid_input', 'prediction: say what came.', { field: 'prediction.state', hint: 'Give `state`, or `came` as yes or no.' });
  const plain = came === undefined ? null : plainWords(came);
  const hit = told ?? plainWords(found.body.state).every((each) => plain?.includes(each) === true);
  return { record: revised(found, { ...found.body, outcome: { state: plain ?? [], came: hit, at } }, at), came: hit, state: plain };
}

interface TransitionChange {
  readonly record: LearnedRecord<'transition'>;
  readonly answer: NonNullable<ObserveReceipt['transition']>;
}

/** A sighting that was told, or the one that a settled prediction is. */
function transitionOf(input: Parsed, settled: Settled | null, book: LearnedBook, at: number, parts: LearningParts): TransitionChange | null {
  const prediction = settled?.record.body;
  const seen = input.transition ?? (prediction === undefined || settled?.state === null || settled?.state === undefined ? null : { action: prediction.action, context: [...prediction.context], state: [...settled.state], domain: prediction.domain, source: 'observed' as const });
  if (seen === null) return null;
  const key = transitionKey(seen.domain, seen.action);
  const before = book.under('transition', key)[0]?.body;
  const foretold = before === undefined ? null : foretell(before, seen.context);
  const came = foretold === null ? null : foretold.state === plainWords(seen.state).join('\n');
  const counted = (model: ActionModel): ActionModel => (settled === null ? model : { ...model, foretold: { made: model.foretold.made + 1, came: model.foretold.came + Number(settled.came) } });
  const record = put('transition', key, (model = emptyModel(seen.domain, seen.action)) => counted(seen.source === 'observed' ? see(model, seen.context, seen.state) : state(model, { preconditions: seen.context, postconditions: seen.state, source: seen.source })), book, at, parts);
  return { record, answer: { id: record.id, foretold: foretold?.chance ?? null, came, seen: record.body.seen, rulesChanged: record.body.changes > (before?.changes ?? 0) } };
}

function foretell(model: ActionModel, context: readonly string[]): { readonly state: string; readonly chance: number } | null {
  const held = new Set(plainWords(context));
  const outlook = readLeaf(model.sightings, leafFor(treeOf(model), (condition) => held.has(model.conditions[condition] ?? '')).places);
  return outlook === null ? null : { state: (model.outcomes[outlook.outcome] ?? []).join('\n'), chance: outlook.reliability };
}

function taskOf(task: NonNullable<Parsed['task']>, book: LearnedBook, at: number, parts: LearningParts): LearnedRecord<'competence'> {
  const { capability, domain, prior, benchmark } = task;
  const first = (): Competence => emptyCompetence(capability, domain, benchmark === undefined ? prior : benchmarkPrior(benchmark.share, benchmark.confidence));
  return put('competence', competenceKey(capability), (before = first()) => noteTask(before, task, at), book, at, parts);
}

function doingOf({ entity, doing, at: when }: NonNullable<Parsed['doing']>, book: LearnedBook, at: number, parts: LearningParts): { readonly record: LearnedRecord<'habit'>; readonly expected: number } {
  const key = entity.toLowerCase();
  const moment = when ?? at;
  const before: Habit = book.under('habit', key)[0]?.body ?? emptyHabit(entity);
  const plain = doing.toLowerCase().replaceAll(/\s+/gu, ' ');
  const expected = likelyNext(before, moment).find((each) => each.doing === plain)?.probability ?? 0;
  return { record: put('habit', key, (habit = before) => noteDoing(habit, plain, moment), book, at, parts), expected };
}
