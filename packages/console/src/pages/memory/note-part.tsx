import type { ComponentChildren } from 'preact';
import { linkTo } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Card, ValidityBadge } from '../../ui/page.js';
import type { Note } from '@mneme/core/domain/note.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** The period of a note; nothing where none is known. */
export function NoteDays({ note: { from, until } }: { readonly note: Pick<Note, 'from' | 'until'> }) {
  if (from === null && until === null) return null;
  if (from === until) return <time>{from}</time>;
  return (
    <span>
      {from !== null && <time>{from}</time>} – {until !== null && <time>{until}</time>}
    </span>
  );
}

type Shown = OutputOf<'show'>;
type Link = Shown['links'][number];
type LinkName = keyof typeof T.notes.links;

/** Names of the links between notes and turns, by type and direction. */
const NAMED: Readonly<Record<string, LinkName>> = {
  'derived_from out': 'turns',
  'derived_from in': 'notes',
  'supersedes out': 'replaces',
  'supersedes in': 'replacedBy',
  'doubts out': 'doubts',
  'doubts in': 'doubtedBy',
  'rests_on out': 'restsOn',
  'rests_on in': 'bears',
};
const OF_TURNS: readonly LinkName[] = ['notes'];

/** A note's fields, with links to its turns and to the note it supersedes. For a turn, its notes. */
export function NotePart({ shown: { memory, links } }: { readonly shown: Shown }) {
  const { note } = memory;
  const groups = new Map<LinkName, Link[]>();
  for (const link of links) {
    const name = NAMED[`${link.role} ${link.direction}`];
    if (name === undefined || (note === undefined && !OF_TURNS.includes(name))) continue;
    groups.set(name, [...(groups.get(name) ?? []), link]);
  }
  if (note === undefined && groups.size === 0) return null;
  return (
    <Card title={note === undefined ? T.notes.links.notes : T.notes.note}>
      <dl class="pairs">
        {note !== undefined && <Fields note={note} />}
        {[...groups].map(([name, members]) => (
          <Pair key={name} name={T.notes.links[name]}>
            <ul class="stack tight">
              {members.map(({ other, text, validity }) => (
                <li key={other}>
                  <a class="text" href={linkTo('memory', { id: other })}>
                    {text}
                  </a>{' '}
                  {validity !== null && <ValidityBadge validity={validity} />}
                </li>
              ))}
            </ul>
          </Pair>
        ))}
      </dl>
    </Card>
  );
}

function Fields({ note }: { readonly note: Note }) {
  const { about, is, aspect, value, type, status, because, outcome, asks, matters, reader } = note;
  return (
    <>
      <Pair name={T.notes.about}>
        <a href={linkTo('notes', { params: { about } })}>
          <bdi>{about}</bdi>
        </a>
        {is !== null && <span class="muted"> {is}</span>}
      </Pair>
      <Pair name={<bdi>{aspect}</bdi>}>
        <b class="text">{value}</b>
      </Pair>
      <Pair name={T.notes.type}>{T.notes.types[type]}</Pair>
      <Pair name={T.notes.status}>{T.notes.statuses[status]}</Pair>
      {(note.from !== null || note.until !== null) && (
        <Pair name={T.notes.days}>
          <NoteDays note={note} />
        </Pair>
      )}
      {because !== null && <Pair name={T.notes.because}>{because}</Pair>}
      {outcome !== null && (
        <Pair name={T.notes.outcome}>
          {outcome.of}: {T.notes.went[outcome.went]}
          {outcome.under !== null && <span class="muted"> ({outcome.under})</span>}
        </Pair>
      )}
      {asks.length > 0 && <Pair name={T.notes.asks}>{asks.join(' ')}</Pair>}
      {matters.length > 0 && <Pair name={T.notes.matters}>{matters.join(', ')}</Pair>}
      <Pair name={T.notes.reader}>{reader}</Pair>
    </>
  );
}

function Pair({
  name,
  children,
}: {
  readonly name: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="text">{children}</dd>
    </div>
  );
}
