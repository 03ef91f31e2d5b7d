import type { Email } from 'postal-mime';
import { MAX_CONTENT } from '@mneme/core/domain/memory.js';
import { PIECE, splitText } from '@mneme/core/language/passages.js';
import {
  type ImportItem,
  type ImportReader,
  malformed,
  type Place,
  type ReadOptions,
  readTime,
  shortOrigin,
  skipped,
  toItem,
} from '../item.js';
import { DocumentLines, documentLines } from '../read-document.js';

/** The message text without quoted mail and signature. */
function ownWords(text: string): string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex(
    (line, at) =>
      line === '-- ' ||
      line === '--' ||
      FORMER.test(line) ||
      // The attribution line of a quotation may be wrapped onto two lines.
      (/^(?:On|Am|Le|El|Op) \S/.test(line) &&
        announces(`${line} ${lines[at + 1] ?? ''}`) &&
        quotes(lines, at + 1)),
  );
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const FORMER =
  /^-{2,10} ?(?:Original Message|Ursprüngliche Nachricht|Forwarded message|Message d'origine|Mensaje original) ?-{2,10}$/i;

const announces = (line: string): boolean =>
  line.length < 400 &&
  /(?:wrote|schrieb[^:]{0,100}|a écrit|escribió|schreef[^:]{0,100}) ?:\s*(?:>|$)/.test(line);

/** Whether quoted text follows within three lines. */
const quotes = (lines: readonly string[], from: number): boolean =>
  lines.slice(from, from + 4).some((line) => line.startsWith('>'));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Text of a message that has only HTML, without its quotations. */
function wordsOfHtml(html: string): string {
  return between(
    between(between(html, '<style', '</style>'), '<script', '</script>'),
    '<blockquote',
    '</blockquote>',
  )
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h[1-6])\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(
      /&(?:#(\d{1,7})|([a-z]{2,6}));/gi,
      (whole, code: string | undefined, name: string | undefined) => {
        if (code !== undefined)
          return Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : '';
        return ENTITIES[(name ?? '').toLowerCase()] ?? whole;
      },
    )
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

/** Removes everything between two marks, marks included. */
function between(text: string, open: string, close: string): string {
  const lower = text.toLowerCase();
  let [kept, from] = ['', 0];
  for (let at = lower.indexOf(open); at >= 0; at = lower.indexOf(open, from)) {
    kept += text.slice(from, at);
    const end = lower.indexOf(close, at);
    if (end < 0) return kept;
    from = end + close.length;
  }
  return kept + text.slice(from);
}

/** E-mail: a box of messages (mbox), or one message (eml). */
export const mbox: ImportReader = Object.freeze({
  name: 'mbox',
  describes:
    'E-mail as an mbox file or a single .eml: what each message says itself; quoted mail, signatures and attachments are left out.',
  extensions: ['.mbox', '.mbx', '.eml'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^From \S+ .*\d{4}/.test(head) ||
      (/^(?:Return-Path|Received|Delivered-To|Message-ID|MIME-Version|From|Date|Subject):/i.test(
        head,
      ) &&
        /^From:/im.test(head) &&
        /^(?:Message-ID|MIME-Version|Received):/im.test(head))
    );
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const document = await documentLines(chunks);
    if (!(document instanceof DocumentLines)) return yield document;
    const lines = document.lines.map(({ text }) => text);
    for (const { from, to } of messagesIn(lines)) {
      const place = document.place(from + 1, to);
      yield* mailItems(lines.slice(from, to), place, options);
    }
  },
} satisfies ImportReader);

/** A message begins at a `From ` line after a blank line; without any, the file is one message. */
function messagesIn(lines: readonly string[]): { readonly from: number; readonly to: number }[] {
  const starts = lines.flatMap((line, at) =>
    /^From \S/.test(line) && (at === 0 || lines[at - 1] === '') ? [at] : [],
  );
  const all = starts.length === 0 ? [0] : starts;
  return all.map((from, at) => ({ from, to: all[at + 1] ?? lines.length }));
}

async function* mailItems(
  lines: readonly string[],
  place: Place,
  options: ReadOptions,
): AsyncGenerator<ImportItem, void, undefined> {
  const source = lines.slice(/^From \S/.test(lines[0] ?? '') ? 1 : 0);
  // Undo mbox quoting (`>From `) of lines in the text.
  const raw = source.map((line) => line.replace(/^>(>*From )/, '$1')).join('\r\n');
  if (raw.trim() === '') return;
  let mail: Email;
  try {
    // Loaded lazily, for mail only.
    const { default: PostalMime } = await import('postal-mime');
    mail = await PostalMime.parse(Buffer.from(raw));
  } catch (cause) {
    yield malformed(place, {
      problem: `the message cannot be read (${(cause as Error).message})`,
      hint: 'Take it out of the file.',
    });
    return;
  }
  if (mail.from === undefined && mail.date === undefined && mail.messageId === undefined) {
    yield malformed(place, {
      problem: 'the message has no head: neither From, Date nor Message-ID',
      hint: 'Was the file cut off? Take the message out.',
    });
    return;
  }
  for (const _ of mail.attachments) yield skipped({ ...place, bytes: 0 }, 'attachment');
  yield* wordsItems(mail, place, options);
}

function* wordsItems(
  mail: Email,
  place: Place,
  options: ReadOptions,
): Generator<ImportItem, void, undefined> {
  const origin = shortOrigin(options.origin);
  const said = ownWords(mail.text ?? wordsOfHtml(mail.html ?? ''));
  if (said === '') return yield skipped(place, 'no text');
  const subject = (mail.subject ?? '').trim();
  const speaker = mail.from?.name || mail.from?.address;
  const saidAt = readTime(mail.date) ?? options.fallbackTime;
  // A thread is named after the message that started it.
  const began = /<[^<>\s]{1,190}>/.exec(mail.references ?? mail.inReplyTo ?? '')?.[0];
  const pieces = splitText(said, Math.min(MAX_CONTENT, PIECE));
  for (const [at, piece] of pieces.entries())
    yield toItem(at === 0 ? place : { ...place, bytes: 0 }, {
      content:
        at === 0 && subject !== '' && !/^(?:re|aw|fwd?|wg):/i.test(subject)
          ? `${subject}: ${piece.text}`
          : piece.text,
      kind: 'experience',
      speaker: speaker?.slice(0, 200),
      session: (began ?? mail.messageId ?? origin).slice(0, 200),
      turn: `${mail.messageId ?? `line ${place.line}`}${at === 0 ? '' : `, part ${at + 1}`}`.slice(
        0,
        200,
      ),
      origin,
      saidAt,
      ...(subject === '' ? {} : { metadata: { subject: subject.slice(0, 500) } }),
    });
}
