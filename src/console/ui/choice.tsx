/** One of a few, side by side. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  choose,
}: {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly choose: (value: Value) => void;
}) {
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

/** Parts of a page of which one is shown; the arrow keys go through them. */
export function Tabs<Value extends string>({
  label,
  options,
  value,
  choose,
}: {
  readonly label: string;
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly choose: (value: Value) => void;
}) {
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
