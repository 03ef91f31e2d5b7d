import type { Worth } from '../../domain/receipt.js';
import type { WorthAnswer } from './read-worth.js';
import { bold, dim } from '../../format/style.js';
import { typed } from '../../format/typed.js';

export function renderWorth({ id, outcome, worth, notes }: WorthAnswer): string {
  const { gardener, curator, assessor } = worth;
  // A part below 0 is no verdict either.
  const parts = [
    ['grows into the bank', gardener],
    ['well kept', curator],
    ['will be asked for', assessor],
  ] as const;
  const spoken = parts.flatMap(([name, value]) =>
    worth.reward < 0 || value < 0 ? [] : [`${name} ${figure(value)}`],
  );
  return [
    ...(id === null ? [] : [bold(id)]),
    ...(worth.reward < 0 ? [worth.explanation] : []),
    ...worthLines(worth),
    ...(spoken.length === 0 ? [] : [dim(`  ${spoken.join(', ')}`)]),
    ...(outcome === null || outcome === 'remembered' ? [] : [dim(`  it would be ${outcome}`)]),
    ...notes.map((note) => dim(`  ${note}`)),
  ].join('\n');
}

/** The worth of a memory, its explanation, and suggestions. */
export function worthLines({ reward, explanation, suggestions }: Worth): string[] {
  return [
    ...(reward < 0 ? [] : [`${explanation} ${dim(`(${figure(reward)})`)}`]),
    ...suggestions.map(({ why, operation, input }) => `  ${why} ${dim(typed(operation, input))}`),
  ];
}

const figure = (reward: number): string => `+${reward.toFixed(2)}`;
