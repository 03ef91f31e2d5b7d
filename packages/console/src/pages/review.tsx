import { useSignal } from '@preact/signals';
import { AnswerView, type AnswerWith, answerWith, attempt, orEmpty, useAnswer, useWords } from '../state/requests.js';
import { keep, linkTo, route } from '../state/route.js';
import { call, type InputOf, may } from '../state/server.js';
import { T } from '../texts/index.js';
import { Moment, percent } from '../ui/figures.js';
import { Tabs, TextDialog } from '../ui/forms.js';
import { Card, Empty, Page } from '../ui/page.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { CurationTask } from '@mneme/core/domain/night.js';
import type { OperationName, OutputOf } from '@mneme/mneme/operations/table.js';

type Conflict = AnswerWith<OutputOf<'conflicts'>, 'conflicts'>['conflicts'][number];

/** Two contradictory memories, and the choice between them. */
function ConflictCard({ conflict }: { readonly conflict: Conflict }) {
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

const QUARANTINE_PAGE = 100;

/** Quarantined memories, with the signals that triggered. */
function QuarantinePart() {
  const held = useAnswer(() => orEmpty(call('quarantine', { limit: QUARANTINE_PAGE })), []);
  return (
    <AnswerView of={held}>
      {(data) =>
        (data?.memories.length ?? 0) === 0 ? (
          <Card>
            <Empty title={T.review.noQuarantine}>
              <p>{T.review.quarantineLead}</p>
            </Empty>
          </Card>
        ) : (
          <Card flush>
            <ul class="list">
              {data?.memories.map((memory) => (
                <li key={memory.id}>
                  <Held memory={memory} />
                </li>
              ))}
            </ul>
          </Card>
        )
      }
    </AnswerView>
  );
}

function Held({ memory }: { readonly memory: Memory }) {
  const { id, content, quarantine, speaker, saidAt } = memory;
  return (
    <article class="stack tight">
      <p class="text clamp">{content}</p>
      <div class="meta">
        {speaker !== null && <bdi>{speaker}</bdi>}
        <Moment at={saidAt} />
        {quarantine !== null && (
          <span class="badge warn">
            {T.review.score} {percent(quarantine.score)}
          </span>
        )}
        {quarantine?.reasons.map((reason) => (
          <span key={reason} class="badge">
            {reason}
          </span>
        ))}
      </div>
      {may('write') && (
        <div class="row">
          <button
            type="button"
            class="button small"
            onClick={() =>
              void attempt(() => call('quarantine', { release: [id] }), {
                done: T.review.released,
              })
            }
          >
            {T.review.release}
          </button>
          <button
            type="button"
            class="button small bad"
            onClick={() =>
              void attempt(() => call('quarantine', { reject: [id] }), {
                done: T.review.rejected,
              })
            }
          >
            {T.review.reject}
          </button>
        </div>
      )}
    </article>
  );
}

const PARTS = [
  ['conflicts', T.review.conflicts],
  ['tasks', T.review.tasks],
  ['quarantine', T.review.quarantine],
] as const;
const PAGE = 50;

/** Decisions that only a person can make: contradictions, memories marked as wrong, quarantine. */
export function ReviewPage() {
  const part = PARTS.find(([each]) => each === route.value.params['part'])?.[0] ?? 'conflicts';
  return (
    <Page title={T.review.title} lead={T.review.lead}>
      <Tabs
        label={T.review.title}
        options={PARTS}
        value={part}
        choose={(next) => keep({ part: next })}
      />
      {part === 'conflicts' && <Conflicts />}
      {part === 'tasks' && <Tasks />}
      {part === 'quarantine' && <QuarantinePart />}
    </Page>
  );
}

function Conflicts() {
  const pending = useAnswer(
    () => orEmpty(answerWith('conflicts', call('conflicts', { status: 'pending', limit: PAGE }))),
    [],
  );
  const settled = useAnswer(
    () => orEmpty(answerWith('conflicts', call('conflicts', { limit: PAGE }))),
    [],
  );
  return (
    <div class="stack">
      <AnswerView of={pending}>
        {(data) =>
          (data?.conflicts.length ?? 0) === 0 ? (
            <Card>
              <Empty title={T.review.noConflicts} />
            </Card>
          ) : (
            <ul class="stack">
              {data?.conflicts.map((conflict) => (
                <li key={conflict.id}>
                  <ConflictCard conflict={conflict} />
                </li>
              ))}
            </ul>
          )
        }
      </AnswerView>
      <AnswerView of={settled} quiet>
        {(data) => {
          const others = (data?.conflicts ?? []).filter(({ status }) => status !== 'pending');
          return (
            others.length > 0 && (
              <details>
                <summary>{T.review.settled(others.length)}</summary>
                <ul class="stack top-gap">
                  {others.map((conflict) => (
                    <li key={conflict.id}>
                      <ConflictCard conflict={conflict} />
                    </li>
                  ))}
                </ul>
              </details>
            )
          );
        }}
      </AnswerView>
    </div>
  );
}

function Tasks() {
  const status = useAnswer(() => orEmpty(call('status', {})), []);
  const asked = (status.answer.value.data?.tasks ?? []).flatMap(({ memories }) => memories);
  const words = useWords(asked);
  return (
    <AnswerView of={status}>
      {(data) => {
        const tasks = (data?.tasks ?? []).filter(({ task }) => task !== 'settle_conflict');
        return tasks.length === 0 ? (
          <Card>
            <Empty title={T.review.noTasks} />
          </Card>
        ) : (
          <Card flush>
            <ul class="list">
              {tasks.map((task) => (
                <li key={task.task + task.memories.join()}>
                  <TaskCard task={task} words={words} />
                </li>
              ))}
            </ul>
          </Card>
        );
      }}
    </AnswerView>
  );
}
