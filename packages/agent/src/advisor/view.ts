import type { Advice } from './advise.js';
import type { Checked, SentenceVerdict } from './check/answer.js';
import type { MemeticStatus } from './status.js';
import { bad, bold, day, dim, good, shorten, type TextFormat } from '@mneme/core/format/style.js';

export function renderStatus({
  pulse,
  active,
  suggested,
  tasks,
  memories,
  lifecycle,
}: MemeticStatus): string {
  const heads = {
    finish_erasure: bad('erasure not finished:'),
    settle_conflict: bad('conflict'),
    review_memory: 'review',
    merge_copies: 'one or two?',
  };
  return [
    `${bold(suggested)}: entropy ${pulse.entropy.toFixed(2)}, coherence ${pulse.coherence.toFixed(2)} ${dim(`(${memories} memories, ${lifecycle.stage})`)}`,
    ...(active.length === 0 ? [] : [`About: ${active.join('; ')}`]),
    ...tasks.map(({ task, memories: [one, other], reason, tool }) =>
      [
        heads[task],
        ...(one === undefined ? [] : [[one, other].filter((id) => id !== undefined).join(' – ')]),
        reason,
        dim(`(${tool})`),
      ].join(' '),
    ),
  ].join('\n');
}

export function renderAdvice({ guide, reasoning, steps }: Advice): string {
  return [
    ...(guide === null ? [] : [guide, '']),
    reasoning,
    ...steps.map(
      ({ step, operation, input, rationale }) =>
        `${step}. ${bold(operation)} ${JSON.stringify(input)}\n   ${dim(rationale)}`,
    ),
  ].join('\n');
}

export function renderChecked({ sentences, notices }: Checked, screen: TextFormat): string {
  const lines = sentences.flatMap(({ text, verdict, since, notes }) => [
    `${VERDICT_IN_COLOUR[verdict](verdict)}${since === null ? '' : ` since ${day(since, screen)}`}: ${shorten(text, 200)}`,
    ...notes.map(
      ({ id, content, says, validity }) =>
        `  ${dim(`${says}${validity === 'current' ? '' : `, ${validity}`}:`)} ${shorten(content, 200)} ${dim(id)}`,
    ),
  ]);
  return [...lines, ...notices.map((notice) => dim(notice))].join('\n');
}

const VERDICT_IN_COLOUR: Readonly<Record<SentenceVerdict, (text: string) => string>> = {
  supported: good,
  outdated: bad,
  contradicted: bad,
  'not known': dim,
};
