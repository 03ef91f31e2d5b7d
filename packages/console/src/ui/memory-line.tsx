import type { ComponentChildren } from 'preact';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { ValidityState } from '@mneme/core/domain/validity.js';
import { linkTo } from '../state/route.js';
import { T } from '../texts/index.js';
import { Moment } from './figures.js';

type Line = Pick<Memory, 'id' | 'content' | 'kind' | 'speaker' | 'saidAt'> &
  Partial<Pick<Memory, 'retractedAt'>>;

/** A memory in a list: text, speaker, time, validity. */
export function MemoryLine({
  memory,
  validity = 'current',
  children,
}: {
  readonly memory: Line;
  readonly validity?: ValidityState;
  readonly children?: ComponentChildren;
}) {
  const { id, content, kind, speaker, saidAt, retractedAt = null } = memory;
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
