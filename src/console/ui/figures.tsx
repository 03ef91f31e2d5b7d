const WHOLE = new Intl.NumberFormat('en');

export const count = (value: number): string => WHOLE.format(value);
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
}

/** A share of 0 to 1 as a small bar with its words. */
export function Meter({ share, label }: { readonly share: number; readonly label: string }) {
  const words = `${label} ${percent(share)}`;
  return (
    <span class="row" style={{ gap: '0.35rem' }} title={words}>
      <span class="meter" role="img" aria-label={words}>
        <i style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span class="number" aria-hidden="true">
        {percent(share)}
      </span>
    </span>
  );
}

export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly words: string;
}

/** Values beside one another; what is below zero goes to the left. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const low = Math.min(0, ...bars.map(({ value }) => value));
  const high = Math.max(0, ...bars.map(({ value }) => value));
  const span = high - low || 1;
  const zero = (-low / span) * 100;
  return (
    <dl class="bars">
      {bars.map(({ name, value, words }) => (
        <>
          <dt>{name}</dt>
          <dd class="track" aria-hidden="true">
            <u style={{ left: `${zero}%` }} />
            <i
              class={value < 0 ? 'minus' : ''}
              style={{
                left: `${value < 0 ? zero + (value / span) * 100 : zero}%`,
                width: `${(Math.abs(value) / span) * 100}%`,
              }}
            />
          </dd>
          <dd class="number">{words}</dd>
        </>
      ))}
    </dl>
  );
}
