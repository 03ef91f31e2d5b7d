import { ConflictCard, TaskCard } from './decisions.js';
import { answerWith, orEmpty, useAnswer, useWords } from '../state/answer.js';
import { attempt } from '../state/attempt.js';
import { keep, route } from '../state/route.js';
import { call, may } from '../state/server.js';
import { T } from '../texts/index.js';
import { AnswerView } from '../ui/answer-view.js';
import { Tabs } from '../ui/fields.js';
import { Moment, percent } from '../ui/figures.js';
import { Card, Empty, Page } from '../ui/page.js';
import type { Memory } from '@mneme/core/domain/memory.js';

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
