import type { Inference } from './infer.js';
import type { CausalAnswer } from '../graph/index.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';
import type { Causes } from './causes.js';
import type { KeptConclusion } from './kept-conclusions.js';
import {
  bad,
  bold,
  counted,
  dim,
  good,
  shorten,
  table,
  validityMark,
  type TextFormat,
} from '@mneme/core/format/style.js';

type Inferred = Inference['conclusions'][number];

export function renderCauses({ stated: told, inferred, kept }: Causes, screen: TextFormat): string {
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
