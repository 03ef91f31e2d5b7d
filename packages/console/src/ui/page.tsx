import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { T } from '../texts/index.js';
import { count } from './figures.js';

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
