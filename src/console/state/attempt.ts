import { inWords } from '../ui/problem.js';
import { T } from '../texts/index.js';
import { changed } from './live.js';
import { notify } from './notices.js';
import { call } from './server.js';

/**
 * Does what somebody asked for and says so, with its undo where the answer tells one; says why where it was refused. Resolves with null
 * then.
 */
export async function attempt<Answer extends object>(
  work: () => Promise<Answer>,
  { done }: { readonly done: string | ((answer: Answer) => string) },
): Promise<Answer | null> {
  try {
    const answer = await work();
    const reversal = (answer as { readonly reversal?: string | null }).reversal ?? null;
    notify(
      typeof done === 'string' ? done : done(answer),
      'good',
      reversal === null ? undefined : () => void takeBack(reversal),
    );
    changed();
    return answer;
  } catch (error) {
    refused(error);
    return null;
  }
}

/** Says why something was refused, with what would mend it. */
export function refused(error: unknown): void {
  const { message, hint } = inWords(error);
  notify(hint === undefined ? message : `${message} ${hint}`, 'bad');
}

async function takeBack(hash: string): Promise<void> {
  await attempt(() => call('undo', { hash }), { done: T.undone });
}
