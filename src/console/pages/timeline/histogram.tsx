import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { keep } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { dayOf } from '../../ui/moment.js';

type Span = NonNullable<OutputOf<'timeline'>['span']>;

/** Memories over time; a stretch that is picked with the mouse or the keys is looked at closer. */
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
  /** Memories that lie far from the others, and not in the columns. */
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
