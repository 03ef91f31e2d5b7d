import type { Memory } from '../../../domain/memory.js';
import { T } from '../../texts/index.js';
import { MemoryLine } from '../../ui/memory-line.js';
import { dayOf } from '../../ui/moment.js';
import { Card } from '../../ui/page.js';
import { sessionTitle } from './session-title.js';

/** Memories under their days, newest first; a conversation is named where it begins. */
export function MemoryStream({
  memories,
  clock,
  more,
}: {
  readonly memories: readonly Memory[];
  readonly clock: 'occurred' | 'recorded';
  /** Null at the end. */
  readonly more: (() => void) | null;
}) {
  const momentOf = ({ occurredFrom, recordedAt }: Memory): number =>
    clock === 'occurred' ? occurredFrom : recordedAt;
  return (
    <>
      <Card flush>
        <ul class="list">
          {memories.map((memory, at) => {
            const day = dayOf(momentOf(memory));
            const before = memories[at - 1];
            const newDay = before === undefined || dayOf(momentOf(before)) !== day;
            const newSession = memory.session !== null && memory.session !== before?.session;
            return (
              <li key={memory.id}>
                {(newDay || newSession) && (
                  <h2 class="day">
                    {newDay ? day : ''}
                    {newSession && (
                      <span class="muted small">
                        {' '}
                        {T.timeline.session} <bdi title={memory.session ?? ''}>{sessionTitle(memory, memories)}</bdi>
                      </span>
                    )}
                  </h2>
                )}
                <MemoryLine memory={memory} />
              </li>
            );
          })}
        </ul>
      </Card>
      {more !== null && (
        <div>
          <button type="button" class="button" onClick={more}>
            {T.more}
          </button>
        </div>
      )}
    </>
  );
}
