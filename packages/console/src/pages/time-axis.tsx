import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { orEmpty, useAnswer } from '../state/requests.js';
import { keep } from '../state/route.js';
import { call, ofBank, send } from '../state/server.js';
import { T } from '../texts/index.js';
import { dayOf, exactly } from '../ui/figures.js';
import type { Bank } from '@mneme/core/domain/bank.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Span = NonNullable<OutputOf<'timeline'>['span']>;

/** Memories over time; selecting a range with mouse or keys zooms in. */
export function Histogram({
  counts,
  span,
  total,
  zoomed,
  outside,
}: {
  readonly counts: readonly number[];
  readonly span: Span;
  readonly total: number;
  readonly zoomed: boolean;
  /** Number of outliers, not in the columns. */
  readonly outside: number;
}) {
  const start = useSignal<number | null>(null);
  const end = useSignal<number | null>(null);
  const width = (span.to - span.from) / counts.length;
  const momentOf = (bucket: number): number => Math.round(span.from + bucket * width);
  const picked = (bucket: number): boolean => {
    const [a, b] = [start.value, end.value];
    return a !== null && b !== null && bucket >= Math.min(a, b) && bucket <= Math.max(a, b);
  };
  const take = (a: number, b: number): void => {
    start.value = null;
    end.value = null;
    keep({
      from: String(momentOf(Math.min(a, b))),
      to: String(momentOf(Math.max(a, b) + 1)),
    });
  };
  const bucketAt = (event: PointerEvent): number => {
    const { left, width: wide } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / wide) * counts.length);
    return Math.max(0, Math.min(counts.length - 1, at));
  };
  return (
    <div class="stack tight">
      <Head span={span} total={total} zoomed={zoomed} outside={outside} />
      <div
        class="histogram"
        role="group"
        aria-label={T.timeline.chart}
        onPointerDown={(event) => {
          start.value = bucketAt(event);
          end.value = start.value;
        }}
        onPointerMove={(event) => {
          if (start.value !== null) end.value = bucketAt(event);
        }}
        onPointerUp={(event) => {
          if (start.value !== null) take(start.value, bucketAt(event));
        }}
        onPointerLeave={() => {
          start.value = null;
        }}
      >
        <Columns counts={counts} momentOf={momentOf} picked={picked} />
      </div>
      <div class="row apart small muted" aria-hidden="true">
        <span>{dayOf(span.from)}</span>
        <span>{dayOf(momentOf(counts.length / 2))}</span>
        <span>{dayOf(span.to)}</span>
      </div>
    </div>
  );
}

function Head({
  span,
  total,
  zoomed,
  outside,
}: {
  readonly span: Span;
  readonly total: number;
  readonly zoomed: boolean;
  readonly outside: number;
}) {
  return (
      <div class="row apart small muted">
        <span>
          {T.timeline.counts(total, dayOf(span.from), dayOf(span.to))}
          {outside > 0 && ` · ${T.timeline.outside(outside)}`}
        </span>
        {(zoomed || outside > 0) && (
          <button
            type="button"
            class="button small"
            onClick={() => keep({ from: undefined, to: undefined, whole: outside > 0 ? '1' : undefined })}
          >
            {T.timeline.zoomOut}
          </button>
        )}
      </div>
  );
}

function Columns({
  counts,
  momentOf,
  picked,
}: {
  readonly counts: readonly number[];
  readonly momentOf: (bucket: number) => number;
  readonly picked: (bucket: number) => boolean;
}) {
  const most = Math.max(1, ...counts);
  return (
    <>
        {counts.map((count, at) => (
          <span
            key={at}
            class={picked(at) ? 'column picked' : 'column'}
            title={`${dayOf(momentOf(at))}: ${T.memories(count)}`}
          >
            <i style={{ height: `${count === 0 ? 0 : Math.max(3, (count / most) * 100)}%` }} />
          </span>
        ))}
    </>
  );
}

/** With fewer memories, there is no main part. */
const FEWEST = 10;
/** The main part contains this share of all, within at most this share of the span. */
const MOST = 0.9;
const NARROW = 0.25;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The shortest range with nearly all memories, where outliers would squeeze it into a few bars; null otherwise. */
export function mainPart(counts: readonly number[], span: Stretch): Stretch | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < FEWEST) return null;
  let best: readonly [number, number] = [0, counts.length];
  let start = 0;
  let held = 0;
  for (const [end, count] of counts.entries()) {
    held += count;
    while (held - (counts[start] ?? 0) >= MOST * total) held -= counts[start++] ?? 0;
    if (held >= MOST * total && end + 1 - start < best[1] - best[0]) best = [start, end + 1];
  }
  // What is adjacent is no outlier.
  let [from, to] = best;
  while ((counts[from - 1] ?? 0) > 0) from--;
  while ((counts[to] ?? 0) > 0) to++;
  if (to - from > NARROW * counts.length) return null;
  const width = (span.to - span.from) / counts.length;
  return { from: Math.floor(span.from + from * width), to: Math.ceil(span.from + to * width) + 1 };
}

const STEPS = 1_000;
/** Interval of page updates during a drag. */
const SETTLE_MS = 120;

/** The start of the bank's knowledge, as its first memories may have been forgotten. */
async function readBegin(): Promise<number> {
  const [bank, { span }] = await Promise.all([
    send('GET', ofBank('')) as Promise<Bank>,
    call('timeline', { clock: 'recorded', buckets: 1, limit: 0 }),
  ]);
  return Math.min(bank.createdAt, span?.from ?? Infinity);
}

/** From the start of the bank's knowledge until now; at its right end the page stays live. */
export function AsOfSlider({ at }: { readonly at: number | null }) {
  const begin = useAnswer(() => orEmpty(readBegin()), [], { still: true });
  const first = begin.answer.value.data;
  const opened = useRef(Date.now());
  const dragged = useSignal<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (first === null) return null;
  const last = opened.current;
  const width = Math.max(1, last - first);
  const step = dragged.value ?? (at === null ? STEPS : Math.round(((at - first) / width) * STEPS));
  const momentOf = (value: number): number => Math.round(first + (value / STEPS) * width);
  const words = step >= STEPS ? T.timeline.now : exactly(momentOf(step));
  const drag = (value: number): void => {
    dragged.value = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      keep({ asOf: value >= STEPS ? undefined : String(momentOf(value)) });
      dragged.value = null;
    }, SETTLE_MS);
  };
  return (
    <div class="stack tight">
      <div class="row apart">
        <label class="label" for="as-of">
          {T.timeline.asOf}: <span class="number">{words}</span>
        </label>
        {at !== null && (
          <button type="button" class="button small" onClick={() => keep({ asOf: undefined })}>
            {T.timeline.backToNow}
          </button>
        )}
      </div>
      <input
        id="as-of"
        type="range"
        min="0"
        max={STEPS}
        value={step}
        aria-valuetext={words}
        onInput={(event) => drag(Number(event.currentTarget.value))}
      />
    </div>
  );
}
