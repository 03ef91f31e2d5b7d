import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { T } from '../texts/index.js';

/** A question over the page; Escape closes it, and the focus goes back to where it was. */
export function Dialog({
  title,
  close,
  children,
  submit,
  action,
  tone = 'primary',
  busy = false,
}: {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** Without it the dialog only shows something. */
  readonly submit?: () => void;
  readonly action?: string;
  readonly tone?: 'primary' | 'bad primary';
  readonly busy?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit?.();
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <div class="foot">
          <button type="button" class="button" onClick={() => dialog.current?.close()}>
            {submit === undefined ? T.close : T.cancel}
          </button>
          {submit !== undefined && (
            <button type="submit" class={`button ${tone}`} disabled={busy}>
              {action}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
