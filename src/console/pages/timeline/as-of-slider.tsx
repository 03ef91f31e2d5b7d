import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Bank } from '../../../domain/bank.js';
import { useAnswer } from '../../state/answer.js';
import { orEmpty } from '../../state/no-bank.js';
import { keep } from '../../state/route.js';
import { call, ofBank, send } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { exactly } from '../../ui/moment.js';

const STEPS = 1_000;
/** While it is dragged, the page is asked for so often. */
const SETTLE_MS = 120;

/** When there was anything to know: what was learned first may be forgotten by now. */
async function readBegin(): Promise<number> {
  const [bank, { span }] = await Promise.all([
    send('GET', ofBank('')) as Promise<Bank>,
    call('timeline', { clock: 'recorded', buckets: 1, limit: 0 }),
  ]);
  return Math.min(bank.createdAt, span?.from ?? Infinity);
}

/** From the first thing the bank learned until now; at its end it is now, and the page goes on living. */
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
