import { MnemeError } from '../../domain/errors.js';
import { T } from '../texts/index.js';

/** A refusal in the words of the server, with what would mend it. */
export function Problem({
  error,
  again,
  words,
}: {
  readonly error: unknown;
  readonly again?: () => void;
  /** What is said in the place of the server's words. */
  readonly words?: string;
}) {
  const { message, hint } = words === undefined ? inWords(error) : { message: words };
  return (
    <div class="problem" role="alert">
      <strong>{message}</strong>
      {hint !== undefined && <span class="small">{hint}</span>}
      {again !== undefined && (
        <span>
          <button type="button" class="button small" onClick={again}>
            {T.tryAgain}
          </button>
        </span>
      )}
    </div>
  );
}

export function inWords(error: unknown): { readonly message: string; readonly hint?: string } {
  if (!MnemeError.is(error)) return { message: T.unexpected };
  if (error.code === 'unavailable' && error.field === 'url')
    return { message: T.gone, hint: T.goneHint };
  const message =
    error.field === undefined || error.message.includes(error.field)
      ? error.message
      : `${error.message} (${error.field})`;
  return { message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
}
