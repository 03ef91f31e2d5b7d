import { MnemeError } from '../../domain/errors.js';

const FROM_SERVERS =
  /answered with status \d+|did not answer within \d+ ms|cannot be reached \(\w+\)/;

/** Why a request failed, in words that can be stored: a server's message may quote the request. */
export function whyFailed(error: unknown): string {
  if (!MnemeError.is(error)) return 'it threw an error of its own';
  if (error.field === 'languageModel.answer') return 'its answer did not keep to the form';
  const told = FROM_SERVERS.exec(error.message)?.[0];
  if (error.code === 'invalid_input') return `it refused the request (${told ?? error.code})`;
  if (error.code === 'unavailable')
    return told === undefined ? 'it is not available' : `it ${told}`;
  return `the bank could not be written: ${error.code}`;
}

/** Whether the turns themselves may be the reason: then fewer are asked about next time. */
export function blamesTurns(error: unknown): boolean {
  return (
    MnemeError.is(error) &&
    (error.field === 'languageModel.answer' ||
      (error.code === 'invalid_input' && error.field === 'languageModel'))
  );
}
