import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { DoubtsPart, RefusedPart, UnreadPart } from './notes-to-settle.js';
import { Queue, type Waiting } from './queue.js';
import { AnswerView, type AnswerWith, answerWith, attempt, orEmpty, useAnswer, useWords } from '../../state/requests.js';
import { keep, linkTo, route } from '../../state/route.js';
import { call, type InputOf, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count, Moment, percent } from '../../ui/figures.js';
import { Tabs, TextDialog } from '../../ui/forms.js';
import { Page } from '../../ui/page.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { CurationTask } from '@mneme/core/domain/night.js';
import type { OperationName, OutputOf } from '@mneme/mneme/operations/table.js';

type Conflict = AnswerWith<OutputOf<'conflicts'>, 'conflicts'>['conflicts'][number];

/** The reason of every contradiction between notes: the page says so above. */
const BETWEEN_NOTES = 'two notes hold and say different things';

/** Two contradictory statements, and the choice between them. */
function conflictItem(conflict: Conflict, ask: (conflict: Conflict) => void): Waiting {
  const { id } = conflict;
  const settle = (keep: 'newer' | 'older' | 'both'): unknown =>
    attempt(() => call('resolve', { id, keep }), { done: T.review.done });
  return {
    id,
    body: <ConflictBody conflict={conflict} />,
    choices: [
      { key: '1', label: T.review.first, act: () => settle('older') },
      { key: '2', label: T.review.second, act: () => settle('newer') },
      { key: 'b', label: T.review.both, act: () => settle('both') },
      { key: 'w', label: T.review.bothWhen, act: () => ask(conflict) },
    ],
  };
}

function ConflictBody({ conflict }: { readonly conflict: Conflict }) {
  const { subject, slot, reason, settlement, foundAt } = conflict;
  const isKept = (lost: 'older' | 'newer'): boolean | null =>
    settlement === null ? null : settlement.keep !== lost;
  return (
    <>
      <div class="row apart">
        <h2>
          <bdi>{subject}</bdi> <span class="muted">{slot}</span>
        </h2>
        <span class="small muted">
          <Moment at={foundAt} />
        </span>
      </div>
      <div class="versus">
        <Side conflict={conflict} side="older" kept={isKept('newer')} />
        <Side conflict={conflict} side="newer" kept={isKept('older')} />
      </div>
      {reason !== BETWEEN_NOTES && <p class="small muted text">{reason}</p>}
      {settlement !== null && (
        <p class="small">
          {T.review.settledBy(settlement.actor)} <Moment at={settlement.at} /> {settlement.note}
        </p>
      )}
    </>
  );
}

/** Asks when each of two holds. */
function BothDialog({ id, close }: { readonly id: Conflict['id']; readonly close: () => void }) {
  return (
    <TextDialog
      place={`both:${id}`}
      title={T.review.both}
      label={T.review.conditions}
      action={T.save}
      close={close}
      submit={(conditions) =>
        attempt(() => call('resolve', { id, keep: 'both', conditions }), { done: T.review.done })
      }
    />
  );
}

function Side({
  conflict,
  side,
  kept,
}: {
  readonly conflict: Conflict;
  readonly side: 'older' | 'newer';
  /** Null while undecided. */
  readonly kept: boolean | null;
}) {
  const text = side === 'older' ? conflict.olderText : conflict.newerText;
  const value = side === 'older' ? conflict.olderValue : conflict.newerValue;
  return (
    <div class={kept === false ? 'side-card lost' : 'side-card'}>
      <span class="small muted">
        {side === 'older' ? '1' : '2'} · {T.review[side]}
      </span>
      <strong class="text">{value}</strong>
      <a class="text clamp small" href={linkTo('memory', { id: conflict[side] })}>
        {text}
      </a>
      {kept === true && <span class="badge good">{T.memory.validity.current}</span>}
    </div>
  );
}

interface TaskProps {
  readonly task: CurationTask;
  /** Texts of memories by id. */
  readonly words: ReadonlyMap<string, string>;
}

function TaskBody({ task: { task, memories, reason, priority }, words }: TaskProps) {
  return (
    <div class="stack tight">
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
    </div>
  );
}

/** The ways to settle a task that the server proposes. */
function choicesOf({ settledBy }: CurationTask) {
  return settledBy
    .filter(({ operation }) => operation in T.review.does)
    .map(({ operation, input }) => ({
      label: T.review.does[operation as keyof typeof T.review.does],
      act: () => settleTask(operation as OperationName, input),
    }));
}

