import { isRecord } from '../../../language/json/parse-json.js';

type Json = Readonly<Record<string, unknown>>;

/** Where ChatGPT marks a source: between private characters, or as `【12†source】`. */
const OPEN = '\uE200';
const CLOSE = '\uE201';
const BRACKETED = /【[^【】\n]{1,200}†[^【】\n]{0,300}】/g;

/**
 * The words without marks that lead nowhere outside ChatGPT: where the message says what a mark stands for, its title and address come in
 * its place; other marks go.
 */
export function withoutCitations(words: string, metadata: Json): string {
  if (!words.includes(OPEN) && !words.includes('†')) return words;
  const known = referencesOf(metadata);
  return withoutMarks(replaced(words, known))
    .replace(BRACKETED, (mark) => known.get(mark) ?? '')
    .replaceAll(' .', '.')
    .trimEnd();
}

function replaced(words: string, known: ReadonlyMap<string, string>): string {
  // Each reference is looked for once, from the start: a text has as many as it has marks.
  let [text, from] = ['', 0];
  for (let at = words.indexOf(OPEN); at >= 0; at = words.indexOf(OPEN, from)) {
    const end = words.indexOf(CLOSE, at);
    if (end < 0) break;
    const mark = words.slice(at, end + 1);
    const told = known.get(mark) ?? '';
    text += words.slice(from, at).replace(told === '' ? '' : / $/, '') + told;
    from = end + 1;
  }
  return text + words.slice(from);
}

/** A mark that is cut off loses its signs and keeps its words out. */
function withoutMarks(words: string): string {
  const open = words.indexOf(OPEN);
  return (open < 0 ? words : words.slice(0, open)).replace(/[\uE200-\uE206]/g, '');
}

/** What each mark stands for, as ` (title, address)`. */
function referencesOf(metadata: Json): ReadonlyMap<string, string> {
  const listed = Array.isArray(metadata.content_references)
    ? metadata.content_references.filter(isRecord)
    : [];
  return new Map(
    listed.flatMap((reference) => {
      const mark = reference.matched_text;
      const told = sourcesOf(reference);
      return typeof mark === 'string' && told !== '' ? [[mark, ` (${told})`]] : [];
    }),
  );
}

function sourcesOf(reference: Json): string {
  const items = Array.isArray(reference.items) ? reference.items.filter(isRecord) : [];
  const told = (items.length > 0 ? items : [reference]).flatMap(({ title, name, url }) => {
    const words = [title ?? name, url].filter(
      (each): each is string => typeof each === 'string' && each.trim() !== '',
    );
    return words.length === 0 ? [] : [words.join(', ')];
  });
  return told.slice(0, 3).join('; ');
}
