import { useSignal } from '@preact/signals';
import { type Choice, Queue, type Waiting } from './queue.js';
import { AnswerView, attempt, orEmpty, useAnswer, useWords } from '../../state/requests.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Dialog, Words } from '../../ui/forms.js';
import type { DoubtedNote, RefusedNote, Unread } from '@mneme/core/domain/reading.js';

type Turn = Unread['turns'][number];

/** Messages that nobody has read into notes, of one conversation at a time. */
export function UnreadPart() {
  const writing = useSignal<Turn | null>(null);
  const unread = useAnswer(() => orEmpty(call('reading', { next: true })), []);
  return (
    <>
      <AnswerView of={unread}>
        {(data) => {
          const turns = data?.next?.turns ?? [];
          return (
            <>
              {turns.length > 0 && (
                <p class="muted">
                  {T.review.unread.left(data?.waiting ?? 0, turns.length)}{' '}
                  {data?.reader === null ? T.review.unread.noReader : ''}
                </p>
              )}
              <Queue
                none={T.review.unread.none}
                items={turns.map((turn) => unreadItem(turn, () => (writing.value = turn)))}
                whole={ofAll(turns, data?.reader ?? null)}
              />
            </>
          );
        }}
      </AnswerView>
      {writing.value !== null && (
        <WriteNote turn={writing.value} close={() => (writing.value = null)} />
      )}
    </>
  );
}

const skip = (turns: readonly Turn[]): Promise<object | null> =>
  settle(() => call('mark_read', { ids: turns.map(({ id }) => id) }), T.review.unread.skipped);

function unreadItem(turn: Turn, write: () => void): Waiting {
  const { id, said, speaker, text } = turn;
  return {
    id,
    body: (
      <>
        <p class="small muted">
          <bdi>{speaker}</bdi>, {said}
        </p>
        <a class="text quiet clamp" href={linkTo('memory', { id })}>
          {text}
        </a>
      </>
    ),
    choices: [
      { key: 'n', label: T.review.unread.write, act: write },
      { key: 's', label: T.review.unread.skip, act: () => skip([turn]) },
    ],
  };
}

/** What settles all messages that are shown. */
function ofAll(turns: readonly Turn[], reader: string | null): Choice[] {
  const { skipAll, read, done } = T.review.unread;
  return [
    ...(turns.length > 1
      ? [{ key: 'a', label: skipAll(turns.length), act: () => skip(turns) }]
      : []),
    ...(reader !== null && may('admin')
      ? [{ key: 'r', label: read(reader), act: () => settle(() => call('read', {}), done) }]
      : []),
  ];
}

const settle = (work: () => Promise<object>, done: string): Promise<object | null> =>
  attempt(work, { done });

/** A form for one note of a message. What the check does not take waits among those turned down. */
function WriteNote({ turn, close }: { readonly turn: Turn; readonly close: () => void }) {
  const words = T.review.unread;
  const form = useSignal({ text: turn.text.slice(0, 500), about: turn.speaker, aspect: '', value: '' });
  const set = (name: keyof typeof form.value) => (value: string) => {
    form.value = { ...form.value, [name]: value };
  };
  const full = Object.values(form.value).every((value) => value.trim() !== '');
  const save = async (): Promise<void> => {
    const done = await attempt(
      () => call('mark_read', { ids: [turn.id], notes: [{ ...form.value, turns: [turn.id] }] }),
      { done: ({ notes }) => (notes > 0 ? words.written : words.notTaken) },
    );
    if (done !== null) close();
  };
  return (
    <Dialog title={words.write} close={close} submit={() => void save()} action={T.save} busy={!full}>
      <p class="small muted text clamp">
        <bdi>{turn.speaker}</bdi>: “{turn.text}”
      </p>
      <Words label={words.sentence} value={form.value.text} change={set('text')} required />
      <Words label={words.about} value={form.value.about} change={set('about')} required />
      <Words
        label={words.aspect}
        placeholder={words.aspectHint}
        value={form.value.aspect}
        change={set('aspect')}
        required
      />
      <Words
        label={words.value}
        placeholder={words.valueHint}
        value={form.value.value}
        change={set('value')}
        required
      />
    </Dialog>
  );
}