/** A decision for a person, the texts it is about, and a button for each option. */
export function TaskCard({ task, words }: TaskProps) {
  return (
    <article class="stack tight">
      <TaskBody task={task} words={words} />
      {may('write') && (
        <div class="row">
          {choicesOf(task).map(({ label, act }) => (
            <button key={label} type="button" class="button small" onClick={() => void act()}>
              {label}
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
        <Queue none={T.review.noQuarantine} items={(data?.memories ?? []).map(heldItem)} />
      }
    </AnswerView>
  );
}

function heldItem({ id, content, quarantine, speaker, saidAt }: Memory): Waiting {
  return {
    id,
    body: (
      <>
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
      </>
    ),
    choices: [
      {
        key: 'l',
        label: T.review.release,
        act: () => attempt(() => call('quarantine', { release: [id] }), { done: T.review.released }),
      },
      {
        key: 'x',
        label: T.review.reject,
        tone: 'bad',
        act: () => attempt(() => call('quarantine', { reject: [id] }), { done: T.review.rejected }),
      },
    ],
  };
}

type Part = keyof typeof T.review.parts;
const PARTS = Object.keys(T.review.parts) as readonly Part[];
const VIEWS: Readonly<Record<Part, ComponentType>> = {
  conflicts: Conflicts,
  doubts: DoubtsPart,
  unread: UnreadPart,
  refused: RefusedPart,
  quarantine: QuarantinePart,
  tasks: Tasks,
};
const PAGE = 50;

/** How many of each kind wait; null until it is known. */
function useCounts(): Readonly<Record<Part, number>> | null {
  const counted = useAnswer(
    async () => {
      const [reading, conflicts, held, status] = await Promise.all([
        orEmpty(call('reading', { review: true })),
        orEmpty(answerWith('conflicts', call('conflicts', { status: 'pending', limit: PAGE }))),
        orEmpty(call('quarantine', { limit: QUARANTINE_PAGE })),
        orEmpty(call('status', {})),
      ]);
      return {
        conflicts: conflicts?.conflicts.length ?? 0,
        doubts: reading?.review?.doubted.length ?? 0,
        unread: reading?.waiting ?? 0,
        refused: reading?.review?.refused.length ?? 0,
        quarantine: held?.memories.length ?? 0,
        tasks: (status?.tasks ?? []).filter(isOther).length,
      };
    },
    [],
  );
  return counted.answer.value.data;
}

/** Decisions that only a person can make, by kind; opens on the first kind of which something waits. */
export function ReviewPage() {
  const counts = useCounts();
  const asked = PARTS.find((each) => each === route.value.params['part']);
  const part = asked ?? PARTS.find((each) => (counts?.[each] ?? 0) > 0) ?? PARTS[0] ?? 'conflicts';
  // From then on it stays: a key must not meet another kind because the last of this one was settled.
  useEffect(() => {
    if (asked === undefined && counts !== null) keep({ part });
  }, [counts]);
  const View = VIEWS[part];
  const label = (each: Part): string => {
    const n = counts?.[each] ?? 0;
    return n === 0 ? T.review.parts[each] : `${T.review.parts[each]} (${count(n)})`;
  };
  return (
    <Page title={T.review.title} lead={T.review.lead}>
      <Tabs
        label={T.review.title}
        options={PARTS.map((each) => [each, label(each)] as const)}
        value={part}
        choose={(next) => keep({ part: next })}
      />
      <p class="muted">{T.review.leads[part]}</p>
      {(asked !== undefined || counts !== null) && <View key={part} />}
    </Page>
  );
}

function Conflicts() {
  const asking = useSignal<Conflict | null>(null);
  const pending = useAnswer(
    () => orEmpty(answerWith('conflicts', call('conflicts', { status: 'pending', limit: PAGE }))),
    [],
  );
  return (
    <div class="stack">
      <AnswerView of={pending}>
        {(data) =>
            <Queue
              none={T.review.noConflicts}
              items={(data?.conflicts ?? []).map((each) =>
                conflictItem(each, (chosen) => (asking.value = chosen)),
              )}
            />
        }
      </AnswerView>
      {asking.value !== null && (
        <BothDialog id={asking.value.id} close={() => (asking.value = null)} />
      )}
      <Settled />
    </div>
  );
}

/** What was settled before, to be reopened. */
function Settled() {
  const settled = useAnswer(
    () => orEmpty(answerWith('conflicts', call('conflicts', { limit: PAGE }))),
    [],
  );
  const reopen = (id: Conflict['id']): unknown =>
    attempt(() => call('resolve', { id, keep: 'undecided' }), { done: T.review.reopened });
  return (
    <AnswerView of={settled} quiet>
      {(data) => {
        const others = (data?.conflicts ?? []).filter(({ status }) => status !== 'pending');
        return (
          others.length > 0 && (
            <details>
              <summary>{T.review.settled(others.length)}</summary>
              <ul class="stack top-gap">
                {others.map((conflict) => (
                  <li key={conflict.id} class="card stack">
                    <ConflictBody conflict={conflict} />
                    {may('write') && (
                      <div>
                        <button
                          type="button"
                          class="button small"
                          onClick={() => void reopen(conflict.id)}
                        >
                          {T.review.reopen}
                        </button>
                      </div>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          )
        );
      }}
    </AnswerView>
  );
}

/** Contradictions have a part of their own. */
const isOther = ({ task }: CurationTask): boolean => task !== 'settle_conflict';

function Tasks() {
  const status = useAnswer(() => orEmpty(call('status', {})), []);
  const tasks = (status.answer.value.data?.tasks ?? []).filter(isOther);
  const words = useWords(tasks.flatMap(({ memories }) => memories));
  return (
    <AnswerView of={status}>
      {() =>
          <Queue
            none={T.review.noTasks}
            items={tasks.map((task) => ({
              id: task.task + task.memories.join(),
              body: <TaskBody task={task} words={words} />,
              choices: choicesOf(task).map(({ label, act }, at) => ({
                ...{ key: String(at + 1), label, act },
              })),
            }))}
          />
      }
    </AnswerView>
  );
}
