import type { Reply } from '../../../domain/access.js';
import type { Instant } from '../../../domain/time.js';
import { rows, run, type Query } from './query.js';

export function* findReply(owner: string, key: string): Query<Reply | null> {
  const [reply] = yield* rows<Reply>(
    'reply',
    null,
    'SELECT owner, key, request, status, body, at FROM reply WHERE owner = ? AND key = ?',
    ...[owner, key],
  );
  return reply ?? null;
}

/** Those from before `since` go. */
export function* writeReply(
  { owner, key, request, status, body, at }: Reply,
  since: Instant,
): Query<void> {
  yield* run('DELETE FROM reply WHERE at < ?', since);
  yield* run(
    `INSERT INTO reply (owner, key, request, status, body, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (owner, key) DO UPDATE SET request = excluded.request, status = excluded.status, body = excluded.body, at = excluded.at`,
    ...[owner, key, request, status, body, at],
  );
}
