import { z } from 'zod';
import type { CausalAnswer } from '../graph/index.js';
import { Causes, CausesInput, KeepInput, type KeptConclusion } from './causes.js';
import { type Inference, InferInput } from './infer.js';
import { reversible } from '@mneme/core/domain/change.js';
import {
  bad,
  bold,
  counted,
  dim,
  good,
  shorten,
  table,
  type TextFormat,
  validityMark,
} from '@mneme/core/format/style.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';
import { defineOperation, deprecatedVerb } from '@mneme/core/operations/operation.js';

type Inferred = Inference['conclusions'][number];

function renderCauses({ stated: told, inferred, kept }: Causes, screen: TextFormat): string {
  return [
    ...(told === null ? [] : [renderStated(told, screen)]),
    ...(inferred === null ? [] : [renderInference(inferred)]),
    ...(told === null && inferred === null && kept.length === 0 ? ['Nothing is kept.'] : []),
    ...kept.map(renderKept),
  ].join('\n\n');
}

function renderKept({ id, from, to, conclusion, fallen }: KeptConclusion): string {
  return [
    `Kept as ${bold(id)}: ${from} → ${to}.`,
    conclusion === null ? bad('It has fallen.') : renderConclusion(conclusion),
    ...(fallen.length === 0 ? [] : [`  gone: ${fallen.join(', ')}`]),
  ].join('\n');
}

function renderInference({ direction, expected, conclusions, links }: Inference): string {
  const bits = expected.map((each) => `${each.direction} ${each.bits.toFixed(1)} bits`).join(', ');
  if (conclusions.length === 0)
    return `${links === 0 ? 'Nothing follows: no memory states a cause that bears on it.' : `Nothing follows from the ${counted(links, 'cause')} that memories state.`}\n${dim('Say it in the words that memories use, or look at what was told: `--outcome`.')}`;
  return [
    `${bold(direction)} over ${counted(links, 'stated cause')} ${dim(`(${bits})`)}`,
    ...conclusions.map(renderConclusion),
  ].join('\n\n');
}

function renderConclusion(conclusion: Inferred): string {
  const { role, what, sureness, verdict, inferred, deniedBy, saidBy, proofs } = conclusion;
  const mark = verdict === 'sure' ? good(verdict) : verdict === 'likely' ? verdict : dim(verdict);
  return [
    `${mark} ${sureness.toFixed(2)} ${role}: ${bold(what)} ${dim(inferred ? '(inferred)' : '(stated)')}`,
    ...(deniedBy === null ? [] : [`  ${bad('denied by')} ${deniedBy}`]),
    ...(saidBy === null ? [] : [`  said outright in ${saidBy}`]),
    ...proofs.map(({ steps, sureness: of }) =>
      [
        `  by ${steps.length === 1 ? 'one step' : `${steps.length} steps`}, ${of.toFixed(2)}`,
        ...steps.flatMap((step) => [
          `    ${step.cause} → ${step.effect} ${dim(step.sureness.toFixed(2))}`,
          ...step.turns.map(
            ({ id, said, speaker }) =>
              `      ${dim(`${id}${speaker === null ? '' : ` ${speaker}`}:`)} ${shorten(said, 120)}`,
          ),
        ]),
      ].join('\n'),
    ),
  ].join('\n');
}

/** The message if no memory states a cause, by what was asked. */
const NONE_STATED: Readonly<Record<CausalAnswer['asked'], string>> = {
  effects: 'No memory states what came of it. For its causes: --outcome.',
  causes: 'No memory states what caused it.',
  link: 'No memory states that the one leads to the other.',
};

export function renderStated(
  { asked, statements, told }: CausalAnswer,
  screen: TextFormat,
): string {
  return [
    statements.length === 0 ? NONE_STATED[asked] : stated(statements, screen),
    ...(told.lines.length === 0 ? [] : [toldHeader(told), ...renderTold(told.lines)]),
  ].join('\n');
}

function stated(statements: CausalAnswer['statements'], screen: TextFormat): string {
  return table(
    ['memory', 'cause', 'effect', 'sure'],
    statements.map(({ id, text, effect, confidence, validity }) => [
      id,
      text ?? dim('said before'),
      effect + validityMark(undefined, validity),
      confidence.toFixed(2),
    ]),
    screen,
    [15, 30, 0, 5],
  );
}

export const causesOperation = defineOperation({
  name: 'causes',
  summary: 'Tell what led to something or came of it, as memories state it, and what follows.',
  description:
    'With an action its effects, with an outcome its causes, with both whether the one leads to the other, read off the words; beside them stands what was said of the matter. From and to chain stated causes: forward, backward, between two things, what joins them, or what best explains what is seen. Each conclusion is marked as inferred, with its proof down to the turns. What is kept is the question: each look works it out anew, so that no conclusion outlives its evidence.',
  input: CausesInput,
  output: reversible(Causes),
  positional: ['action'],
  effect: 'write',
  writesWith: ['keep'],
  idempotent: true,
  examples: [
    { command: 'mneme causes "raising the pool size"', shows: 'what came of it' },
    { command: 'mneme causes --outcome "the build broke"', shows: 'why it did' },
    { command: 'mneme causes --from "the pump failed"', shows: 'what follows, with proofs' },
    {
      command:
        'mneme causes --seen "the lamps flickered" --seen "the router restarted" --given \'{"what":"the fuse blew","sureness":0}\'',
      shows: 'the best explanation, the fuse left out',
    },
    {
      command: 'mneme causes --from "the pump failed" --to "the cellar was flooded" --keep',
      shows: 'the conclusion, its proof, and how to undo the keeping',
    },
    { command: 'mneme causes --kept', shows: 'what stands, and what has fallen' },
  ],
  verb: ['graph.causes'],
  places: [{ method: 'POST', path: '/graph/causes' }],
  asLines: renderCauses,
  run: (memory, input) => memory.graph.causes(input),
});

// Former names of verbs that were merged into `causes`.

const { limit, cursor } = CausesInput.shape;

export const FORMER = {
  infer: deprecatedVerb(causesOperation, {
    name: 'infer',
    positional: [],
    effect: 'read',
    places: [{ method: 'POST', path: '/inferences' }],
    input: InferInput,
    as: (asked) => asked,
  }),
  infer_keep: deprecatedVerb(causesOperation, {
    name: 'infer_keep',
    words: ['infer', 'keep'],
    positional: ['from', 'to'],
    places: [{ method: 'POST', path: '/conclusions' }],
    input: KeepInput,
    as: (ends) => ({ ...ends, keep: true }),
  }),
  infer_list: deprecatedVerb(causesOperation, {
    name: 'infer_list',
    words: ['infer', 'kept'],
    positional: [],
    effect: 'read',
    places: [{ method: 'GET', path: '/conclusions' }],
    input: z.strictObject({ limit, cursor }),
    as: (page) => ({ ...page, kept: true }),
  }),
};
