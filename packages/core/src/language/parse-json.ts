import { jsonExcess } from '../domain/well-formed.js';

/** Where a text stops being valid JSON, and why. */
interface JsonFault {
  /** UTF-16 offset. */
  readonly at: number;
  /** A clause without a full stop. */
  readonly reason: string;
}

type Expected =
  | 'a value'
  | 'a value or "]"'
  | 'a key in double quotes'
  | 'a key in double quotes or "}"'
  | '":"'
  | '"," or "]"'
  | '"," or "}"'
  | 'the end';

type Closer = '}' | ']';
type Token = '{' | '[' | Closer | ':' | ',' | 'string' | 'scalar';

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the first fault of a text that `JSON.parse` refused; null if there is none. The engine's own message gives a
 * position for some faults only, and its wording differs between versions.
 */
export function findJsonFault(text: string): JsonFault | null {
  const open: Closer[] = [];
  let expected: Expected = 'a value';
  let at = endOf(SPACE, text, 0) ?? 0;
  while (at < text.length) {
    const read = readToken(text, at);
    if ('reason' in read) return read;
    const next: Expected | null = read.token === null ? null : step(expected, read.token, open);
    if (next === null) return { at, reason: `expected ${expected}, got ${shown(text, at)}` };
    expected = next;
    at = endOf(SPACE, text, read.end) ?? read.end;
  }
  return expected === 'the end'
    ? null
    : { at, reason: `the text ends where ${expected} should follow` };
}

/** The next state after `token`; null if it is not allowed here. Updates `open`, the stack of brackets to close. */
function step(expected: Expected, token: Token, open: Closer[]): Expected | null {
  if (token === open.at(-1) && (expected.endsWith('"]"') || expected.endsWith('"}"'))) {
    open.pop();
    return afterValue(open);
  }
  if (expected.startsWith('a value')) return startValue(token, open);
  if (expected.startsWith('a key')) return token === 'string' ? '":"' : null;
  if (expected === '":"') return token === ':' ? 'a value' : null;
  if (expected === 'the end' || token !== ',') return null;
  return open.at(-1) === '}' ? 'a key in double quotes' : 'a value';
}

function startValue(token: Token, open: Closer[]): Expected | null {
  if (token === 'string' || token === 'scalar') return afterValue(open);
  if (token !== '{' && token !== '[') return null;
  open.push(token === '{' ? '}' : ']');
  return token === '{' ? 'a key in double quotes or "}"' : 'a value or "]"';
}

function afterValue(open: readonly Closer[]): Expected {
  const closer = open.at(-1);
  if (closer === undefined) return 'the end';
  return closer === '}' ? '"," or "}"' : '"," or "]"';
}

function readToken(
  text: string,
  at: number,
): { readonly token: Token | null; readonly end: number } | JsonFault {
  const first = text.charAt(at);
  if (first === '"') return readString(text, at);
  if (
    first === '{' ||
    first === '[' ||
    first === '}' ||
    first === ']' ||
    first === ':' ||
    first === ','
  )
    return { token: first, end: at + 1 };
  const end = endOf(SCALAR, text, at);
  return end === null ? { token: null, end: at } : { token: 'scalar', end };
}

function readString(
  text: string,
  start: number,
): { readonly token: 'string'; readonly end: number } | JsonFault {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) return { token: 'string', end: at + 1 };
    if (unit < 0x20)
      return { at, reason: 'a line break or control character stands inside a quoted text' };
    if (unit !== 0x5c) continue;
    const end = endOf(ESCAPE, text, at);
    if (end === null) return { at, reason: `${shown(text, at, 2)} is no escape that JSON knows` };
    at = end - 1;
  }
  return { at: start, reason: 'the quoted text that begins here is never closed' };
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  // A copy: sticky patterns are stateful, and module state would be shared.
  const sticky = new RegExp(pattern);
  sticky.lastIndex = at;
  return sticky.test(text) ? sticky.lastIndex : null;
}

function shown(text: string, at: number, length = 1): string {
  return JSON.stringify(
    Array.from(text.slice(at, at + 2 * length))
      .slice(0, length)
      .join(''),
  );
}

type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** From 1. */ readonly line: number;
      /** From 1, in UTF-16 units. */ readonly column: number;
      readonly reason: string;
    };

/** Parses JSON. The error reports position and reason, in the same words on every engine. */
export function parseJson(text: string): ParsedJson {
  const excess = jsonExcess(text);
  if (excess !== null) return faultAt(text, excess);
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (cause) {
    return faultAt(
      text,
      findJsonFault(text) ?? {
        at: 0,
        reason: cause instanceof Error ? cause.message : String(cause),
      },
    );
  }
}

function faultAt(text: string, { at, reason }: JsonFault): ParsedJson {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { ok: false, line: before.split('\n').length, column: at - lineStart + 1, reason };
}

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
