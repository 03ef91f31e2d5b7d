import { MnemeError } from '../../domain/errors.js';

const FROM_SERVERS =
  /answered with status \d+|did not answer within \d+ ms|cannot be reached \(\w+\)|answered with more than \d+ bytes|answered nothing|ended with (?:code \d+|the signal \w+)|there is no such program|cannot be started \(\w+\)/;
/** The fields of errors by which an answer was of no use. */
const ANSWERS: readonly unknown[] = ['languageModel.answer', 'reader.answer'];

/** Why a request failed, in words that can be stored: a server's message may quote the request. */
export function whyFailed(error: unknown): string {
  if (!MnemeError.is(error)) return 'it threw an error of its own';
  if (ANSWERS.includes(error.field)) return 'its answer did not keep to the form';
  const told = FROM_SERVERS.exec(error.message)?.[0];
  if (error.code === 'invalid_input') return `it refused the request (${told ?? error.code})`;
  if (error.code === 'unavailable')
    return told === undefined
      ? 'it is not available'
      : told.startsWith('there')
        ? told
        : `it ${told}`;
  return `the bank could not be written: ${error.code}`;
}

/** Whether the turns themselves may be the reason: then fewer are asked about next time. */
export function blamesTurns(error: unknown): boolean {
  return (
    MnemeError.is(error) &&
    (ANSWERS.includes(error.field) ||
      (error.code === 'invalid_input' && error.field === 'languageModel'))
  );
}
