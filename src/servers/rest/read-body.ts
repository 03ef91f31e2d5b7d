import { MnemeError } from '../../domain/errors.js';
import { limitedBody, tooLarge, type BodyLimits } from '../door/limited-body.js';

/** The whole body as text. Throws `too_large`, `invalid_input` for one that comes too slowly or is not UTF-8. */
export async function readText(request: Request, { bodyBytes, patienceMs }: BodyLimits): Promise<string> {
  if (request.body === null) return '';
  assertDeclared(request, bodyBytes);
  const deadline = performance.now() + patienceMs;
  const parts: Uint8Array[] = [];
  for await (const part of limitedBody(request.body, bodyBytes, () => deadline - performance.now())) parts.push(part);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not UTF-8.', { field: 'body', cause });
  }
}

/** The body as a JSON object. Throws `invalid_input` saying what is wrong, without repeating it. */
export function parseObjectBody(text: string): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MnemeError('invalid_input', 'The body is not JSON.', { field: 'body', hint: 'Send a JSON object with content-type application/json.', cause });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new MnemeError('invalid_input', 'The body is not a JSON object.', { field: 'body' });
}

/** Refuses what says itself that it is too long, before any of it is read. */
export function assertDeclared(request: Request, bytes: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > bytes) throw tooLarge(bytes);
}
