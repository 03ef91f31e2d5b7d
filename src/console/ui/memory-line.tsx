import type { ComponentChildren } from 'preact';
import type { Memory } from '../../domain/memory.js';
import type { StandingState } from '../../domain/standing.js';
import { linkTo } from '../state/route.js';
import { T } from '../texts.js';
import { Meter } from './figures.js';
import { Moment } from './moment.js';

type Line = Pick<Memory, 'id' | 'content' | 'kind' | 'speaker' | 'saidAt' | 'confidence'> &
  Partial<Pick<Memory, 'retractedAt'>>;

/** A memory among others: its words, who said it and when, whether it holds. */
export function MemoryLine({
  memory,
  standing = 'current',
  children,
}: {
  readonly memory: Line;
  readonly standing?: StandingState;
  readonly children?: ComponentChildren;
}) {
  const { id, content, kind, speaker, saidAt, confidence, retractedAt = null } = memory;
  return (
    <article class={retractedAt === null ? 'memory' : 'memory retracted'}>
      <a class="text clamp" href={linkTo('memory', { id })}>
        {content}
      </a>
      <div class="meta">
        {speaker !== null && <bdi>{speaker}</bdi>}
        <Moment at={saidAt} />
        <span class="badge">{T.memory.kinds[kind]}</span>
        {retractedAt !== null && <span class="badge bad">{T.memory.retracted}</span>}
        <StandingBadge standing={standing} />
        <Meter share={confidence} label={T.memory.confidence} />
        {children}
      </div>
    </article>
  );
}

/** That it no longer holds; nothing for what does. */
export function StandingBadge({ standing }: { readonly standing: StandingState }) {
  if (standing === 'current') return null;
  return (
    <span class={standing === 'disputed' ? 'badge warn' : 'badge info'}>
      {T.memory.standing[standing]}
    </span>
  );
}
