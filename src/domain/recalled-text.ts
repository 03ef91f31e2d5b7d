/**
 * What recall delivers as text is fenced by these marks, so that `remember` can tell it from something said anew and
 * never takes it in again: a memory that feeds on its own output fills with copies of itself.
 */
const OPEN = '<recalled-memory';
const CLOSE = '</recalled-memory>';

export function fenceRecalled(id: string, text: string): string {
  return `${OPEN} id="${id}">${text.replaceAll(CLOSE, '')}${CLOSE}`;
}

export interface Stripped {
  readonly text: string;
  /** The memories whose text was taken out. */
  readonly ids: readonly string[];
}

/** Takes fenced spans out of a text. An unclosed fence runs to the end. */
export function stripRecalled(text: string): Stripped {
  const ids: string[] = [];
  let rest = text;
  let kept = '';
  for (;;) {
    const open = rest.indexOf(OPEN);
    if (open < 0) return { text: (kept + rest).trim(), ids };
    kept += rest.slice(0, open);
    ids.push(/^<recalled-memory id="([^"]{1,40})"/.exec(rest.slice(open, open + 80))?.[1] ?? '');
    const close = rest.indexOf(CLOSE, open);
    if (close < 0) return { text: kept.trim(), ids };
    rest = rest.slice(close + CLOSE.length);
  }
}
