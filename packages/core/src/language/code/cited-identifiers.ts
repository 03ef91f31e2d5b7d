import { matchAll } from '../match-all.js';

const QUOTED = /`#?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
/** Forms that prose words never have. */
const COMPOUND = /[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u;

/** The identifiers that a text cites, each once: in backticks, or with inner capitals or underscores. */
export function citedIdentifiers(text: string): string[] {
  const quoted = matchAll(text, QUOTED).map(([, name = '']) => name);
  const compound = matchAll(text, WORD).flatMap(([word]) => (COMPOUND.test(word) ? [word] : []));
  return [...new Set([...quoted, ...compound])].slice(0, MOST);
}

const MOST = 20;
