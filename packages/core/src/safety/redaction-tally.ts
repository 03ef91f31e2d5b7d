import { AsyncLocalStorage } from 'node:async_hooks';
import { addRedactions, type RedactionCounts, takenOut } from '../domain/privacy.js';

/** What was removed from the input of a call. */
export interface Tally {
  readonly redacted: RedactionCounts;
  /** Tokens stand for the values. */
  readonly sealed: boolean;
}

const tallies = new AsyncLocalStorage<{ tally: Tally }>();

/** Counts what is removed from the input of the call that is under way, if somebody wants to be told. */
export function noteRedactions({ redacted, sealed }: Tally): void {
  const counted = tallies.getStore();
  if (counted === undefined || Object.keys(redacted).length === 0) return;
  counted.tally = { redacted: addRedactions(counted.tally.redacted, redacted), sealed };
}

/** The answer of a call, and what was removed from its input, as where it is run for somebody elsewhere. */
export async function countingRedactions<Answer>(
  call: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly tally: Tally }> {
  const counted = { tally: { redacted: {}, sealed: false } };
  const answer = await tallies.run(counted, call);
  return { answer, tally: counted.tally };
}

/**
 * The answer of a call, and in one line what was removed from its input; empty if nothing was, or if the answer
 * tells it itself, as a receipt does. `read` gives an answer that is written down as what it says.
 */
export async function tellingRedactions<Answer>(
  call: () => Promise<Answer>,
  read: (answer: Answer) => unknown = (answer) => answer,
): Promise<{ readonly answer: Answer; readonly takenOut: string }> {
  const { answer, tally } = await countingRedactions(call);
  const line = takenOut(tally.redacted, tally.sealed);
  return { answer, takenOut: line === '' || tellsItself(read(answer)) ? '' : line };
}

const tellsItself = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && ('redacted' in answer || 'receipts' in answer);
