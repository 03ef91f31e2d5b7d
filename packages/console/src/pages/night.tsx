import { useSignal } from '@preact/signals';
import { TaskCard } from './review/review-page.js';
import { AnswerView, answerWith, type AnswerWith, attempt, notify, orEmpty, useAnswer } from '../state/requests.js';
import { linkTo } from '../state/route.js';
import { call, may } from '../state/server.js';
import { T } from '../texts/index.js';
import { count, Moment } from '../ui/figures.js';
import { Card, Empty, Page } from '../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type NightReport = AnswerWith<OutputOf<'dream'>, 'left'>;
type Part = NightReport['parts'][number];
/** What consolidation did to a memory. */
type Fate = 'went' | 'came' | 'changed';

const MAX_DIFFERENCES = 500;
const SIGNS: Readonly<Record<Fate, string>> = { went: '−', came: '+', changed: '~' };

/** Every change of the night, each to be accepted or undone separately. */
export function NightParts({
  report,
  more,
}: {
  readonly report: NightReport;
  readonly more: () => void;
}) {
  const { parts, next, open, night } = report;
  const chosen = useSignal<readonly string[]>([]);
  const fates = useFates(report);
  const settle = async (
    verdict: 'accept' | 'reject',
    hashes?: readonly string[],
  ): Promise<void> => {
    const settled = await attempt(
      () =>
        answerWith(
          'settled',
          call('dream', {
            settle: verdict,
            ...(night === null ? {} : { night }),
            ...(hashes === undefined ? {} : { parts: [...hashes] }),
          }),
        ),
      { done: (answer) => T.night.settled[verdict](answer.settled?.settled ?? 0) },
    );
    chosen.value = [];
    for (const { why } of settled?.settled?.kept ?? []) notify(`${T.night.kept} ${why}`, 'bad');
  };
  if (parts.length === 0) return <Card>{T.night.nothing}</Card>;
  const toggle = (hash: string, on: boolean): void => {
    chosen.value = on ? [...chosen.value, hash] : chosen.value.filter((each) => each !== hash);
  };
  return (
    <Card title={T.night.diff} aside={T.night.open(open)} flush>
      {may('write') && (
        <Verdicts open={open} chosen={chosen.value} settle={(...given) => void settle(...given)} />
      )}
      <ul class="list">
        {parts.map((part) => (
          <li key={part.reversal} class="choosing">
            <input
              type="checkbox"
              aria-label={part.why}
              disabled={part.state === 'undone' || !may('write')}
              checked={chosen.value.includes(part.reversal)}
              onChange={(event) => toggle(part.reversal, event.currentTarget.checked)}
            />
            <PartLine part={part} quotes={report.quotes} fates={fates} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <p class="padded">
          <button type="button" class="button" onClick={more}>
            {T.more}
          </button>
        </p>
      )}
    </Card>
  );
}

/** Buttons for the selected changes, or for all that are undecided. */
function Verdicts({
  open,
  chosen,
  settle,
}: {
  readonly open: number;
  readonly chosen: readonly string[];
  readonly settle: (verdict: 'accept' | 'reject', hashes?: readonly string[]) => void;
}) {
  const some = chosen.length > 0;
  return (
    <div class="row padded">
      <button
        type="button"
        class="button primary small"
        disabled={!some && open === 0}
        onClick={() => settle('accept', some ? chosen : undefined)}
      >
        {some ? T.night.acceptSome(chosen.length) : T.night.acceptAll}
      </button>
      <button
        type="button"
        class="button bad small"
        onClick={() => settle('reject', some ? chosen : undefined)}
      >
        {some ? T.night.rejectSome(chosen.length) : T.night.rejectAll}
      </button>
    </div>
  );
}

function PartLine({
  part: { kind, why, memories, links, state },
  quotes,
  fates,
}: {
  readonly part: Part;
  readonly quotes: NightReport['quotes'];
  readonly fates: ReadonlyMap<string, Fate>;
}) {
  return (
    <article class="stack tight">
      <div class="row">
        <span class="badge">{T.night.kinds[kind] ?? kind}</span>
        <span class={state === 'undone' ? 'badge warn' : 'badge'}>{T.night.states[state]}</span>
        {links > 0 && <span class="small muted">{T.journal.links(links)}</span>}
      </div>
      <ul class="diff">
        {memories.map((id) => {
          const fate = fates.get(id);
          return (
            <li key={id} class={fate ?? ''}>
              <span class="sign" aria-hidden="true">
                {fate === undefined ? ' ' : SIGNS[fate]}
              </span>
              {fate !== undefined && <span class="visually-hidden">{T.night.fates[fate]}: </span>}
              <a class="text quiet" href={linkTo('memory', { id })}>
                {quotes.find((quote) => quote.id === id)?.content ?? id}
              </a>
            </li>
          );
        })}
      </ul>
      <p class="small muted text">{why}</p>
    </article>
  );
}

/** What the night did to each memory, from a diff of the bank before and after. */
function useFates({ startedAt, endedAt, parts }: NightReport): ReadonlyMap<string, Fate> {
  const from = Math.min(startedAt ?? Infinity, ...parts.map(({ at }) => at)) - 1;
  const to = Math.max(endedAt ?? 0, ...parts.map(({ at }) => at));
  const diff = useAnswer(() => call('diff', { from, to, limit: MAX_DIFFERENCES }), [from, to], {
    still: true,
  });
  const { put = [], changed = [], retracted = [] } = diff.answer.value.data ?? {};
  return new Map<string, Fate>([
    ...put.map(({ id }): [string, Fate] => [id, 'came']),
    ...changed.map(({ after }): [string, Fate] => [after.id, 'changed']),
    ...retracted.map(({ id }): [string, Fate] => [id, 'went']),
  ]);
}

const PAGE = 50;
const MINUTES = 1;

/**
 * The changes of the last consolidation, to be accepted or undone, in whole or in part; and the decisions it leaves
 * to a person.
 */
export function NightPage() {
  const limit = useSignal(PAGE);
  const report = useAnswer(
    () => orEmpty(answerWith('left', call('dream', { report: true, limit: limit.value }))),
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

function Summary({ report }: { readonly report: NightReport }) {
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

function Asks({ report: { asks, quotes } }: { readonly report: NightReport }) {
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
