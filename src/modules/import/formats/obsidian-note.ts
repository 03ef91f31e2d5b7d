/** A text with its links as words, and where they lead. */
export interface LinkedText {
  readonly text: string;
  /** Notes that are linked to, each once. */
  readonly links: readonly string[];
  readonly tags: readonly string[];
  /** Pictures and files that are shown there, and are no text. */
  readonly attachments: readonly string[];
}

const LINK = /(!?)\[\[([^[\]\n]{1,500})\]\]/g;
/** A word behind a number sign, as a tag: not a heading, not a number, not within an address. */
const TAG = /(^|[\s(])#([\p{L}_][\p{L}\p{M}\p{N}_/-]{0,99})/gu;
const ATTACHED =
  /\.(?:png|jpe?g|gif|svg|webp|bmp|pdf|mp3|m4a|wav|ogg|mp4|mov|webm|canvas|excalidraw)$/i;

/** Reads the links and tags of a note; what is code stays as it is. */
export function readLinks(text: string): LinkedText {
  const [links, tags, attachments] = [new Set<string>(), new Set<string>(), new Set<string>()];
  if (/^\s*(?:```|~~~)/.test(text)) return { text, links: [], tags: [], attachments: [] };
  const words = text
    .replace(LINK, (_, shown: string, inner: string) => {
      const bar = inner.indexOf('|');
      const target = (bar < 0 ? inner : inner.slice(0, bar)).trim();
      const note = target.replace(/[#^].*$/s, '').trim();
      if (shown === '!' && ATTACHED.test(note)) {
        attachments.add(note);
        return '';
      }
      if (note !== '') links.add(note);
      const alias = bar < 0 ? '' : inner.slice(bar + 1).trim();
      return alias === '' ? wordsOf(target) : alias;
    })
    .replace(/\s\^[\w-]{1,100}$/gm, '');
  for (const [, , tag] of words.matchAll(TAG)) if (tag !== undefined) tags.add(tag);
  return { text: words.trim(), links: [...links], tags: [...tags], attachments: [...attachments] };
}

/** `Projects/Heron#Next steps` as `Heron, Next steps`. */
const wordsOf = (target: string): string =>
  target
    .split(/[#^]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, at) => (at === 0 ? part.replace(/^.*\//s, '') : part))
    .join(', ');

/** A box that is ticked or not, with what is to be done. */
export interface Task {
  readonly state: 'open' | 'done' | 'cancelled';
  readonly text: string;
}

/** A line of a list that begins with a box; null for any other line. */
export function readTask(line: string): Task | null {
  const [, box, text] = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?\[(.)\]\s+(\S.*)$/s.exec(line) ?? [];
  if (box === undefined || text === undefined || /^\(/.test(text)) return null;
  const state = /[xX]/.test(box) ? 'done' : box === '-' ? 'cancelled' : 'open';
  return { state, text: text.trim() };
}

/** Dates that the Tasks plugin writes as signs, as words. */
export const withDates = (text: string): string =>
  text
    .replace(/📅\s*(\d{4}-\d{2}-\d{2})/gu, ', due $1')
    .replace(/⏳\s*(\d{4}-\d{2}-\d{2})/gu, ', planned for $1')
    .replace(/🛫\s*(\d{4}-\d{2}-\d{2})/gu, ', from $1')
    .replace(/✅\s*(\d{4}-\d{2}-\d{2})/gu, ', done on $1')
    .replace(/[🔺⏫🔼🔽⏬]/gu, '')
    .replaceAll(' ,', ',')
    .trim();
