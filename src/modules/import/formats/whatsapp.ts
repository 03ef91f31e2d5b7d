import { MAX_CONTENT } from '../../../domain/memory.js';
import { splitText } from '../../../language/split-text.js';
import { DocumentLines, documentLines } from './document-lines.js';
import type { ImportItem, ImportReader, ReadOptions } from '../item.js';
import { malformed, shortOrigin, skipped, toItem } from '../to-item.js';
import {
  dayOrderOf,
  momentOf,
  readWhatsAppLine,
  type DayOrder,
  type WhatsAppLine,
} from './whatsapp-line.js';

/** A chat that WhatsApp has exported as text: a memory for each message. */
export const whatsapp: ImportReader = Object.freeze({
  name: 'whatsapp',
  describes:
    'A chat exported by WhatsApp as text: a memory for each message; notices and attachments are left out.',
  extensions: ['.txt'],

  looksLike(_path: string, head: string): boolean {
    const lines = head.split('\n').filter((line) => line.trim() !== '');
    const starts = lines.filter((line) => readWhatsAppLine(line) !== null).length;
    return starts >= 2 && starts * 2 >= lines.length;
  },

  async *read(
    chunks: AsyncIterable<string>,
    options: ReadOptions,
  ): AsyncGenerator<ImportItem, void, undefined> {
    const document = await documentLines(chunks);
    if (!(document instanceof DocumentLines)) return yield document;
    const lines = document.lines.map(({ text }) => text);
    const messages = messagesOf(lines);
    const first = messages[0]?.from ?? lines.length;
    if (messages.length === 0)
      return yield malformed(document.place(1, first), {
        problem: 'no line begins as a message of a WhatsApp chat does, with its date and time',
        hint: 'Export the chat as text anew; or leave the format out, so that it is told from the text.',
      });
    if (lines.slice(0, first).some((line) => line.trim() !== ''))
      yield skipped(document.place(1, first), 'notice');
    const order = dayOrderOf(messages.map(({ start }) => start));
    const session = shortOrigin(options.origin);
    for (const [position, { start, from, to }] of messages.entries()) {
      const text = [start.text, ...lines.slice(from + 1, to)].join('\n').trim();
      yield* messageItems({ start, text, order, position, session }, document.place(from + 1, to));
    }
  },
} satisfies ImportReader);

interface Message {
  readonly start: WhatsAppLine;
  /** Index of its first line, and of the line behind its last. */
  readonly from: number;
  readonly to: number;
}

function messagesOf(lines: readonly string[]): Message[] {
  const starts = lines.flatMap((line, from) => {
    const start = readWhatsAppLine(line);
    return start === null ? [] : [{ start, from }];
  });
  return starts.map(({ start, from }, at) => ({
    start,
    from,
    to: starts[at + 1]?.from ?? lines.length,
  }));
}

/** What stands in the place of a picture, a recording or a file, in the languages that mark it so. */
const ATTACHMENT =
  /^<[^<>\n]{1,200}>$|^[^\n/]{1,100}\.[a-z0-9]{2,5} \([^()\n]{3,40}\)$|^[^\n]{0,100}\((?:file attached|Datei angehängt|fichier joint|archivo adjunto)\)$|^(?:image|video|audio|sticker|GIF|document|Contact card) omitted$|^(?:Bild|Video|Audio|Sticker|Dokument) weggelassen$/i;
const DELETED =
  /^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Ce message a été supprimé|Se eliminó este mensaje)\.?$/i;

/** What stands behind a message that was edited. */
const EDITED =
  / ?<(?:This message was edited|Diese Nachricht wurde bearbeitet\.?|Ce message a été modifié|Se editó este mensaje\.?|Mensagem editada|Questo messaggio è stato modificato|Dit bericht is bewerkt)>$/i;

interface Spoken {
  readonly start: WhatsAppLine;
  readonly text: string;
  readonly order: DayOrder;
  readonly position: number;
  readonly session: string;
}

function* messageItems(
  { start, text, order, position, session }: Spoken,
  place: { readonly line: number; readonly bytes: number },
): Generator<ImportItem, void, undefined> {
  const saidAt = momentOf(start, order);
  if (saidAt === undefined)
    return yield malformed(place, {
      problem: `there is no day ${start.date.join('/')}`,
      hint: 'Mend the date, or take the message out.',
      field: 'saidAt',
    });
  if (start.speaker === null) return yield skipped(place, 'notice');
  if (ATTACHMENT.test(text)) return yield skipped(place, 'attachment');
  if (DELETED.test(text)) return yield skipped(place, 'no text');
  if (start.ofProgram) return yield skipped(place, 'notice');
  const said = text.replace(EDITED, '');
  for (const piece of splitText(said, MAX_CONTENT))
    yield toItem(place, {
      content: piece.text,
      kind: 'experience',
      speaker: start.speaker,
      session,
      origin: session,
      position,
      saidAt,
    });
}
