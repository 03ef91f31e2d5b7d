import { createHmac, randomBytes } from 'node:crypto';
import type { JournalEntry } from '@mneme/core/domain/change.js';
import type { BankName, LearnedId } from '@mneme/core/domain/ids.js';
import type { Instant } from '@mneme/core/domain/time.js';
import type { PostOutcome } from '@mneme/core/ports/system.js';

/** One event as it is sent; the same at every attempt. */
interface SentEvent {
  /** Lets receivers drop duplicates. */
  readonly id: string;
  readonly body: string;
}

/** A change as in the stream of changes, without its inverse, plus the name of its bank. */
export const changeEvent = (
  endpoint: LearnedId,
  bank: BankName,
  entry: JournalEntry,
): SentEvent => ({
  id: `msg_${endpoint}_${entry.sequence}`,
  body: bodyOf(`change.${entry.verb}`, entry.at, { bank, ...toldOf(entry) }),
});

const toldOf = ({ edges, removedEdges, ...entry }: JournalEntry): object => ({
  sequence: entry.sequence,
  at: entry.at,
  verb: entry.verb,
  actor: entry.actor,
  reason: entry.reason,
  memories: entry.memories,
  entities: entry.entities,
  votes: entry.votes,
  links: edges.length,
  removedLinks: removedEdges.length,
});

/** A test event, without content. */
export const testEvent = (
  endpoint: LearnedId,
  bank: BankName,
  { id, at }: { readonly id: string; readonly at: Instant },
): SentEvent => ({ id: `msg_${endpoint}_${id}`, body: bodyOf('test', at, { bank }) });

const bodyOf = (type: string, at: Instant, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

/** Why a delivery failed; null where it succeeded. A redirect counts as a failure: the signature is for one address. */
export function faultOf(outcome: PostOutcome): string | null {
  if (outcome.status === null) return outcome.fault;
  return outcome.status >= 200 && outcome.status < 300 ? null : `answered ${outcome.status}`;
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 24;

/** A new signing secret in the format of Standard Webhooks. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/**
 * Headers of one delivery (Standard Webhooks 1.0): an id that is the same at every attempt, the time of this attempt,
 * and HMAC-SHA256 over `id.timestamp.body`.
 */
export function signedHeaders(
  secret: string,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'mneme-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
