import { randomFillSync } from 'node:crypto';
import { lookup, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type {
  Clock,
  Post,
  PostOutcome,
  PostRequest,
  Random,
  Reach,
  Wait,
} from '../../ports/system.js';

export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  ticks: () => performance.now(),
});

export const systemWait: Wait = (milliseconds, signal) => waiting(milliseconds, signal, true);

/** Waits without keeping the process alive. */
export const systemRest: Wait = (milliseconds, signal) => waiting(milliseconds, signal, false);

const waiting = (ms: number, signal: AbortSignal | undefined, ref: boolean): Promise<void> =>
  // An abort only ends the wait.
  setTimeout(ms, undefined, { signal, ref }).catch(() => undefined);

/** The operating system's random numbers, drawn in blocks: a system call for each would dominate. */
export function createSystemRandom(): Random {
  const block = new Uint32Array(1_024);
  let next = block.length;
  return {
    uint32: () => {
      if (next === block.length) {
        randomFillSync(block);
        next = 0;
      }
      return block[next++] ?? 0;
    },
  };
}

/** The resident set size of this process, in bytes. */
export const memoryInUse = (): number => process.memoryUsage.rss();

type Network = readonly [address: string, prefix: number];

const LOOPBACK: readonly Network[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];
/** RFC 1918, RFC 6598 (carriers), RFC 4193. */
const PRIVATE: readonly Network[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
];
/**
 * The remaining special-purpose addresses that IANA lists as not globally reachable (RFC 6890), such as the
 * link-local ones at which clouds serve a machine's credentials. Includes IPv6 networks that embed an IPv4 address,
 * since a translator could map them to any of the above.
 */
const NOWHERE: readonly Network[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 128],
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Whether an IP address may be connected to. An IPv4-mapped IPv6 address is judged as IPv4. */
export function createReach(reach: Reach): (address: string) => boolean {
  const loopback = listOf(LOOPBACK);
  const inside = listOf(PRIVATE);
  const nowhere = listOf(NOWHERE);
  return (given) => {
    const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(given)?.[1] ?? given;
    const family = isIP(address) === 6 ? 'ipv6' : isIP(address) === 4 ? 'ipv4' : null;
    if (family === null) return false;
    if (loopback.check(address, family)) return reach !== 'public';
    if (inside.check(address, family)) return reach === 'private';
    return !nowhere.check(address, family) && !/^::ffff:/i.test(address);
  };
}

function listOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

/** Maximum bytes of an answer that are read; the rest is discarded. */
const MAX_ANSWER = 65_536;

const UNREACHABLE = 'the address is none that MNEME_WEBHOOKS lets through';

/** Posts over HTTP(S) to allowed addresses only. Names are checked as resolved for the connection, which defeats DNS rebinding. */
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
    // A new connection each time: a kept one would be reused after its name has changed.
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

/** Calls back when the answer has ended or exceeds the limit: an endless answer must not block. */
function readBounded(answer: IncomingMessage, done: () => void): void {
  let read = 0;
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > MAX_ANSWER) answer.destroy();
  });
  answer.on('error', () => undefined);
  answer.once('close', done);
}

/** Resolves a name to the allowed ones among its addresses. */
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

/** The failure in words, without the address. */
function wordsFor(error: NodeJS.ErrnoException): string {
  const { code = '' } = error;
  if (code === 'EUNREACHABLE') return UNREACHABLE;
  if (code === 'ABORT_ERR') return 'it was stopped';
  return /^[A-Z][A-Z0-9_]{2,50}$/.test(code)
    ? `the connection failed: ${code}`
    : 'the connection failed';
}
