import type { Worth, WorthAnswer } from '../../index.js';
import { bold, dim } from '../../screen/style.js';
import { typed } from '../../screen/typed.js';

export function renderWorth({ id, outcome, worth, notes }: WorthAnswer): string {
  const { gardener, curator, assessor } = worth;
  return [
    ...(id === null ? [] : [bold(id)]),
    ...(worth.reward < 0 ? [worth.explanation] : []),
    ...worthLines(worth),
    ...(worth.reward < 0
      ? []
      : [
          dim(
            `  grows into the bank ${figure(gardener)}, well kept ${figure(curator)}, will be asked for ${figure(assessor)}`,
          ),
        ]),
    ...(outcome === null || outcome === 'remembered' ? [] : [dim(`  it would be ${outcome}`)]),
    ...notes.map((note) => dim(`  ${note}`)),
  ].join('\n');
}

/** What a memory is worth, why, and what would raise it. */
export function worthLines({ reward, explanation, suggestions }: Worth): string[] {
  return [
    ...(reward < 0 ? [] : [`${explanation} ${dim(`(${figure(reward)})`)}`]),
    ...suggestions.map(({ why, operation, input }) => `  ${why} ${dim(typed(operation, input))}`),
  ];
}

const figure = (reward: number): string =>
  `${reward < 0 ? '−' : '+'}${Math.abs(reward).toFixed(2)}`;
