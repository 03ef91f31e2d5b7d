import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import { hashOf, headOf, inLine, isItem, noteLines, readItem, stampOf } from './note-line.js';
import type { NoteFields, NoteItem, QuotedTurn } from './note-line.js';

/** A part of a file: a note, what was before, or a person's own lines, which stay as they are. */
type Segment =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'note'; readonly item: NoteItem }
  | { readonly kind: 'history' };

/** A file about a subject, as it was found. */
export interface SubjectFile {
  readonly path: string;
  readonly text: string;
  readonly about: string;
  /** The digest of its notes as they were last written; null in a person's own file. */
  readonly stamp: string | null;
  /** Whether its end is there: an editor may have been stopped in the middle. */
  readonly whole: boolean;
  /** The lines of the front matter that are not ours. */
  readonly front: readonly string[];
  readonly segments: readonly Segment[];
  readonly crlf: boolean;
}

const HISTORY = '<details><!-- mneme: before -->';
const HISTORY_END = '</details>';
const END = '<!-- mneme: end -->';
const FENCE = /^ {0,3}(?:```|~~~)/;
const UNMERGED = /^(?:<{7}|>{7}) /m;

/** Parses a file; null if it is not about a subject. Throws `conflict` while a merge of git is unfinished in it. */
export function readSubjectFile(path: string, text: string): SubjectFile | null {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
  const front = readFront(lines);
  if (front === null) return null;
  if (UNMERGED.test(text))
    throw new MnemeError('conflict', `${path} holds both sides of a merge that is not finished.`, {
      field: 'files.path',
      value: path,
      hint: 'Finish the merge; the file is read again afterwards.',
    });
  const body = lines.slice(front.end);
  const { segments, whole } = readBody(body, front.end, front.about);
  const { about, stamp, others } = front;
  return { path, text, about, stamp, whole, front: others, segments, crlf: text.includes('\r\n') };
}

function readFront(lines: readonly string[]): {
  readonly about: string;
  readonly stamp: string | null;
  readonly others: readonly string[];
  readonly end: number;
} | null {
  if (lines[0]?.trimEnd() !== '---') return null;
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---');
  if (end < 0) return null;
  const front = lines.slice(1, end);
  const field = (name: string): string | null => {
    const line = front.find((each) => each.startsWith(`${name}:`));
    return line === undefined ? null : unquoted(line.slice(name.length + 1).trim());
  };
  const about = field('about');
  if (about === null || about === '') return null;
  const others = front.filter((line) => !/^(?:about|is|mneme):/.test(line));
  return { about, stamp: field('mneme'), others, end: end + 1 };
}

function unquoted(value: string): string {
  if (!value.startsWith('"')) return value.replace(/^'(.*)'$/u, '$1');
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}

/** A value of the front matter: as it is where YAML reads it as text, else in quotes. */
const quoted = (value: string): string =>
  /^[\p{L}][\p{L}\p{M}\p{N} .’()/-]*$/u.test(value) &&
  !/^(?:true|false|yes|no|null|on|off)$/iu.test(value)
    ? value
    : JSON.stringify(value);

/** Lists in code and in comments are a person's own. */
function readBody(
  body: readonly string[],
  before: number,
  about: string,
): { readonly segments: readonly Segment[]; readonly whole: boolean } {
  const segments: Segment[] = [];
  let own: string[] = [];
  let [fenced, commented, past, whole] = [false, false, false, false];
  const close = (): void => {
    if (own.length > 0) segments.push({ kind: 'lines', lines: own });
    own = [];
  };
  for (let at = 0; at < body.length; at++) {
    const line = body[at] as string;
    if (past) {
      past = line.trimEnd() !== HISTORY_END;
      continue;
    }
    if (line.startsWith(HISTORY)) {
      close();
      segments.push({ kind: 'history' });
      past = true;
    } else if (line.trimEnd() === END) whole = true;
    else if (!fenced && !commented && isItem(line)) {
      close();
      const item = readItem(body, at, about);
      segments.push({ kind: 'note', item: { ...item, line: item.line + before } });
      at += item.raw.length - 1;
    } else {
      if (FENCE.test(line)) fenced = !fenced;
      const [open, shut] = [line.lastIndexOf('<!--'), line.lastIndexOf('-->')];
      if (open !== shut) commented = open > shut;
      own.push(line);
    }
  }
  close();
  return { segments, whole: whole && !past };
}

/** A note of the bank, ready to be written. */
export interface ShownNote {
  readonly id: MemoryId;
  readonly fields: NoteFields;
  readonly turns: readonly QuotedTurn[];
}

/** A note that was before. */
export interface FormerNote extends ShownNote {
  /** How it ended, in words: replaced by “Oslo” on 2026-05-01. */
  readonly ended: string;
}

export interface SubjectContent {
  readonly about: string;
  readonly is: string | null;
  readonly notes: readonly ShownNote[];
  readonly history: readonly FormerNote[];
}

export interface RenderedFile {
  readonly text: string;
  readonly stamp: string;
  readonly notes: readonly MemoryId[];
}

/** What stands at an item of a file from now on: a note of the bank, nothing (null), or these lines. */
export type Placed = MemoryId | readonly string[] | null;

/**
 * The file as it is to be: notes where they stood, new ones after them, a person's own lines untouched. `placed` says
 * what each item has become.
 */
export function renderSubject(
  { about, is, notes, history }: SubjectContent,
  file: SubjectFile | null,
  placed: (item: NoteItem) => Placed,
): RenderedFile {
  const open = new Map(notes.map((note) => [note.id, note]));
  const written: ShownNote[] = [];
  const take = (id: MemoryId): string[] => {
    const note = open.get(id);
    if (note === undefined) return [];
    open.delete(id);
    written.push(note);
    return noteLines(id, about, note.fields, note.turns);
  };
  const body = (file?.segments ?? fresh(about)).map((segment) => {
    if (segment.kind === 'lines') return segment.lines;
    if (segment.kind === 'history') return null;
    const now = placed(segment.item);
    return now === null ? [] : typeof now === 'string' ? take(now) : now;
  });
  const last = (file?.segments ?? []).findLastIndex(({ kind }) => kind === 'note');
  const more = notes.flatMap(({ id }) => take(id));
  const [until, rest] = last < 0 ? [body, []] : [body.slice(0, last + 1), body.slice(last + 1)];
  const lines = [...joined(until), ...more, ...joined(rest)];
  while (lines.at(-1)?.trim() === '') lines.pop();
  const stamp = stampOf(
    written.map(({ id, fields }) => [id, hashOf(about, headOf(fields), inLine(fields.text))]),
  );
  const text = [
    '---',
    `about: ${quoted(about)}`,
    ...(is === null ? [] : [`is: ${quoted(inLine(is))}`]),
    ...(file?.front ?? []),
    `mneme: ${quoted(stamp)}`,
    '---',
    ...lines,
    ...(history.length === 0 ? [] : ['', ...historyLines(about, history)]),
    '',
    END,
    '',
  ].join(file?.crlf === true ? '\r\n' : '\n');
  return { text, stamp, notes: written.map(({ id }) => id) };
}

const joined = (parts: readonly (readonly string[] | null)[]): string[] =>
  parts.flatMap((part) => part ?? []);

const fresh = (about: string): Segment[] => [
  { kind: 'lines', lines: ['', `# ${inLine(about)}`, ''] },
];

function historyLines(about: string, history: readonly FormerNote[]): string[] {
  return [
    HISTORY,
    '<summary>What was before</summary>',
    '',
    ...history.flatMap(({ id, fields, turns, ended }) => {
      const [first = '', ...below] = noteLines(id, about, fields, turns);
      return [first, ...below.slice(0, 1), `  (${inLine(ended)})`, ...below.slice(1)];
    }),
    '',
    HISTORY_END,
  ];
}

/** Whether a person wrote anything into it besides notes. */
export function hasOwnLines({ segments, front, about }: SubjectFile): boolean {
  const heading = `# ${inLine(about)}`;
  return (
    front.length > 0 ||
    segments.some(
      (segment) =>
        segment.kind === 'lines' &&
        segment.lines.some((line) => line.trim() !== '' && line.trim() !== heading),
    )
  );
}

export const itemsOf = ({ segments }: SubjectFile): readonly NoteItem[] =>
  segments.flatMap((segment) => (segment.kind === 'note' ? [segment.item] : []));
