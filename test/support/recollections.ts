import type { Recollection } from '../../packages/mneme/src/index.js';

/** What a recall delivered, in order. */
export const contents = ({ results }: Recollection): (string | undefined)[] =>
  results.map(({ content }) => content);
