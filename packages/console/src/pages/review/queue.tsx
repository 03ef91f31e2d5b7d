import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { dismiss, notices, notify } from '../../state/requests.js';
import { may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Card, Empty } from '../../ui/page.js';

/** One way to settle an item, by a click or by its key. */
export interface Choice {
  /** A lower-case letter or a digit. */
  readonly key: string;
  readonly label: string;
  readonly act: () => unknown;
  readonly tone?: 'bad';
}

/** Something that waits for a decision. */
export interface Waiting {
  readonly id: string;
  readonly body: ComponentChildren;
  readonly choices: readonly Choice[];
}

const KEPT = 'mneme:keys';
/** Keys without a modifier can be switched off: speech input and cats type them by accident. */
const keysOn = signal(globalThis.localStorage?.getItem(KEPT) !== 'off');

function switchKeys(on: boolean): void {
  keysOn.value = on;
  localStorage.setItem(KEPT, on ? 'on' : 'off');
}

/** Takes back the last decision while its notice stands; never one before it. */
function takeBack(): void {
  const [last] = notices.value.filter(({ tone }) => tone === 'good');
  if (last?.undo === undefined) {
    notify(T.review.keys.cannot, 'bad');
    return;
  }
  dismiss(last.id);
  last.undo();
}

/** Whether a key meant for the page was typed, and not into a field or a dialog. */
function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (
    !(ctrlKey || metaKey || altKey) &&
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, dialog, [role=tablist]') === null &&
    document.querySelector('dialog[open]') === null
  );
}

/**
 * Items one below the other, of which one is current: its keys settle it, the next one becomes current, and U takes
 * the last decision back.
 */
export function Queue({
  items,
  none,
  whole = [],
}: {
  readonly items: readonly Waiting[];
  /** What is said once nothing waits. */
  readonly none: string;
  /** What settles all of them at once. */
  readonly whole?: readonly Choice[];
}) {
  const at = useSignal(0);
  const list = useRef<HTMLOListElement>(null);
  const current = Math.min(at.value, items.length - 1);
  const move = (to: number): void => {
    at.value = Math.max(0, Math.min(items.length - 1, to));
    const card = list.current?.children[at.value]?.firstElementChild as HTMLElement | undefined;
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent): void => {
    if (!isForPage(event)) return;
    const key = event.key.toLowerCase();
    const step = { j: 1, arrowdown: 1, k: -1, arrowup: -1 }[key];
    const choice = [...(items[current]?.choices ?? []), ...whole].find((each) => each.key === key);
    const settling = key === 'u' ? takeBack : may('write') ? choice?.act : undefined;
    const act = step === undefined ? settling : () => move(current + step);
    if (act === undefined) return;
    event.preventDefault();
    // Held down, a key would settle what nobody has looked at.
    if (!event.repeat || step !== undefined) act();
  };
  const pressed = useRef(press);
  pressed.current = press;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (keysOn.value) pressed.current(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <div class="stack">
      <KeyHelp />
      {items.length === 0 && (
        <Card>
          <Empty title={none} />
        </Card>
      )}
      {whole.length > 0 && may('write') && <Choices choices={whole} isCurrent />}
      <ol class="stack" ref={list}>
        {items.map(({ id, body, choices }, place) => (
          <li key={id}>
            <article
              class="card stack waiting"
              tabIndex={-1}
              aria-current={place === current ? 'true' : undefined}
              onFocusCapture={() => (at.value = place)}
              onClick={() => (at.value = place)}
            >
              {body}
              {may('write') && <Choices choices={choices} isCurrent={place === current} />}
            </article>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Choices({
  choices,
  isCurrent,
}: {
  readonly choices: readonly Choice[];
  readonly isCurrent: boolean;
}) {
  return (
    <div class="row">
      {choices.map(({ key, label, act, tone }) => (
        <button
          key={key}
          type="button"
          class={`button small ${tone ?? ''}`}
          aria-keyshortcuts={isCurrent && keysOn.value ? key.toUpperCase() : undefined}
          onClick={() => void act()}
        >
          {keysOn.value && <kbd aria-hidden="true">{key.toUpperCase()}</kbd>}
          {label}
        </button>
      ))}
    </div>
  );
}

function KeyHelp() {
  return (
    <div class="row apart small muted">
      {keysOn.value ? (
        <span>
          {T.review.keys.before} <kbd>↑</kbd> <kbd>↓</kbd> {T.review.keys.move} <kbd>U</kbd>{' '}
          {T.review.keys.undo}
        </span>
      ) : (
        <span>{T.review.keys.off}</span>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={keysOn.value}
          onChange={(event) => switchKeys(event.currentTarget.checked)}
        />
        {T.review.keys.use}
      </label>
    </div>
  );
}
