import { signal, type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { T } from '../texts/index.js';

const MAX_WORDS = 200;

/** What is chosen from: each value with its words. */
interface Options<Value extends string> {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly choose: (value: Value) => void;
}

/** Radio buttons with an explanation for each option. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  choose,
}: Options<Value>) {
  const name = useId();
  return (
    <fieldset class="plain-set stack tight">
      <legend class="label">{label}</legend>
      {options.map(([each, words]) => (
        <label key={each} class="check">
          <input type="radio" name={name} checked={each === value} onChange={() => choose(each)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

export function Switch({
  label,
  on,
  set,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" checked={on} onChange={(event) => set(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

export function Words({
  label,
  value,
  change,
  placeholder = '',
  required = false,
  limit = MAX_WORDS,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly limit?: number;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        dir="auto"
        maxLength={limit}
        required={required}
        placeholder={placeholder}
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

/** A slider from 1 to 5. */
export function Degree({
  label,
  value,
  change,
}: {
  readonly label: string;
  readonly value: number;
  readonly change: (value: number) => void;
}) {
  return (
    <label class="field">
      <span>
        {label}: <span class="number">{value}</span>
      </span>
      <input
        type="range"
        min="1"
        max="5"
        value={value}
        onInput={(event) => change(Number(event.currentTarget.value))}
      />
    </label>
  );
}

/** A drop-down list of values and their labels. */
export function Select({
  label,
  value,
  options,
  choose,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly choose: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select class="input" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Options side by side. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  choose,
}: Options<Value>) {
  return (
    <div class="segmented" role="group" aria-label={label}>
      {options.map(([each, words]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => choose(each)}>
          {words}
        </button>
      ))}
    </div>
  );
}

/** Tabs of a page; the arrow keys move between them. */
export function Tabs<Value extends string>({
  label,
  options,
  value,
  choose,
}: Options<Value>) {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const at = options.findIndex(([each]) => each === value) + step;
    const next = options[(at + options.length) % options.length];
    if (next === undefined) return;
    choose(next[0]);
    const list = event.currentTarget as HTMLElement;
    requestAnimationFrame(() =>
      list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    );
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {options.map(([each, words]) => (
        <button
          key={each}
          type="button"
          role="tab"
          aria-selected={each === value}
          tabIndex={each === value ? 0 : -1}
          onClick={() => choose(each)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/**
 * A draft of a text field by its key: it survives navigation, a reload and a lost server, and ends with the browser
 * tab.
 */
export function draft(place: string, begin = ''): Signal<string> {
  const key = `mneme:${place}`;
  const kept = sessionStorage.getItem(key);
  const text = signal(kept ?? begin);
  text.subscribe((value) => {
    if (value === begin) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  });
  return text;
}

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
