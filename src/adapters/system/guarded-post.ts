import { lookup, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Post, PostOutcome, PostRequest, Reach } from '../../ports/post.js';
import { createReach } from './reachable.js';

/** So much of an answer is read; the rest is not waited for. */
const MAX_ANSWER = 65_536;

const UNREACHABLE = 'the address is none that MNEME_WEBHOOKS lets through';

/** Posts over HTTP(S), to addresses within reach alone: each name is judged by what it is resolved to when it is connected to, so that no second answer of a name server gets round it. */
export function createPost(reach: Reach): Post {
  const allowed = createReach(reach);
  return (asked) =>
    new Promise((resolve) => {
      const limit = AbortSignal.timeout(asked.timeoutMs);
      const signal = asked.signal === undefined ? limit : AbortSignal.any([limit, asked.signal]);
      send(asked, { allowed, signal }, (outcome) => {
        resolve(limit.aborted && outcome.status === null ? late(asked.timeoutMs) : outcome);
      });
    });
}

function send(
  { url, headers, body }: PostRequest,
  { allowed, signal }: { allowed: (address: string) => boolean; signal: AbortSignal },
  done: (outcome: PostOutcome) => void,
): void {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !allowed(host)) return done(failed(UNREACHABLE));
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own: one that is kept would be reused whatever its name means by then.
    agent: false,
    lookup: lookupWithin(allowed),
    signal,
  };
  const asked = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, options);
  let answering = false;
  asked.once('response', (answer) => {
    answering = true;
    readBounded(answer, () => done(answered(answer)));
  });
  asked.on('error', (error) => {
    if (!answering) done(failed(wordsFor(error)));
  });
  asked.end(body);
}

const answered = ({ statusCode = 0 }: IncomingMessage): PostOutcome => ({
  status: statusCode,
  fault: null,
});
const failed = (fault: string): PostOutcome => ({ status: null, fault });
const late = (ms: number): PostOutcome => failed(`no answer within ${ms / 1_000} s`);

/** The status counts once the answer is there, or as much of it as is read: a server that never ends it is waited for no longer than any other. */
function readBounded(answer: IncomingMessage, done: () => void): void {
  let read = 0;
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_ANSWER) answer.destroy();
  });
  answer.on('error', () => undefined);
  answer.once('close', done);
}

/** Resolves a name to those of its addresses that may be connected to. */
function lookupWithin(allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
      if (error !== null) return callback(error, '', 0);
      const within = found.filter(({ address }) => allowed(address));
      const [first] = within;
      if (first === undefined)
        return callback(Object.assign(new Error(UNREACHABLE), { code: 'EUNREACHABLE' }), '', 0);
      if (options.all === true) return callback(null, within);
      callback(null, first.address, first.family);
    });
  };
}

/** What failed, in words that hold nothing of the address. */
function wordsFor(error: NodeJS.ErrnoException): string {
  const { code = '' } = error;
  if (code === 'EUNREACHABLE') return UNREACHABLE;
  if (code === 'ABORT_ERR') return 'it was stopped';
  return /^[A-Z][A-Z0-9_]{2,50}$/.test(code)
    ? `the connection failed: ${code}`
    : 'the connection failed';
}