/** Notes that rested on something that has changed. */
export function DoubtsPart() {
  const asked = useAnswer(() => orEmpty(call('reading', { review: true })), []);
  return (
    <AnswerView of={asked}>
      {(data) => (
        <Queue
          none={T.review.doubts.none}
          items={(data?.review?.doubted ?? []).map(doubtItem)}
        />
      )}
    </AnswerView>
  );
}

function doubtItem({ id, text, by, byText, why }: DoubtedNote): Waiting {
  const words = T.review.doubts;
  const retire = (label: string, key: string, reason: string): Choice => ({
    ...{ key, label },
    act: () => settle(() => call('forget', { ids: [id], reason }), words.gone),
  });
  return {
    id,
    body: (
      <>
        <a class="text quiet lead-text" href={linkTo('memory', { id })}>
          {text}
        </a>
        <p class="small">
          <span class="muted">{words.since}</span>{' '}
          <a class="text" href={linkTo('memory', { id: by })}>
            {byText}
          </a>
          {why !== '' && !byText.includes(why) && <span class="muted"> ({why})</span>}
        </p>
      </>
    ),
    choices: [
      { key: 'h', label: words.holds, act: () => settle(() => sayAgain(id), words.kept) },
      retire(words.over, 'o', T.memory.retire.over.reason),
      retire(words.wrong, 'w', T.memory.retire.wrong.reason),
    ],
  };
}

/** Says the note once more as of today, in place of the one in doubt and without the reason that is gone. */
async function sayAgain(id: string): Promise<object> {
  const { memory, links } = await call('show', { id });
  const { note, content } = memory;
  const today = new Date().toISOString().slice(0, 10);
  if (note === undefined) throw new TypeError('no note');
  const turns = links
    .filter(({ role, direction }) => role === 'derived_from' && direction === 'out')
    .map(({ other }) => other as typeof memory.id);
  return call('remember', {
    content: T.review.doubts.again(content, today),
    note: {
      ...note,
      asks: [...note.asks],
      matters: [...note.matters],
      ...{ because: null, turns, replaces: [memory.id], doubts: [] },
    },
  });
}

/** Notes that a check did not take, each with its reason and its message. */
export function RefusedPart() {
  const asked = useAnswer(() => orEmpty(call('reading', { review: true })), []);
  const refused = asked.answer.value.data?.review?.refused ?? [];
  const words = useWords([...new Set(refused.map(({ turn }) => turn))]);
  return (
    <AnswerView of={asked}>
      {() => (
        <Queue
          none={T.review.refused.none}
          items={refused.map((note) => refusedItem(note, words.get(note.turn) ?? ''))}
        />
      )}
    </AnswerView>
  );
}

function refusedItem(note: RefusedNote, said: string): Waiting {
  const { turn, why, word, text, ...fields } = note;
  const words = T.review.refused;
  return {
    id: `${turn} ${text}`,
    body: (
      <>
        <p class="text lead-text">{text}</p>
        <p class="small">
          <span class="badge warn">{words.whys[why] ?? why}{word === null ? "" : ` (${word})`}</span>
        </p>
        <p class="small">
          <span class="muted">{words.said}</span>{' '}
          <a class="text quiet clamp" href={linkTo('memory', { id: turn })}>
            “{said}”
          </a>
        </p>
      </>
    ),
    choices: [
      {
        key: 't',
        label: words.take,
        act: () =>
          settle(
            () => call('remember', { content: text, note: { ...fields, turns: [turn] } }),
            words.taken,
          ),
      },
      {
        key: 'd',
        label: words.drop,
        tone: 'bad',
        act: () => settle(() => call('mark_read', { ids: [turn], drop: [text] }), words.dropped),
      },
    ],
  };
}
