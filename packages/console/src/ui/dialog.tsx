import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { T } from '../texts/index.js';
import { draft } from './fields.js';

/** A modal dialog; Escape closes it, and the focus returns to where it was. */
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
  /** Omitted for a dialog that only shows something. */
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

/** A dialog with a text field. The draft is kept until `submit` succeeds. */
export function TextDialog({
  place,
  title,
  lead,
  label,
  begin = '',
  action,
  optional = false,
  close,
  submit,
}: {
  /** The draft's key. */
  readonly place: string;
  readonly title: string;
  readonly lead?: string;
  readonly label: string;
  readonly begin?: string;
  readonly action: string;
  readonly optional?: boolean;
  readonly close: () => void;
  /** Resolves with null where it failed: the dialog stays open. */
  readonly submit: (text: string) => Promise<object | null>;
}) {
  const text = useMemo(() => draft(place, begin), [place]);
  const busy = useSignal(false);
  const send = async (): Promise<void> => {
    const words = text.value.trim();
    if (words === '' && !optional) return;
    busy.value = true;
    const done = await submit(words);
    busy.value = false;
    if (done === null) return;
    text.value = begin;
    close();
  };
  return (
    <Dialog
      title={title}
      close={close}
      submit={() => void send()}
      action={action}
      busy={busy.value || (text.value.trim() === '' && !optional)}
    >
      {lead !== undefined && <p class="muted">{lead}</p>}
      <label class="field">
        <span>{label}</span>
        <textarea
          class="input"
          rows={begin === '' ? 3 : 6}
          dir="auto"
          autoFocus
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
    </Dialog>
  );
}
