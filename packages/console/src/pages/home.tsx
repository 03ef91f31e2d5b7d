import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { AnswerView, attempt, orEmpty, useAnswer } from '../state/requests.js';
import { linkTo, route } from '../state/route.js';
import { call, may, ofBank, send } from '../state/server.js';
import { T } from '../texts/index.js';
import { draft } from '../ui/forms.js';
import { count, size } from '../ui/figures.js';
import { Card, Empty, MemoryLine, Page } from '../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import type { Work } from '@mneme/server/running/jobs.js';

/** What waits to be read stands on this page. */
const OF_READING = /^reading: /;

/** A form for a text to remember. */
function TellForm() {
  const { bank } = route.value;
  const text = useMemo(() => draft(`tell:${bank}`), [bank]);
  const busy = useSignal(false);
  const tell = async (event: Event): Promise<void> => {
    event.preventDefault();
    const content = text.value.trim();
    if (content === '') return;
    busy.value = true;
    const receipt = await attempt(() => call('remember', { content }), {
      done: ({ outcome, notes }) =>
        [
          T.home.outcome[outcome],
          ...notes.filter((note) => !OF_READING.test(note)).map((note) => `${note}.`),
        ].join(' '),
    });
    if (receipt !== null) text.value = '';
    busy.value = false;
  };
  return (
    <Card title={T.home.tell}>
      <form class="stack" onSubmit={(event) => void tell(event)}>
        <label class="field">
          <span class="visually-hidden">{T.home.tellLabel}</span>
          <textarea
            class="input"
            rows={2}
            dir="auto"
            placeholder={T.home.tellLabel}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <div>
          <button
            type="submit"
            class="button primary"
            disabled={busy.value || text.value.trim() === ''}
          >
            {T.home.remember}
          </button>
        </div>
      </form>
    </Card>
  );
}

const RECENT = 8;

/** The bank's counts, its latest memories, and decisions that are due. */
export function HomePage() {
  const stats = useAnswer(() => orEmpty(call('stats', {})), []);
  const status = useAnswer(() => orEmpty(call('status', {})), []);
  const held = stats.answer.value.data;
  const empty = !stats.answer.value.waiting && (held === null || held.memories === 0);
  const owner = held?.owner?.name;
  const suggested = status.answer.value.data?.suggested;
  return (
    <Page
      title={T.home.title}
      lead={
        <>
          {owner !== undefined && <bdi>{T.home.owner(owner)} </bdi>}
          {suggested !== undefined && !empty && T.home.pulse[suggested]}
        </>
      }
    >
      {empty ? (
        <Card>
          <Empty title={T.home.empty}>
            <p>{T.home.emptyHint}</p>
          </Empty>
        </Card>
      ) : (
        <Card>
          <AnswerView of={stats}>{(data) => data !== null && <Held held={data} />}</AnswerView>
        </Card>
      )}
      {may('write') && <TellForm />}
      <div class="columns">
        <Recent />
        <Needs status={status.answer.value.data} />
      </div>
    </Page>
  );
}

function Held({ held }: { readonly held: OutputOf<'stats'> }) {
  const figures: readonly (readonly [string, string])[] = [
    [count(held.memories), T.home.memories],
    [count(held.entities), T.home.people],
    [count(held.sessions), T.home.sessions],
    [count(held.changes), T.home.changes],
    [count(held.retracted), T.home.forgotten],
    [size(held.bytes), T.home.size],
  ];
  return (
    <div class="stats">
      {figures.map(([figure, name]) => (
        <div key={name} class="stat">
          <b>{figure}</b>
          <span class="small muted">{name}</span>
        </div>
      ))}
    </div>
  );
}

function Recent() {
  const recent = useAnswer(() => orEmpty(call('list', { limit: RECENT, order: 'newest' })), []);
  return (
    <Card title={T.home.recent} aside={<a href={linkTo('timeline')}>{T.home.all}</a>} flush>
      <AnswerView of={recent}>
        {(data) => (
          <ul class="list">
            {(data?.memories ?? []).map((memory) => (
              <li key={memory.id}>
                <MemoryLine memory={memory} />
              </li>
            ))}
          </ul>
        )}
      </AnswerView>
    </Card>
  );
}

/** Decisions that only a person can make, each with its link. */
function Needs({ status }: { readonly status: OutputOf<'status'> | null }) {
  const quarantine = useAnswer(() => orEmpty(call('quarantine', { limit: 50 })), []);
  const reading = useAnswer(() => orEmpty(call('reading', { review: true })), []);
  const works = useAnswer(
    async () => (await orEmpty(send('GET', ofBank('/operations')))) as readonly Work[] | null,
    [],
  );
  const tasks = status?.tasks ?? [];
  const conflicts = tasks.filter(({ task }) => task === 'settle_conflict').length;
  const running = (works.answer.value.data ?? []).filter(({ state }) => state === 'running').length;
  const heldBack = quarantine.answer.value.data?.memories.length ?? 0;
  const { waiting: unread = 0, review = null } = reading.answer.value.data ?? {};
  const part = (name: string): string => linkTo('review', { params: { part: name } });
  const lines: readonly (readonly [number, (n: number) => string, string])[] = [
    [conflicts, T.home.conflicts, part('conflicts')],
    [review?.doubted.length ?? 0, T.home.doubts, part('doubts')],
    [unread, T.home.unread, part('unread')],
    [review?.refused.length ?? 0, T.home.refused, part('refused')],
    [tasks.length - conflicts, T.home.tasks, part('tasks')],
    [heldBack, T.home.held_back, part('quarantine')],
    [running, T.home.running, linkTo('settings', { params: { part: 'import' } })],
  ];
  const waiting = lines.filter(([n]) => n > 0);
  return (
    <div class="stack">
      <Card title={T.home.needs}>
        {waiting.length === 0 ? (
          <p class="muted">{T.home.nothing}</p>
        ) : (
          <ul class="stack tight">
            {waiting.map(([n, words, to]) => (
              <li key={to + words(n)}>
                <a href={to}>{words(n)}</a>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
