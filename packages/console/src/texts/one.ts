/** A number with the word for it. */
export const one = (n: number, single: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? single : many}`;
