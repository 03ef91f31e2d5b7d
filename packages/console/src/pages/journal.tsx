import { useSignal } from '@preact/signals';
import { AnswerView, attempt, orEmpty, useAnswer, usePages, useWords } from '../state/requests.js';
import { keep, linkTo, route } from '../state/route.js';
import { call, type InputOf, may } from '../state/server.js';
import { T } from '../texts/index.js';
import { Dialog, Segmented, Tabs } from '../ui/forms.js';
import { localInput, Moment } from '../ui/figures.js';
import { Card, Empty, Icon, MemoryLine, MoreButton, Page } from '../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Change = OutputOf<'log'>['changes'][number];

/** Memories of a change that are shown. */
const SHOWN = 2;
/** A reason that only counts, which the memories themselves show; or none. */
const COUNTS = /^(?:\d+ new, \d+ changed.*)?$/;

/** A change, with what it is about, and its undo. */
function ChangeLine({
  change,
  words,
}: {
  readonly change: Change;
  /** Texts of memories by id. */
  readonly words: ReadonlyMap<string, string>;
}) {
  const asked = useSignal(false);
  const { verb, actor, at, reason, memories, memoryCount, reversal, state } = change;
  const undo = (force: boolean): void => {
    asked.value = false;
    void attempt(() => call('undo', { hash: reversal, force }), { done: T.undone });
  };
  return (
    <article class="row apart top">
      <div class="stack tight grow">
        <div>
          <b>{T.journal.verbs[verb] ?? verb}</b>{' '}
          <span class="muted">{memoryCount > 1 && T.memories(memoryCount)}</span>
        </div>
        {memories.slice(0, SHOWN).map((id) => (
          <a key={id} class="text quiet clamp" href={linkTo('memory', { id })}>
            {words.get(id) ?? (words.size === 0 ? '…' : T.journal.gone)}
          </a>
        ))}
        {memoryCount > SHOWN && (
          <span class="small muted">{T.journal.further(memoryCount - SHOWN)}</span>
        )}
        {!COUNTS.test(reason) && <p class="text small">{T.journal.reason(reason)}</p>}
        <div class="meta">
          <Moment at={at} clock />
          <bdi>{actor}</bdi>
          <span class="mono">#{change.sequence}</span>
        </div>
      </div>
      {state === 'reversible' && may('write') ? (
        <button type="button" class="button small" onClick={() => (asked.value = true)}>
          <Icon name="undo" size={15} />
          {T.undo}
        </button>
      ) : (
        state !== 'reversible' && <span class="badge">{T.journal.states[state]}</span>
      )}
      {asked.value && (
        <Dialog
          title={T.journal.undoTitle}
          close={() => (asked.value = false)}
          submit={() => undo(false)}
          action={T.undo}
        >
          <p>{T.journal.undoLead}</p>
          <p class="hintbox">
            {T.journal.verbs[verb] ?? verb}: {T.memories(memoryCount)}
          </p>
          <button type="button" class="button plain small bad" onClick={() => undo(true)}>
            {T.journal.force}
          </button>
        </Dialog>
      )}
    </article>
  );
}

const WEEK = 7 * 86_400_000;
const MAX_DIFFERENCES = 200;

/** The difference between the bank at two times. */
function DiffPart() {
  const { params } = route.value;
  const now = Date.now();
  const from = params['from'] ?? localInput(now - WEEK);
  const to = params['to'] ?? localInput(now);
  const diff = useAnswer(
    () =>
      call('diff', { from: new Date(from).getTime(), to: new Date(to).getTime(), limit: MAX_DIFFERENCES }),
    [from, to],
    { still: true },
  );
  return (
    <div class="stack">
      <div class="option-grid">
        <Instant label={T.journal.from} value={from} change={(value) => keep({ from: value })} />
        <Instant label={T.journal.to} value={to} change={(value) => keep({ to: value })} />
      </div>
      <AnswerView of={diff}>{(data) => <Diff diff={data} />}</AnswerView>
    </div>
  );
}

function Instant({
  label,
  value,
  change,
}: {
  readonly label: string;
  readonly value: string;
  readonly change: (value: string) => void;
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        type="datetime-local"
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

function Diff({ diff }: { readonly diff: OutputOf<'diff'> }) {
  const { put, changed, retracted } = diff;
  if (put.length + changed.length + retracted.length === 0)
    return <Empty title={T.journal.sameThen} />;
  return (
    <div class="columns">
      {put.length > 0 && (
        <Card title={T.journal.added} aside={put.length} flush>
          <ul class="list">
            {put.map((memory) => (
              <li key={memory.id} class="came">
                <MemoryLine memory={memory} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {changed.length > 0 && (
        <Card title={T.journal.changed} aside={changed.length} flush>
          <ul class="list">
            {changed.map(({ after, fields }) => (
              <li key={after.id}>
                <MemoryLine memory={after}>
                  <span>{fields.join(', ')}</span>
                </MemoryLine>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {retracted.length > 0 && (
        <Card title={T.journal.removed} aside={retracted.length} flush>
          <ul class="list">
            {retracted.map((memory) => (
              <li key={memory.id} class="went">
                <MemoryLine memory={memory} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
}

type Type = NonNullable<InputOf<'log'>['type']>;
const TYPES = Object.entries(T.journal.types) as readonly (readonly [Type, string])[];
const PARTS = [
  ['changes', T.journal.changes],
  ['diff', T.journal.diff],
] as const;
const PAGE = 40;

/** Who changed what, and the changes within a period. */
export function JournalPage() {
  const part = route.value.params['part'] === 'diff' ? 'diff' : 'changes';
  return (
    <Page title={T.journal.title} lead={T.journal.lead}>
      <Tabs
        label={T.journal.title}
        options={PARTS}
        value={part}
        choose={(next) => keep({ part: next === 'changes' ? undefined : next })}
      />
      {part === 'diff' ? <DiffPart /> : <Changes />}
    </Page>
  );
}

function Changes() {
  const { params } = route.value;
  const type = TYPES.find(([each]) => each === params['type'])?.[0] ?? 'all';
  const log = useAnswer(() => orEmpty(call('log', { type, limit: PAGE })), [type]);
  const { items, more } = usePages(
    log,
    ({ changes }) => changes,
    (before: number) => call('log', { type, limit: PAGE, before }),
  );
  const words = useWords(items.flatMap(({ memories }) => memories.slice(0, SHOWN)));
  return (
    <>
      <div class="scroll-x">
        <Segmented
          label={T.journal.which}
          options={TYPES}
          value={type}
          choose={(value) => keep({ type: value === 'all' ? undefined : value })}
        />
      </div>
      <Card flush>
        <AnswerView of={log}>
          {() =>
            items.length === 0 ? (
              <Empty title={T.journal.none} />
            ) : (
              <ol class="list">
                {items.map((change) => (
                  <li key={change.sequence}>
                    <ChangeLine change={change} words={words} />
                  </li>
                ))}
              </ol>
            )
          }
        </AnswerView>
      </Card>
      <MoreButton more={more} />
    </>
  );
}
