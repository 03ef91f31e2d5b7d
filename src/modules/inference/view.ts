import type { Inference } from './infer.js';
import type { KeepReceipt } from './kept-conclusions.js';
import { bad, bold, counted, dim, good, shorten } from '../../screen/style.js';

type Inferred = Inference['conclusions'][number];

export function renderInference({ direction, expected, conclusions, links }: Inference): string {
  const bits = expected.map((each) => `${each.direction} ${each.bits.toFixed(1)} bits`).join(', ');
  if (conclusions.length === 0)
    return `${links === 0 ? 'Nothing follows: no memory states a cause that bears on it.' : `Nothing follows from the ${counted(links, 'cause')} that memories state.`}\n${dim('Say it in the words that memories use, or look at `mneme causes`.')}`;
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

export const renderKept = ({ id, conclusion }: KeepReceipt): string =>
  [`Kept as ${bold(id)}.`, ...(conclusion === null ? [] : [renderConclusion(conclusion)])].join(
    '\n',
  );
