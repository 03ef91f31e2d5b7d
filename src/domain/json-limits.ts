/** Maximum nesting depth of any input; the limit of protocol buffers, too. */
const MAX_JSON_DEPTH = 100;
/** Maximum number of values in a request: ten times a vector of the largest model, or the runs of a day. */
export const MAX_JSON_VALUES = 200_000;

/** Where and why a JSON text exceeds the limits. */
export interface JsonExcess {
  /** UTF-16 offset. */
  readonly at: number;
  /** A clause without a full stop. */
  readonly reason: string;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Why a text must not be parsed: values nested too deep, on which a parser spends seconds and any recursion
 * overflows, or more of them than `values`. Null if it may be; whether it is valid JSON is left to the
 * parser.
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
