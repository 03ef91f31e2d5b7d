import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Asking } from '../state/answer.js';
import { T } from '../texts/index.js';
import { MnemeError } from '@mneme/core/domain/errors.js';

/** The server's error with its hint. */
export function Problem({
  error,
  again,
  words,
}: {
  readonly error: unknown;
  readonly again?: () => void;
  /** Replaces the server's message. */
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

/** An answer, a placeholder while it is pending, or an error. */
export function AnswerView<T>({
  of: { answer, again },
  children,
  quiet = false,
}: {
  readonly of: Asking<T>;
  readonly children: (data: T) => ComponentChildren;
  /** Shows no placeholder. */
  readonly quiet?: boolean;
}) {
  const { data, error, waiting } = answer.value;
  if (error !== null)
    return (
      <>
        <Problem error={error} again={again} />
        {data !== null && children(data)}
      </>
    );
  if (data === null) return waiting && !quiet ? <Waiting /> : null;
  return <>{children(data)}</>;
}

/** A placeholder for a pending answer. */
function Waiting() {
  return (
    <div class="skeleton" role="status" aria-label={T.loading}>
      <i />
      <i />
      <i />
    </div>
  );
}

/** A page whose script is loaded on first visit. */
export function lazy(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  return function Lazy() {
    const View = useSignal(loaded);
    const failed = useSignal(false);
    const fetchIt = (): void => {
      failed.value = false;
      load().then(
        (view) => {
          loaded = view;
          View.value = view;
        },
        () => {
          failed.value = true;
        },
      );
    };
    useEffect(() => {
      if (View.value === null) fetchIt();
    }, []);
    if (failed.value) return <Problem error={null} words={T.notLoaded} again={fetchIt} />;
    return View.value === null ? <Waiting /> : <View.value />;
  };
}
