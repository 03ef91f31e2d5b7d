import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../state/route.js';
import { T } from '../texts/index.js';
import { count, Moment } from './figures.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { ValidityState } from '@mneme/core/domain/validity.js';

/** Line icons in a box of 24 by 24. */
const PATHS = {
  home: 'M4 11.5 12 5l8 6.500M6.500 10v9h11v-9M10 19v-5h4v5',
  ask: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16.200 16.200 20.500 20.500M8.500 11h5M11 8.500v5',
  timeline: 'M4 12h16M7 9v6M12 7v10M17 9v6',
  people: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7M3 20c0-3.500 2.700-5.500 6-5.500s6 2 6 5.500M16 11a3 3 0 0 0 0-6M17 14.700c2.400.5 4 2.400 4 5.300',
  notes: 'M6 4h12v11l-5 5H6zM13 20v-5h5M9 8.500h6M9 12h4',
  graph: 'M6 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M18 10.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M9 21a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M8.400 6l7.200 1.500M6.700 8l1.700 8M10.800 17l5.700-6.900',
  journal: 'M6 4h11a1 1 0 0 1 1 1v15H7.500A1.500 1.500 0 0 1 6 18.500zM6 18.500A1.500 1.500 0 0 1 7.500 17H18M9 8h6M9 11.500h4',
  review: 'M12 3.500 3.500 19h17zM12 10v4M12 16.600v.1',
  plans: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 12l7-7',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5M9 19.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  undo: 'M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11h-4',
  night: 'M17 15.500A7 7 0 0 1 8.500 7a7 7 0 1 0 8.500 8.500zM15 4.500h4L15 9h4',
  moon: 'M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z',
  sun: 'M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  edit: 'M5 19l.8-3.800L15.500 5.500l3 3L8.800 18.200zM13.500 7.500l3 3',
  forget: 'M5 7h14M10 4h4M7 7l.8 12.500h8.400L17 7',
  check: 'M5 12.500 10 17.500 19.500 7',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8M12 12h8.500M17 12v3.500',
} as const;
export type IconName = keyof typeof PATHS;

/** An icon next to a label; hidden from screen readers. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A page with title, purpose and actions. */
export function Page({
  title,
  lead,
  actions,
  children,
}: {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${typeof title === 'string' ? title : T.product} · ${T.product}`;
  }, [title]);
  return (
    <div class="page fade-in">
      <header class="page-head">
        <div class="grow">
          <h1 tabIndex={-1} id="page-title">
            {title}
          </h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A section of a page with its heading. */
export function Card({
  title,
  aside,
  flush = false,
  children,
}: {
  readonly title?: ComponentChildren;
  readonly aside?: ComponentChildren;
  readonly flush?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <section class={flush ? 'card flush' : 'card'}>
      {title !== undefined && (
        <div class="card-head">
          <h2>{title}</h2>
          {aside !== undefined && <span class="small muted">{aside}</span>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Loads the next page of a list; nothing once all of it is shown. `left` is how many remain. */
export function MoreButton({
  more,
  left,
  padded = false,
}: {
  readonly more: (() => void) | null;
  readonly left?: number;
  readonly padded?: boolean;
}) {
  if (more === null) return null;
  return (
    <div class={padded ? 'padded' : ''}>
      <button type="button" class="button" onClick={more}>
        {T.more}
        {left !== undefined && ` (${count(left)})`}
      </button>
    </div>
  );
}

/** An empty state: what would be here, and how it gets here. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

type Line = Pick<Memory, 'id' | 'content' | 'kind' | 'speaker' | 'saidAt'> &
  Partial<Pick<Memory, 'retractedAt' | 'note'>>;

/** Kinds of what people say: most of the memories, so that they bear no badge. */
const SAID: readonly Memory['kind'][] = ['fact', 'experience'];

/** A memory in a list: text, speaker, time, validity; of a note its subject and aspect as a title. */
export function MemoryLine({
  memory,
  validity = 'current',
  children,
}: {
  readonly memory: Line;
  readonly validity?: ValidityState;
  readonly children?: ComponentChildren;
}) {
  const { id, content, kind, speaker, saidAt, retractedAt = null, note } = memory;
  return (
    <article class={retractedAt === null ? 'memory' : 'memory retracted'}>
      {note !== undefined && (
        <h3 class="note-title">
          <a href={linkTo('thing', { id: note.about })}>
            <bdi>{note.about}</bdi>
          </a>
          <span class="muted">: {note.aspect}</span>
        </h3>
      )}
      <a class="text clamp" href={linkTo('memory', { id })}>
        {content}
      </a>
      <div class="meta">
        {speaker !== null && <bdi>{speaker}</bdi>}
        <Moment at={saidAt} />
        {!SAID.includes(kind) && <span class="badge">{T.memory.kinds[kind]}</span>}
        {retractedAt !== null && <span class="badge bad">{T.memory.retracted}</span>}
        <ValidityBadge validity={validity} />
        {children}
      </div>
    </article>
  );
}

/** A badge for a memory that is not current. */
export function ValidityBadge({ validity }: { readonly validity: ValidityState }) {
  if (validity === 'current') return null;
  return (
    <span class={validity === 'disputed' || validity === 'doubtful' ? 'badge warn' : 'badge info'}>
      {T.memory.validity[validity]}
    </span>
  );
}
