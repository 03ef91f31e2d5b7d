import type { InjectedContext } from './compose-context.js';

/** A context as a model is given it; where nothing was found, why. */
export function contextText({
  context,
  notices,
  unread,
}: Pick<InjectedContext, 'context' | 'notices' | 'unread'>): string {
  const told = context === '' ? ['Nothing was found.', ...notices] : [context];
  return [...told, ...(unread === null ? [] : [unread])].join('\n');
}
