import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { attempt } from '../../state/attempt.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Moment } from '../../ui/moment.js';
import { TextDialog } from '../memory/text-dialog.js';

type Conflict = OutputOf<'conflicts'>['conflicts'][number];

/** Two memories that cannot both hold, and the choice between them. */
export function ConflictCard({ conflict }: { readonly conflict: Conflict }) {
  const asked = useSignal(false);
  const { id, subject, slot, reason, status, settlement, foundAt } = conflict;
  const settle = (keep: 'newer' | 'older' | 'both', conditions?: string) =>
    attempt(() => call('resolve', { id, keep, ...(conditions === undefined ? {} : { conditions }) }), {
      done: T.review.done,
    });
  const pending = status === 'pending';
  return (
    <section class="card stack">
      <div class="row apart">
        <h2>
          <bdi>{subject}</bdi> <span class="muted">{slot}</span>
        </h2>
        <span class="small muted">
          <Moment at={foundAt} />
        </span>
      </div>
      <div class="versus">
        <Side
          conflict={conflict}
          side="older"
          kept={settlement === null ? null : settlement.keep !== 'newer'}
          choose={pending ? () => void settle('older') : null}
        />
        <Side
          conflict={conflict}
          side="newer"
          kept={settlement === null ? null : settlement.keep !== 'older'}
          choose={pending ? () => void settle('newer') : null}
        />
      </div>
      <p class="small muted text">{reason}</p>
      {settlement !== null && (
        <p class="small">
          {T.review.settledBy(settlement.actor)} <Moment at={settlement.at} /> {settlement.note}
        </p>
      )}
      {may('write') && (
        <div class="row">
          {pending ? (
            <button type="button" class="button small" onClick={() => (asked.value = true)}>
              {T.review.both}
            </button>
          ) : (
            <button
              type="button"
              class="button small"
              onClick={() =>
                void attempt(() => call('resolve', { id, keep: 'undecided' }), { done: T.review.reopened })
              }
            >
              {T.review.reopen}
            </button>
          )}
        </div>
      )}
      {asked.value && (
        <TextDialog
          place={`both:${id}`}
          title={T.review.both}
          label={T.review.conditions}
          action={T.save}
          close={() => (asked.value = false)}
          submit={(conditions) => settle('both', conditions)}
        />
      )}
    </section>
  );
}

function Side({
  conflict,
  side,
  kept,
  choose,
}: {
  readonly conflict: Conflict;
  readonly side: 'older' | 'newer';
  /** Null while nobody settled it. */
  readonly kept: boolean | null;
  readonly choose: (() => void) | null;
}) {
  const text = side === 'older' ? conflict.olderText : conflict.newerText;
  const value = side === 'older' ? conflict.olderValue : conflict.newerValue;
  return (
    <div class={kept === false ? 'side-card lost' : 'side-card'}>
      <span class="small muted">{T.review[side]}</span>
      <strong class="text">{value}</strong>
      <a class="text clamp small" href={linkTo('memory', { id: conflict[side] })}>
        {text}
      </a>
      {choose !== null && may('write') && (
        <button type="button" class="button small" onClick={choose}>
          {T.review.keep}
        </button>
      )}
      {kept === true && <span class="badge good">{T.memory.validity.current}</span>}
    </div>
  );
}
