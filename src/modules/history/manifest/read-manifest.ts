import {
  MANIFEST_VERBS,
  type BadLine,
  type ManifestLine,
  type ManifestVerb,
} from '../../../domain/manifest.js';
import { HEAD } from './write-manifest.js';

export interface ReadManifest {
  /** Null if the file does not say which bank it was written from. */
  readonly head: { readonly bank: string; readonly sequence: number } | null;
  readonly lines: readonly ManifestLine[];
  readonly bad: readonly BadLine[];
}

/**
 * Commands count only below these headings: the lists above show remembered text, and nobody's words may
 * become a command.
 */
const ACTING = new Set(['pending actions', 'notes']);
const HEADING = /^#{1,6}\s+(\S.*)$/su;
const ACTION = /^(?:[-*+]\s+)?\[\s*([A-Za-z]+)((?:\s+\w+)*)\s*:([^\]]*)\](.*)$/su;
const MAX_LINES = 500;

/**
 * Parses an edited manifest: what each line asks for, and which lines cannot be parsed. Pure; ids are not
 * looked up.
 */
export function readManifest(text: string): ReadManifest {
  const found = HEAD.exec(text);
  const lines: ManifestLine[] = [];
  const bad: BadLine[] = [];
  let acting = false;
  let comment = false;
  for (const [at, raw] of text.split(/\r?\n/u).entries()) {
    const line = at + 1;
    const opened = comment;
    const bare = withoutComments(raw, opened).trim();
    comment = endsInComment(raw, opened);
    const heading = HEADING.exec(bare)?.[1]
      ?.replace(/(?<!#)#+$/u, '')
      .trim()
      .toLowerCase();
    if (heading !== undefined) acting = ACTING.has(heading);
    if (heading !== undefined || !acting || bare === '') continue;
    const read = readLine(line, bare);
    if ('message' in read) bad.push(read);
    else lines.push(read);
  }
  if (lines.length > MAX_LINES)
    bad.push({
      line: lines[MAX_LINES]?.line ?? 0,
      message: `A file may ask for ${MAX_LINES} things at most; apply it in parts.`,
    });
  return {
    head: found === null ? null : { bank: found[1] ?? '', sequence: Number(found[2]) },
    lines,
    bad,
  };
}

function readLine(line: number, text: string): ManifestLine | BadLine {
  const match = ACTION.exec(text);
  if (match === null)
    return {
      line,
      message: `“${text.slice(0, 60)}” is no action. Write one as [FORGET: m_…] Why, or put it into a comment.`,
    };
  const [, word = '', options = '', ids = '', note = ''] = match;
  const verb = MANIFEST_VERBS.find((each) => each === word.toLowerCase());
  if (verb === undefined)
    return {
      line,
      message: `${word} is no action. There are ${MANIFEST_VERBS.map((each) => each.toUpperCase()).join(', ')}.`,
    };
  const named = ids.split(/[\s,]+/u).filter((id) => id !== '');
  const count = wrongCount(verb, named.length);
  if (count !== null) return { line, message: count };
  return {
    line,
    verb,
    options: options.split(/\s+/u).filter((option) => option !== ''),
    ids: named,
    note: note.trim(),
  };
}

function wrongCount(verb: ManifestVerb, count: number): string | null {
  if (verb === 'merge')
    return count < 2 ? 'MERGE needs two memories or more: [MERGE: m_…, m_…].' : null;
  if (verb === 'resolve')
    return count === 1 ? null : 'RESOLVE needs one conflict: [RESOLVE newer: k_…].';
  return count > 0 ? null : `${verb.toUpperCase()} needs a memory: [${verb.toUpperCase()}: m_…].`;
}

function withoutComments(text: string, inside: boolean): string {
  let told = '';
  let at = inside ? text.indexOf('-->') + 3 : 0;
  if (inside && at < 3) return '';
  for (;;) {
    const open = text.indexOf('<!--', at);
    const close = open < 0 ? -1 : text.indexOf('-->', open + 4);
    told += text.slice(at, open < 0 ? undefined : open);
    if (close < 0) return told;
    at = close + 3;
  }
}

function endsInComment(text: string, inside: boolean): boolean {
  const [open, close] = [text.lastIndexOf('<!--'), text.lastIndexOf('-->')];
  return open === close ? inside : open > close;
}
