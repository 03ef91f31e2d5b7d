import type { Instant } from '../../domain/time.js';
import type { Stated } from './read-time.js';

/** Gives each turn of a file its place and time within its session. */
export class SessionClock {
  private readonly sessions = new Map<string, { position: number; latest: Stated }>();

  constructor(private readonly fallback: Instant) {}

  /**
   * A stated time is kept as it stands, with its offset. A turn without one takes the latest of its session so far, so that it never
   * goes before an earlier turn; the first of a session takes the session's start where that is known, else the fallback.
   */
  next(
    session: string,
    stated: Stated | undefined,
    startedAt?: Stated,
  ): { readonly position: number; readonly saidAt: Stated } {
    const before = this.sessions.get(session);
    const saidAt = stated ?? before?.latest ?? startedAt ?? this.fallback;
    const position = before === undefined ? 0 : before.position + 1;
    const latest =
      before !== undefined && momentOf(before.latest) > momentOf(saidAt) ? before.latest : saidAt;
    this.sessions.set(session, { position, latest });
    return { position, saidAt };
  }
}

/** In what order moments come; a file has its days of one clock. */
const momentOf = (stated: Stated): Instant => new Date(stated).getTime();
