import { matchAll } from '../../language/match-all.js';
import { QUOTED } from '../../safety/injection/mentions.js';

/** A text by whose words they are. */
export interface Voiced {
  readonly own: string;
  /** What it quotes: behind marks of a reply, in a fence or between tags, in quotation marks, or as a letter that is passed on. */
  readonly quoted: string;
}

const FENCE = /^\s{0,3}(?:```|~~~)/;
const REPLY = /^\s{0,3}(?:>|&gt;)/;
const OPENING_TAG = /^\s*<([a-z][\w-]{0,40})(?:\s[^<>]{0,200})?>/i;
/** A letter is passed on below one of these, or below two lines of its head. */
const PASSED_ON =
  /^\W{0,20}(?:original message|forwarded message|begin forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message transféré|message d’origine|mensaje reenviado|mensaje original|messaggio inoltrato)(?!\p{L})/iu;
const HEAD =
  /^\s{0,3}[*_]{0,2}(?:from|to|cc|subject|sent|date|reply-to|von|an|betreff|gesendet|datum|de|à|objet|envoyé|para|asunto|enviado|da|oggetto|van|onderwerp)[*_]{0,2}\s?:/i;

/** Tells what a turn says from what it quotes. Linear in its length. */
export function ownWords(text: string): Voiced {
  const own: string[] = [];
  const quoted: string[] = [];
  const lines = text.split('\n');
  let fenced = false;
  let tag: string | null = null;
  for (const [at, line] of lines.entries()) {
    if (tag === null && !fenced && isPassedOn(lines, at)) {
      quoted.push(...lines.slice(at));
      break;
    }
    const isFence = tag === null && FENCE.test(line);
    const opened: string | null = fenced ? null : (tag ?? OPENING_TAG.exec(line)?.[1] ?? null);
    (fenced || isFence || opened !== null || REPLY.test(line) ? quoted : own).push(line);
    if (isFence) fenced = !fenced;
    tag = opened !== null && line.includes(`</${opened}`) ? null : opened;
  }
  const said = own.join('\n');
  const marked = matchAll(said, QUOTED);
  let rest = '';
  let from = 0;
  for (const match of marked) {
    rest += `${said.slice(from, match.index)} `;
    from = match.index + match[0].length;
  }
  return {
    own: rest + said.slice(from),
    quoted: [...quoted, ...marked.map(([each]) => each)].join('\n'),
  };
}

const isPassedOn = (lines: readonly string[], at: number): boolean =>
  PASSED_ON.test(lines[at] ?? '') || (HEAD.test(lines[at] ?? '') && HEAD.test(lines[at + 1] ?? ''));
