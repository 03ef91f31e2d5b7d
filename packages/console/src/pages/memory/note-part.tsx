import type { ComponentChildren } from 'preact';
import { linkTo } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Card, ValidityBadge } from '../../ui/page.js';
import type { Note } from '@mneme/core/domain/note.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** The period of a note in words; nothing where none is known. */
export function NoteDays({ note: { from, until } }: { readonly note: Pick<Note, 'from' | 'until'> }) {
  const { on, since, until: end } = T.thing.days;
  if (from !== null && from === until)
    return (
      <span>
        {on} <time>{from}</time>
      </span>
    );
  return (
    <span>
      {from !== null && `${since} `}
      {from !== null && <time>{from}</time>}
      {until !== null && ` ${end} `}
      {until !== null && <time>{until}</time>}
    </span>
  );
}

type Shown = OutputOf<'show'>;
type GroupName = keyof typeof T.notes.links;

/** A memory at the other end of a link. */
interface Member {
  readonly id: string;
  readonly text: string;
}

/** Names of the steps by which a note rests on others, and others on it. */
const STEPS: Readonly<Record<string, GroupName>> = {
  'told in': 'turns',
  'in place of': 'replaces',
  'because of': 'restsOn',
  'rests on it': 'bears',
  'concluded with it': 'bears',
};
/** Names of the links that are no such steps, by type and direction. */
const LINKS: Readonly<Record<string, GroupName>> = {
  'supersedes in': 'replacedBy',
  'doubts out': 'doubts',
  'doubts in': 'doubtedBy',
};

/** What a note is linked to, by group; of a turn, its notes. What replaced what is followed to the first. */
function groupsOf({ memory, links, support }: Shown): ReadonlyMap<GroupName, readonly Member[]> {
  const found = new Map<GroupName, Map<string, Member>>();
  const add = (name: GroupName | undefined, member: Member): void => {
    if (name !== undefined) found.set(name, (found.get(name) ?? new Map()).set(member.id, member));
  };
  const { standsOn = [], touches = [] } = support ?? {};
  const isChain = (as: string, depth: number): boolean => depth === 1 || as === 'in place of';
  for (const { id, text, as, depth } of [...standsOn, ...touches])
    if (memory.note !== undefined && isChain(as, depth)) add(STEPS[as], { id, text });
  for (const { role, direction, other, text } of links) {
    const name = memory.note === undefined ? undefined : LINKS[`${role} ${direction}`];
    const isNote = memory.note === undefined && role === 'derived_from' && direction === 'in';
    add(isNote ? 'notes' : name, { id: other, text });
  }
  const order = Object.keys(T.notes.links) as GroupName[];
  return new Map(
    order.flatMap((name) => {
      const members = found.get(name);
      return members === undefined ? [] : [[name, [...members.values()]] as const];
    }),
  );
}

/** What a note says, where it was said, what was true before, and what rests on it. For a turn, its notes. */
export function NotePart({ shown }: { readonly shown: Shown }) {
  const { note } = shown.memory;
  const groups = groupsOf(shown);
  if (note === undefined && groups.size === 0) return null;
  if (note === undefined)
    return (
      <Card title={T.notes.links.notes}>
        <Members members={[...groups.values()].flat()} of={shown} />
      </Card>
    );
  return (
    <Card title={T.notes.note}>
      <dl class="pairs">
        <Fields note={note} />
        {[...groups].map(([name, members]) => (
          <Pair key={name} name={T.notes.links[name]}>
            <Members members={members} of={shown} />
          </Pair>
        ))}
        <Sort note={note} />
      </dl>
    </Card>
  );
}

/** What sort of statement it is, in one line. */
function Sort({ note: { type, status, reader } }: { readonly note: Note }) {
  return (
    <Pair name={T.notes.type}>
      {T.notes.types[type]}, {T.notes.statuses[status]}; {T.notes.reader} <bdi>{reader}</bdi>
    </Pair>
  );
}

function Members({
  members,
  of: { links },
}: {
  readonly members: readonly Member[];
  readonly of: Shown;
}) {
  return (
    <ul class="stack tight">
      {members.map(({ id, text }) => (
        <li key={id}>
          <a class="text" href={linkTo('memory', { id })}>
            {text}
          </a>{' '}
          {links.some(({ other, validity }) => other === id && validity === 'doubtful') && (
            <ValidityBadge validity="doubtful" />
          )}
        </li>
      ))}
    </ul>
  );
}

function Fields({ note }: { readonly note: Note }) {
  const { about, is, aspect, value, because, outcome, asks, matters } = note;
  return (
    <>
      <Pair name={T.notes.about}>
        <a href={linkTo('thing', { id: about })}>
          <bdi>{about}</bdi>
        </a>
        {is !== null && <span class="muted"> {is}</span>}
      </Pair>
      <Pair name={<bdi>{aspect}</bdi>}>
        <b class="text">{value}</b>
      </Pair>
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
