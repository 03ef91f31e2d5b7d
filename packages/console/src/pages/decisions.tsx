import { useSignal } from '@preact/signals';
import type { AnswerWith } from '../state/answer.js';
import { attempt } from '../state/attempt.js';
import { linkTo } from '../state/route.js';
import { call, type InputOf, may } from '../state/server.js';
import { T } from '../texts/index.js';
import { TextDialog } from '../ui/dialog.js';
import { Moment } from '../ui/figures.js';
import type { CurationTask } from '@mneme/core/domain/night.js';
import type { OperationName, OutputOf } from '@mneme/mneme/operations/table.js';

type Conflict = AnswerWith<OutputOf<'conflicts'>, 'conflicts'>['conflicts'][number];

/** Two contradictory memories, and the choice between them. */
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
  /** Null while undecided. */
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

/** A decision for a person, the texts it is about, and a button for each option. */
export function TaskCard({
  task: { task, memories, reason, priority, settledBy },
  words,
}: {
  readonly task: CurationTask;
  /** Texts of memories by id. */
  readonly words: ReadonlyMap<string, string>;
}) {
  return (
    <article class="stack tight">
      <div class="row">
        <b>{T.review.task[task]}</b>
        {priority === 'high' && <span class="badge warn">{T.review.high}</span>}
        <span class="small muted text">{reason}</span>
      </div>
      <ul class="stack tight">
        {memories.map((id) => (
          <li key={id}>
            <a class="text quiet" href={linkTo('memory', { id })}>
              {words.get(id) ?? id}
            </a>
          </li>
        ))}
      </ul>
      {may('write') && (
        <div class="row">
          {settledBy
            .filter(({ operation }) => operation in T.review.does)
            .map(({ operation, input }) => (
              <button
                key={operation + JSON.stringify(input)}
                type="button"
                class="button small"
                onClick={() => void settleTask(operation as OperationName, input)}
              >
                {T.review.does[operation as keyof typeof T.review.does]}
              </button>
            ))}
        </div>
      )}
    </article>
  );
}

/** Calls the operation that the server proposes, with its input. */
function settleTask(
  operation: OperationName,
  input: CurationTask['settledBy'][number]['input'],
): Promise<object | null> {
  return attempt(async () => (await call(operation, input as InputOf<OperationName>)) as object, {
    done: T.review.done,
  });
}
