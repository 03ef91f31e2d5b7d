import type { Shape } from './word-shape.js';

const FILE =
  /^[\w.-]*(?:\/[\w.-]+)+$|^[\w-]+\.(?:ts|js|tsx|jsx|json|py|rs|go|java|rb|md|ya?ml|toml|sql|html|css|sh|csv|txt|lock)$/;
const POSSESSIVE = /['’]s$/i;
/** Node.js and example.com look like files. */
const SUFFIXED = /\.(?:js|io|ai|com|net|org|app|dev|ts|NET)$/i;

/** One token that fills its chunk; `from` and `to` are relative to the chunk. */
export interface Special {
  readonly text: string;
  readonly shape: Shape;
  readonly from: number;
  readonly to: number;
}

/**
 * A chunk that is one token because of its sigil: `@maria`, `#running`, `` `parse()` ``, `packages/mneme/src/index.ts`;
 * 'skip' for an e-mail address.
 */
export function specialChunk(chunk: string): Special | 'skip' | undefined {
  const from = firstInner(chunk);
  const body = chunk.slice(from, lastInner(chunk, from));
  if (body.length < 2) return undefined;
  const to = from + body.length;
  const ticked = chunk[from - 1] === '`' && chunk[to] === '`';
  if (ticked) return { text: body, shape: 'code', from: from - 1, to: to + 1 };
  const at = body.indexOf('@');
  if (at > 0) return 'skip';
  if (at === 0)
    return { text: body.slice(1), shape: body.includes('/') ? 'code' : 'handle', from, to };
  if (body[0] === '#')
    return /^#\p{L}/u.test(body) ? { text: body.slice(1), shape: 'tag', from, to } : undefined;
  if (
    (body.includes('/') || body.includes('.')) &&
    body.length <= 200 &&
    FILE.test(body) &&
    isFile(body)
  ) {
    return { text: body, shape: 'code', from, to };
  }
  return undefined;
}

/** "and/or" and "9/10" are not paths: a path has an extension, a leading slash, or more than one slash. */
function isFile(body: string): boolean {
  if (!/[a-z]/i.test(body) || (SUFFIXED.test(body) && !body.includes('/') && /^[A-Z]/.test(body)))
    return false;
  return (
    !body.includes('/') ||
    body.startsWith('/') ||
    body.includes('.') ||
    body.indexOf('/') !== body.lastIndexOf('/')
  );
}

function firstInner(chunk: string): number {
  let from = 0;
  while (from < chunk.length && '("\'“‘`[{<*_'.includes(chunk[from] as string)) from++;
  return from;
}

function lastInner(chunk: string, from: number): number {
  let to = chunk.length;
  while (to > from && '.,;:!?)"\'”’`]}>*_…'.includes(chunk[to - 1] as string)) to--;
  if (to > from && POSSESSIVE.test(chunk.slice(to - 2, to))) to -= 2;
  return to;
}
