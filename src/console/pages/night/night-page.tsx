import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { attempt } from '../../state/attempt.js';
import { orEmpty } from '../../state/no-bank.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { count } from '../../ui/figures.js';
import { Moment } from '../../ui/moment.js';
import { Card, Empty, Page } from '../../ui/page.js';
import { TaskCard } from '../review/task-card.js';
import { NightParts } from './night-parts.js';

type Report = OutputOf<'dream_report'>;
const PAGE = 50;
const MINUTES = 1;

/** What the last night changed, as a diff to keep or to take back, whole or in part; and what it leaves to a person. */
export function NightPage() {
  const limit = useSignal(PAGE);
  const report = useAnswer(
    () => orEmpty(call('dream_report', { limit: limit.value })),
    [limit.value],
  );
  const dreaming = useSignal(false);
  const dream = async (): Promise<void> => {
    dreaming.value = true;
    await attempt(() => call('dream', { minutes: MINUTES }), {
      done: ({ changes }) => T.night.dreamed(changes),
    });
    dreaming.value = false;
  };
  return (
    <Page
      title={T.night.title}
      lead={T.night.lead}
      actions={
        may('write') && (
          <button
            type="button"
            class="button"
            disabled={dreaming.value}
            onClick={() => void dream()}
          >
            {dreaming.value ? T.night.dreaming : T.night.dream}
          </button>
        )
      }
    >
      <AnswerView of={report}>
        {(data) =>
          data === null || (data.night === null && data.asks.length === 0) ? (
            <Card>
              <Empty title={T.night.none}>
                <p>{T.night.noneHint}</p>
              </Empty>
            </Card>
          ) : (
            <>
              {data.night !== null && <Summary report={data} />}
              {data.night !== null && (
                <NightParts report={data} more={() => (limit.value += PAGE)} />
              )}
              <Asks report={data} />
            </>
          )
        }
      </AnswerView>
    </Page>
  );
}

function Summary({ report }: { readonly report: Report }) {
  const { startedAt, tookMs, stopped, jobs, changes, memoriesBefore, memoriesAfter } = report;
  return (
    <Card>
      <div class="stack">
        <div class="meta">
          {startedAt !== null && <Moment at={startedAt} clock />}
          <span>{T.night.took(tookMs)}</span>
          <span>{T.night.changes(changes)}</span>
          <span>{T.night.memories(count(memoriesBefore), count(memoriesAfter))}</span>
        </div>
        {stopped !== null && <p class="hintbox small">{T.night.stopped(stopped)}</p>}
        <ul class="stack tight">
          {jobs.map(({ name, about, steps, done, total, finished }) => (
            <li key={name} class="row">
              <span class="badge number">{steps}</span>
              <span>{about}</span>
              {!finished && (
                <span class="small muted">{T.night.unfinished(count(done), count(total))}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Asks({ report: { asks, quotes } }: { readonly report: Report }) {
  if (asks.length === 0) return null;
  const words = new Map(quotes.map(({ id, content }): [string, string] => [id, content]));
  return (
    <Card title={T.night.asks} aside={asks.length} flush>
      <ul class="list">
        {asks.map((task) => (
          <li key={task.task + task.memories.join()}>
            <TaskCard task={task} words={words} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
