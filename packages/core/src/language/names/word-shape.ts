/**
 * The form of a token. `code` is an identifier, a file or anything in backticks; `uncased` a script without
 * capitals.
 */
export type Shape =
  | 'lower'
  | 'capital'
  | 'letter'
  | 'caps'
  | 'mixed'
  | 'number'
  | 'handle'
  | 'tag'
  | 'code'
  | 'uncased';

const NAME_PREFIX = /^(?:Mc|Mac|O['’]|D['’]|De|Di|Du|Da|Le|La|Van|Von|Fitz|St|Al)\p{Lu}\p{Ll}+$/u;
const INITIALS = /^(?:\p{Lu}\.)+\p{Lu}$/u;

/** "J.K", "U.S": capitals with full stops between them. */
export function isInitials(text: string): boolean {
  return INITIALS.test(text);
}

/** The form of a word. A Scottish, Irish or Romance prefix does not count as mixed case: McDonald, O'Brien, LeBron. */
export function shapeOf(text: string): Shape {
  const first = String.fromCodePoint(text.codePointAt(0) as number);
  if (first >= '0' && first <= '9') return /^[\d.,:]+$/.test(text) ? 'number' : 'lower';
  if (/_/.test(text)) return 'code';
  if (first.toLowerCase() === first.toUpperCase()) return 'uncased';
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length === 1)
    return first === first.toUpperCase() ? (text.length > 1 ? 'caps' : 'letter') : 'lower';
  if (isInitials(text)) return 'caps';
  const upper = first !== first.toLowerCase();
  if (upper && (letters === letters.toUpperCase() || /^\p{Lu}{2,}s$/u.test(text))) return 'caps';
  if (upper && NAME_PREFIX.test(text)) return 'capital';
  const inner = text.split(/[-–]/).some((part) => /\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}/u.test(part));
  if (inner) return upper || /^\p{Ll}\p{Lu}/u.test(text) ? 'mixed' : 'code';
  return upper ? 'capital' : 'lower';
}
