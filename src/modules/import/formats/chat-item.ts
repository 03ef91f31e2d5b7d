import { readChatMessage } from './chat-message.js';
import type { ImportItem } from '../item.js';
import type { Stated } from '../read-time.js';
import type { SessionClock } from '../session-clock.js';
import { malformed, skipped, toItem, type NamedPlace } from '../to-item.js';

/** Where a message stands that does not say so itself. */
export interface ChatSurroundings {
  /** The file, shortened. */
  readonly origin: string;
  readonly clock: SessionClock;
  /** Of the conversation it stands in. Default: the file, which is then itself the conversation. */
  readonly session?: string | undefined;
  /** When the conversation began, for a message without a time. */
  readonly startedAt?: Stated | undefined;
}

/** One chat message under any of the usual names of its fields. */
export function chatItem(
  value: unknown,
  place: NamedPlace,
  { origin, clock, session: around, startedAt }: ChatSurroundings,
): ImportItem {
  const message = readChatMessage(value);
  if ('problem' in message) return malformed(place, message);
  if (message.writer === 'system') return skipped(place, 'system prompt');
  if (message.content.trim() === '') return skipped(place, 'no text');
  const { writer: source, speaker, content, turn, rest } = message;
  const session = message.session ?? around ?? origin;
  const when = clock.next(session, message.saidAt, startedAt);
  return toItem(place, {
    content,
    speaker,
    session,
    turn,
    source,
    origin,
    ...rest,
    kind: rest.kind ?? 'experience',
    ...when,
  });
}
