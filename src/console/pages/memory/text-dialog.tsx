import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { draft } from '../../state/draft.js';
import { Dialog } from '../../ui/dialog.js';

/** Asks for some words and does something with them. What was typed stays until that is done. */
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
  /** Where the words are kept meanwhile. */
  readonly place: string;
  readonly title: string;
  readonly lead?: string;
  readonly label: string;
  readonly begin?: string;
  readonly action: string;
  readonly optional?: boolean;
  readonly close: () => void;
  /** Null where it was refused: the dialog stays. */
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
