import { MnemeError } from '../domain/errors.js';

/** Refuses a change if the file was opened read-only. Throws `read_only`. */
export function assertWritable({ readOnly }: { readonly readOnly: boolean }): void {
  if (readOnly)
    throw new MnemeError('read_only', 'The memory is open only to read.', {
      hint: 'Open it without readOnly, or leave --read-only out.',
    });
}
