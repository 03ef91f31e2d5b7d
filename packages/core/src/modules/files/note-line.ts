import { createHash } from 'node:crypto';
import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import { Day, NOTE_STATUSES, NOTE_TYPES, type Note } from '../../domain/note.js';

/** What a person may change in a note's lines. */
export interface NoteFields extends Pick<
  Note,
  'aspect' | 'value' | 'from' | 'until' | 'status' | 'type'
> {
  /** The sentence below; empty if there is none. */
  readonly text: string;
}

interface ItemText {
  /** Its first line without mark and comment, and the sentence below. */
  readonly head: string;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A list item of a file. */
export interface NoteItem extends ItemText {
  /** Null for a line that a person wrote. */
  readonly id: MemoryId | null;
  /** The digest that was written beside the id, so that an edit shows whatever the bank holds by now. */
  readonly written: string | null;
  /** The digest of what it says now. */
  readonly hash: string;
  /** As it stands in the file. */
  readonly raw: readonly string[];
}

/** An item of a list that is no task; or a line that asks for something, as in `[PIN: m_…]`. */
const MARK = /^(?:[-*+] (?!\[[ xX]\])|(?=\[(?:MERGE|FORGET|NOTE|PIN|RESOLVE)\b[^\]]*:))/;
const COMMENT = /<!--\s*(m_[0-9a-z]{13})(?:\s+([0-9a-f]{8}))?\s*-->/;
const SEPARATOR = ' · ';
const QUOTED = 160;

export const isItem = (line: string): boolean => MARK.test(line);

const collapsed = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Text as it may stand in a file: on one line, unable to open a comment. */
export const inLine = (text: string): string =>
  collapsed(text).replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');

const digest = (text: string, letters: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, letters);

/** The digest of a note in a file; line breaks and spaces within it do not count. */
export const hashOf = (about: string, head: string, text: string): string =>
  digest(`${collapsed(about)}\n${collapsed(`${head} ${text}`)}`, 8);

/** The digest of the notes of a file, as they were written: tells an edited file from an older one. */
export const stampOf = (notes: readonly (readonly [id: string, hash: string])[]): string =>
  digest(notes.map((note) => note.join(' ')).join('\n'), 12);

/** The item that begins at a line, with its indented lines. */
export function readItem(lines: readonly string[], at: number, about: string): NoteItem {
  let end = at + 1;
  while (end < lines.length && /^\s+\S/u.test(lines[end] ?? '')) end++;
  const raw = lines.slice(at, end);
  const [first = '', ...below] = raw;
  const [, id, written] = COMMENT.exec(raw.filter((each) => !isQuote(each)).join(' ')) ?? [];
  const head = collapsed(withoutComment(first).replace(MARK, ''));
  const text = collapsed(
    below
      .filter((each) => !isQuote(each))
      .map((each) => withoutComment(each))
      .join(' '),
  );
  return {
    id: id === undefined ? null : (id as MemoryId),
    written: written ?? null,
    hash: hashOf(about, head, text),
    line: at + 1,
    raw,
    head,
    text,
  };
}

const isQuote = (line: string): boolean => line.trimStart().startsWith('>');

const withoutComment = (line: string): string => line.replace(COMMENT, '');

/** What a memory's note says in a file. */
export function fieldsOf({ content, note }: Memory & { readonly note: Note }): NoteFields {
  const { aspect, value, from, until, status, type } = note;
  return { aspect, value, from, until, status, type, text: content };
}

/** The first line of a note, without mark and comment. */
export function headOf({ aspect, value, from, until, status, type }: NoteFields): string {
  return [
    `**${inLine(aspect)}**: ${inLine(value)}`,
    ...(from === null ? [] : [`from ${from}`]),
    ...(until === null ? [] : [`until ${until}`]),
    ...(status === 'holds' ? [] : [status]),
    ...(type === 'fact' ? [] : [type]),
  ].join(SEPARATOR);
}

/** A turn that a note was read off, as quoted below it. */
export interface QuotedTurn {
  readonly id: MemoryId;
  readonly day: string;
  readonly speaker: string | null;
  readonly content: string;
}

/** A note as lines of a file. */
export function noteLines(
  id: MemoryId,
  about: string,
  fields: NoteFields,
  turns: readonly QuotedTurn[],
): string[] {
  const head = headOf(fields);
  const text = inLine(fields.text);
  return [
    `- ${head} <!-- ${id} ${hashOf(about, head, text)} -->`,
    `  ${text.startsWith('>') ? `\\${text}` : text}`,
    ...turns.map(
      ({ id: turn, day, speaker, content }) =>
        `  > ${day}${speaker === null ? '' : ` ${inLine(speaker)}`}: ${cut(inLine(content))} <!-- ${turn} -->`,
    ),
  ];
}

/** A person's line as it is, with the id under which the bank holds it back. */
export function markedLines(
  { raw: [first = '', ...below], hash }: NoteItem,
  id: MemoryId,
): string[] {
  return [`${withoutComment(first).trimEnd()} <!-- ${id} ${hash} -->`, ...below];
}

const cut = (text: string): string =>
  text.length <= QUOTED ? text : `${text.slice(0, QUOTED - 1)}…`;

const UNSAID = { from: null, until: null, status: 'holds', type: 'fact' } as const;

/**
 * What an item says. A line without “aspect: value” is a remark whose value is all of it. Throws `invalid_input` for
 * a day that is none.
 */
export function readFields({ head, text, line }: ItemText): NoteFields {
  const parts = head.split(SEPARATOR);
  let found: Omit<NoteFields, 'aspect' | 'value' | 'text'> = UNSAID;
  for (; parts.length > 1; parts.pop()) {
    const last = collapsed(parts.at(-1) ?? '');
    const [, end, day = ''] = /^(from|since|until) (\d\S*)$/.exec(last) ?? [];
    const status = NOTE_STATUSES.find((each) => each === last.toLowerCase());
    const type = NOTE_TYPES.find((each) => each === last.toLowerCase());
    if (end === 'until') found = { ...found, until: dayIn(day, line) };
    else if (end !== undefined) found = { ...found, from: dayIn(day, line) };
    else if (status !== undefined) found = { ...found, status };
    else if (type !== undefined) found = { ...found, type };
    else break;
  }
  const { aspect, value } = splitHead(collapsed(parts.join(SEPARATOR)));
  return { ...found, aspect, value, text: text.startsWith('\\>') ? text.slice(1) : text };
}

/** Aspects are short: a colon further on belongs to a sentence. */
const MAX_ASPECT = 60;

function splitHead(head: string): Pick<NoteFields, 'aspect' | 'value'> {
  const bold = /^(?:\*\*|__)/.exec(head)?.[0];
  const end = bold === undefined ? -1 : head.indexOf(bold, 2);
  if (end > 2) {
    const rest = head.slice(end + 2).trim();
    const aspect = head.slice(2, end).trim();
    const value = (rest.startsWith(':') ? rest.slice(1) : rest).trim();
    return { aspect: aspect.endsWith(':') ? aspect.slice(0, -1) : aspect, value };
  }
  const colon = head.indexOf(': ');
  return colon > 0 && colon <= MAX_ASPECT
    ? { aspect: head.slice(0, colon).trim(), value: head.slice(colon + 2).trim() }
    : { aspect: 'remark', value: head };
}

function dayIn(day: string, line: number): string {
  if (Day.safeParse(day).success) return day;
  throw new MnemeError('invalid_input', `line ${line}: ${day} is no day.`, {
    field: 'files.line',
    value: day,
    hint: 'Write it as in 2026-05-01.',
  });
}

/**
 * A note's fields after an edit: what the person changed, and the rest as it was. If only the sentence or only the
 * value was changed, the other follows it.
 */
export function editedFields(before: NoteFields, edited: NoteFields): NoteFields {
  const shown = readFields({ head: headOf(before), text: inLine(before.text), line: 0 });
  const pick = <Field extends keyof NoteFields>(field: Field): NoteFields[Field] =>
    edited[field] === shown[field] ? before[field] : edited[field];
  const now: NoteFields = {
    aspect: pick('aspect'),
    value: pick('value'),
    from: pick('from'),
    until: pick('until'),
    status: pick('status'),
    type: pick('type'),
    text: edited.text === '' ? before.text : pick('text'),
  };
  const [sameValue, sameText] = [now.value === before.value, now.text === before.text];
  if (sameText && !sameValue) return { ...now, text: withValue(now.text, before.value, now.value) };
  if (sameValue && !sameText) return { ...now, value: valueAfter(before, now.text) };
  return now;
}

/** Where a value stands in a sentence as words of its own, the last time; -1 if it does not. */
function wholeAt(text: string, value: string): number {
  const inWord = (letter: string | undefined): boolean => /[\p{L}\p{N}]/u.test(letter ?? '');
  for (
    let at = text.lastIndexOf(value);
    at >= 0;
    at = at === 0 ? -1 : text.lastIndexOf(value, at - 1)
  )
    if (!inWord(text[at - 1]) && !inWord(text[at + value.length])) return at;
  return -1;
}

/** The sentence with the new value; empty, to be composed anew, if it did not name the former one. */
function withValue(text: string, before: string, value: string): string {
  const at = wholeAt(text, before);
  return at < 0 ? '' : text.slice(0, at) + value + text.slice(at + before.length);
}

/** What takes a value's place has at most so many words more. */
const MORE_WORDS = 2;

/** The value that goes with new words: what stands in its place where nothing else was changed; else what it was. */
function valueAfter({ value, text: was }: NoteFields, text: string): string {
  const at = wholeAt(was, value);
  if (at < 0 || names(text, value)) return value;
  const before = was.slice(0, at);
  const after = was.slice(at + value.length);
  const told = text.slice(before.length, text.length - after.length).trim();
  const around = text.startsWith(before) && text.endsWith(after);
  const isValue = told !== '' && wordCount(told) <= wordCount(value) + MORE_WORDS;
  return around && isValue ? told.slice(0, 500) : value;
}

const names = (text: string, value: string): boolean =>
  text.toLowerCase().includes(value.toLowerCase());

const wordCount = (text: string): number => text.split(' ').length;

/** Whether a sentence that named the value was worded anew without it: what holds now may be something else. */
export const losesValue = (before: NoteFields, edited: NoteFields): boolean =>
  edited.text !== before.text &&
  edited.value === before.value &&
  names(before.text, before.value) &&
  !names(edited.text, edited.value);

/** The sentence of a line that has none. */
export const sentenceOf = (about: string, { aspect, value, text }: NoteFields): string =>
  text !== '' ? text : aspect === 'remark' ? value : `${about}: ${aspect}: ${value}`;
