/** Maximum nesting depth of any input; the limit of protocol buffers, too. */
const MAX_JSON_DEPTH = 100;
/** Maximum number of values in a request: ten times the largest model's vector, or the runs of a day. */
export const MAX_JSON_VALUES = 200_000;

/** Where and why a JSON text exceeds the limits. */
interface JsonExcess {
  /** UTF-16 offset. */
  readonly at: number;
  /** A clause without a full stop. */
  readonly reason: string;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Why a text must not be parsed: values nested too deep, which take a parser seconds and overflow any recursion, or
 * more than `values` of them. Null if it may be parsed; it need not be valid JSON.
 */
export function jsonExcess(text: string, values = Number.POSITIVE_INFINITY): JsonExcess | null {
  let depth = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (unit === OPEN_LIST || unit === OPEN_OBJECT) depth++;
    else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) depth--;
    else if (unit !== COMMA) continue;
    else count++;
    if (depth > MAX_JSON_DEPTH)
      return { at, reason: `values are nested more than ${MAX_JSON_DEPTH} deep` };
    if (count >= values) return { at, reason: `there are more than ${values} values` };
  }
  return null;
}

/** The position of the quotation mark that closes the string starting at `start`; the end if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return text.length;
}

/** Maximum nesting depth of any operation's input. */
const DEEPEST = 64;

/**
 * The same value with unpaired surrogates replaced by the replacement character. UTF-8 cannot represent them: the
 * stored text would differ from the hashed one, and never be found as given.
 */
export function wellFormed<T>(value: T): T {
  return mended(value, 0) as T;
}

function mended(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    // A vector contains no text, and is long.
    if (typeof value[0] === 'number') return value;
    const parts = value.map((part) => mended(part, depth + 1));
    return parts.every((part, at) => part === value[at]) ? value : parts;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  const parts = entries.map(
    ([key, part]) => [mended(key, depth), mended(part, depth + 1)] as const,
  );
  return entries.every(([key, part], at) => parts[at]?.[0] === key && parts[at][1] === part)
    ? value
    : Object.fromEntries(parts);
}

/**
 * Matches only invisible characters: spaces, controls, marks of direction and width, fillers, the blank Braille cell.
 */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text has any visible character. */
export const hasText = (text: string): boolean =>
  (text.charCodeAt(0) > 32 && text.charCodeAt(0) < 127) || !UNSEEN.test(text);

/** Whether a value is an object with fields, and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON that is the same for equal values, in whatever order their fields were written. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isRecord(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** Drops undefined fields. */
export function definedOnly<Given extends object>(
  given: Given,
): { [Name in keyof Given]?: Exclude<Given[Name], undefined> } {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as ReturnType<typeof definedOnly<Given>>;
}
