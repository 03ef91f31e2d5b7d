/** A number with its noun in singular or plural. */
export const one = (n: number, single: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? single : many}`;
