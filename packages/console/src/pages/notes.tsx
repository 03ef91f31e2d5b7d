import { NoteDays } from './memory/note-part.js';
import { AnswerView, orEmpty, useAnswer, usePages } from '../state/requests.js';
import { keep, linkTo, route } from '../state/route.js';
import { call, type InputOf } from '../state/server.js';
import { T } from '../texts/index.js';
import { Card, Empty, MoreButton, Page } from '../ui/page.js';
import type { Memory } from '@mneme/core/domain/memory.js';

type Asked = InputOf<'list'>;
const PAGE = 40;

/** The bank's notes, filtered by subject, aspect, type and status. */
export function NotesPage() {
  const { params } = route.value;
  const words = (name: string): Record<string, string> => {
    const value = (params[name] ?? '').trim();
    return value === '' ? {} : { [name]: value };
  };
  const one = (name: string, of: object): Record<string, string> =>
    Object.hasOwn(of, params[name] ?? '') ? words(name) : {};
  const asked = {
    ...{ kinds: ['note'], limit: PAGE },
    ...{ ...words('about'), ...words('aspect') },
    ...{ ...one('type', T.notes.types), ...one('status', T.notes.statuses) },
  } as Asked;
  const found = useAnswer(() => orEmpty(call('list', asked)), [asked]);
  const { items, more } = usePages(
    found,
    ({ memories }) => memories,
    (cursor: string) => call('list', { ...asked, cursor }),
  );
  const isAsked = Object.keys(asked).length > 2;
  return (
    <Page title={T.notes.title} lead={T.notes.lead}>
      <Filters />
      <AnswerView of={found}>
        {(data) =>
          data === null || items.length === 0 ? (
            <Card>
              <Empty title={isAsked ? T.notes.none : T.notes.empty} />
            </Card>
          ) : (
            <Card flush>
              <ul class="list">
                {items.map((memory) => (
                  <li key={memory.id}>
                    <NoteLine memory={memory} />
                  </li>
                ))}
              </ul>
              <MoreButton more={more} padded />
            </Card>
          )
        }
      </AnswerView>
    </Page>
  );
}

function NoteLine({ memory: { id, content, note } }: { readonly memory: Memory }) {
  return (
    <article class="memory">
      <a class="text" href={linkTo('memory', { id })}>
        {content}
      </a>
      {note !== undefined && (
        <div class="meta">
          <a href={linkTo('notes', { params: { about: note.about } })}>
            <bdi>{note.about}</bdi>
          </a>
          <span>
            <bdi>{note.aspect}</bdi>: <bdi class="text">{note.value}</bdi>
          </span>
          <span class="badge">{T.notes.types[note.type]}</span>
          {note.status !== 'holds' && (
            <span class="badge info">{T.notes.statuses[note.status]}</span>
          )}
          <NoteDays note={note} />
        </div>
      )}
    </article>
  );
}

function Filters() {
  return (
    <div class="row">
      <Words name="about" label={T.notes.about} />
      <Words name="aspect" label={T.notes.aspect} />
      <Choice name="type" label={T.notes.type} options={T.notes.types} />
      <Choice name="status" label={T.notes.status} options={T.notes.statuses} />
    </div>
  );
}

/** The filter matches whole names, so it is applied on change, not at each letter. */
function Words({ name, label }: { readonly name: string; readonly label: string }) {
  return (
    <label class="grow">
      <span class="visually-hidden">{label}</span>
      <input
        class="input"
        type="search"
        dir="auto"
        placeholder={label}
        value={route.value.params[name] ?? ''}
        onChange={(event) => keep({ [name]: event.currentTarget.value.trim() || undefined })}
      />
    </label>
  );
}

function Choice({
  name,
  label,
  options,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}) {
  return (
    <label>
      <span class="visually-hidden">{label}</span>
      <select
        class="input fit"
        value={route.value.params[name] ?? ''}
        onChange={(event) => keep({ [name]: event.currentTarget.value || undefined })}
      >
        <option value="">
          {label}: {T.notes.any}
        </option>
        {Object.entries(options).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
