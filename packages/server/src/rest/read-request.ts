import type { IncomingMessage } from 'node:http';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { bankOfUser, takeUser } from '@mneme/core/domain/user-bank.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import { assertParsable, type BodyLimits, tooLarge, tooSlow } from '../auth/input-limits.js';

/** Bank and parameters of a request. */
interface AskedBank {
  readonly bank: string;
  /** Query and body without the user field. */
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The bank of a request: the user's own where query or body name one. Throws `invalid_input`. */
export function askedBank(
  bank: string,
  url: string,
  body: Readonly<Record<string, unknown>> = {},
): AskedBank {
  const query = new URL(url).searchParams;
  const inAddress = query.get('userId') ?? query.get('user_id') ?? undefined;
  for (const name of ['userId', 'user_id']) query.delete(name);
  const { userId: inBody, rest } = takeUser(body);
  const { userId } = takeUser(definedOnly({ userId: inBody, user_id: inAddress }));
  return { bank: bankOfUser(bank, userId), query, body: rest };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The whole body as text, directly from the connection: a web stream for each small body costs more than the rest of
 * the handling. Throws `too_large`, `invalid_input` for one that is too slow or not UTF-8, `interrupted` when the
 * sender disconnected.
 */
export async function readText(incoming: IncomingMessage, limits: BodyLimits): Promise<string> {
  assertDeclared(incoming.headers['content-length'], limits.bodyBytes);
  const body = await readBytes(incoming, limits);
  try {
    return UTF8.decode(body);
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not UTF-8.', { field: 'body', cause });
  }
}

function readBytes(
  incoming: IncomingMessage,
  { bodyBytes, patienceMs }: BodyLimits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let read = 0;
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      incoming.off('data', take).off('end', end).off('close', gone).off('error', gone).pause();
      done();
    };
    const take = (part: Buffer): void => {
      parts.push(part);
      read += part.length;
      if (read > bodyBytes) settle(() => reject(tooLarge(bodyBytes)));
    };
    const end = (): void =>
      settle(() =>
        resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)),
      );
    const gone = (): void =>
      settle(() =>
        reject(
          new MnemeError('interrupted', 'The sender went before the body was there.', {
            field: 'body',
          }),
        ),
      );
    const timer = setTimeout(() => settle(() => reject(tooSlow())), patienceMs);
    incoming.on('data', take).on('end', end).on('close', gone).on('error', gone);
    // A client that disconnected during authentication emits no event any more.
    if (incoming.destroyed) gone();
  });
}

/** Parses a JSON object. Throws `invalid_input` saying what is wrong, without quoting the body. */
export function parseObjectBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  assertParsable(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not JSON.', {
      field: 'body',
      hint: 'Send a JSON object with content-type application/json.',
      cause,
    });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new MnemeError('invalid_input', 'The body is not a JSON object.', { field: 'body' });
}

/** Refuses a body by its declared length, before reading it. */
export function assertDeclared(contentLength: string | undefined, bytes: number): void {
  if (Number(contentLength ?? 0) > bytes) throw tooLarge(bytes);
}
