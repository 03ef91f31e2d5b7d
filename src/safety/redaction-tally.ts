import { AsyncLocalStorage } from 'node:async_hooks';
import { addRedactions, type RedactionCounts } from '../domain/privacy.js';
import { takenOut } from '../domain/taken-out.js';

interface Tally {
  redacted: RedactionCounts;
  sealed: boolean;
}

const tallies = new AsyncLocalStorage<Tally>();

/** Counts what is removed from the input of the call that is under way, if somebody wants to be told. */
export function noteRedactions(redacted: RedactionCounts, sealed: boolean): void {
  const tally = tallies.getStore();
  if (tally === undefined) return;
  tally.redacted = addRedactions(tally.redacted, redacted);
  tally.sealed = sealed;
}

/**
 * The answer of a call, and in one line what was removed from its input; empty if nothing was, or if the answer
 * tells it itself, as a receipt does.
 */
export async function tellingRedactions<Answer>(
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly takenOut: string }> {
  const tally: Tally = { redacted: {}, sealed: false };
  const answer = await tallies.run(tally, call);
  return { answer, takenOut: tellsItself(answer) ? '' : takenOut(tally.redacted, tally.sealed) };
}

const tellsItself = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && ('redacted' in answer || 'receipts' in answer);
