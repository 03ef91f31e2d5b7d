import type { HookTarget } from './hook-address.js';

/** A command line of ours, as it stands in a client's settings. */
export interface HookCommand extends HookTarget {
  /** What it starts: Node, and the hook's own program. */
  readonly programs: readonly string[];
}

/** A hook of ours, however it is quoted and wherever the program lies. */
const OURS = /(?:^|[\s"'/\\])mneme-hook(?:\.js)?(?=["'\s]|$)/;
const BARE = /^[\w.,:=@%+/-]+$/;

export const isHookCommand = (command: string): boolean => OURS.test(command);

/** As a shell takes it. */
export function hookCommand(
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string {
  return words
    .map((word) => {
      if (BARE.test(word)) return word;
      return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
    })
    .join(' ');
}

/** Reads what {@link hookCommand} wrote; null for what names no memory. */
export function readHookCommand(command: string): HookCommand | null {
  const words = wordsOf(command);
  const at = words.findIndex((word) => OURS.test(word));
  const valueOf = (flag: string): string | undefined => {
    const place = words.indexOf(flag, at);
    return place < 0 ? undefined : words[place + 1];
  };
  const file = valueOf('--file');
  if (at < 0 || file === undefined) return null;
  return { programs: words.slice(0, at + 1), file, bank: valueOf('--bank') ?? 'default' };
}

/** The words of a command line: bare, in quotes of either kind, or several such pieces together. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [piece, single, double, escaped] of command.matchAll(
    /'([^']*)'|"([^"]*)"|\\(.)|\s+|[^\s'"\\]+|./gs,
  )) {
    if (/^\s/.test(piece)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + (single ?? double ?? escaped ?? piece);
  }
  return word === null ? words : [...words, word];
}
