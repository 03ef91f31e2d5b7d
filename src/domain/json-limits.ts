/** Nothing that is taken in is nested deeper; protocol buffers end there, too. */
const MAX_JSON_DEPTH = 100;
/** Values of one request: a vector of the largest model, or the runs of a day, are a tenth of it. */
export const MAX_JSON_VALUES = 200_000;

/** Where a JSON text is more than is read, and how. */
export interface JsonExcess {
  /** UTF-16 offset. */
  readonly at: number;
  /** A clause without a full stop. */
  readonly reason: string;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * What keeps a text from being parsed: values nested too deep, which a parser spends seconds on and whoever walks them then falls over,
 * or more of them than `values`. Null where there is nothing; whether it is JSON at all is the parser's to say.
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

/** The place of the quotation mark that closes the string which begins at `start`; the end where none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === BACKSLASH) at++;
  }
  return text.length;
}
