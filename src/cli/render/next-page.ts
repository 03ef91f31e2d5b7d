import { dim } from '../../screen/style.js';

/** The line below a page of a list that tells how to see the next; '' below the last, and below what is no page. */
export function nextPage(output: unknown): string {
  const { next } = (typeof output === 'object' && output !== null ? output : {}) as {
    readonly next?: unknown;
  };
  return typeof next === 'string' ? `\n\n${dim(`More: the same with --cursor ${next}`)}` : '';
}
