import { MnemeError } from '@mneme/core/domain/errors.js';
import { isRecord } from '@mneme/core/language/parse-json.js';
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
import { named, readJsonDocument, type Entry } from '../read-document.js';

/**
 * One day of a channel in Slack's export: `general/2025-02-03.json`. In a folder, its `users.json` maps ids to names.
 */
export const slack: ImportReader = Object.freeze({
  name: 'slack',
  describes:
    'A Slack export: each channel’s messages by day, with the names of users.json where the whole folder is imported.',
  extensions: ['.json'],

  looksLike(_path: string, head: string): boolean {
    return (
      /^\uFEFF?\s*\[\s*\{/.test(head) &&
      /"type"\s*:\s*"message"/.test(head) &&
      /"ts"\s*:\s*"\d+\.\d+"/.test(head)
    );
  },

  read(chunks: AsyncIterable<string>, options: ReadOptions): AsyncIterable<ImportItem> {
    const origin = shortOrigin(options.origin);
    const session = channelOf(options.origin);
    return readJsonDocument(chunks, (json) => {
      if (!Array.isArray(json))
        throw new MnemeError('malformed_import', 'The file holds no list of messages.', {
          field: 'messages',
          hint: 'A day of a channel is an array of objects with "type", "user", "text" and "ts".',
        });
      return json.map(
        (message, at): Entry =>
          (place) =>
            messageItem(message, named(place, `Message ${at + 1}`), {
              origin,
              session,
              names: options.names,
            }),
      );
    });
  },
} satisfies ImportReader);

/** Names by user id from `users.json`: the display name, else the full name. */
export function slackNames(json: unknown): ReadonlyMap<string, string> {
  const users = Array.isArray(json) ? json.filter(isRecord) : [];
  return new Map(
    users.flatMap((user) => {
      const profile = isRecord(user.profile) ? user.profile : {};
      const name = [profile.display_name, user.real_name, profile.real_name, user.name].find(
        (each): each is string => typeof each === 'string' && each.trim() !== '',
      );
      return typeof user.id === 'string' && name !== undefined ? [[user.id, name]] : [];
    }),
  );
}

interface Around {
  readonly origin: string;
  readonly session: string;
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** Message subtypes of system events rather than speech. */
const NOTICE =
  /^(?:channel|group|bot)_|^(?:pinned|unpinned)_item$|^reminder_add$|^huddle_thread$|^tombstone$/;
const SAID_BY_BOT = 'bot_message';

function messageItem(
  raw: unknown,
  place: Place & { readonly name?: string },
  around: Around,
): ImportItem {
  if (!isRecord(raw) || raw.type !== 'message')
    return malformed(place, {
      problem: 'it is no message',
      hint: 'Each is an object with "type": "message".',
      value: raw,
    });
  const { subtype, user, text, ts, files, thread_ts: thread } = raw;
  if (typeof subtype === 'string' && subtype !== SAID_BY_BOT && NOTICE.test(subtype))
    return skipped(place, 'notice');
  const saidAt = readTime(ts);
  if (saidAt === undefined)
    return malformed(place, {
      problem: 'its time cannot be read',
      hint: 'Mend "ts".',
      field: 'ts',
      value: ts,
    });
  const { names = new Map<string, string>() } = around;
  const said = typeof text === 'string' ? plainWords(text, names).trim() : '';
  if (said === '')
    return skipped(place, Array.isArray(files) && files.length > 0 ? 'attachment' : 'no text');
  const profile = isRecord(raw.user_profile) ? raw.user_profile : {};
  const own = [profile.display_name, profile.real_name, raw.username].find(
    (each): each is string => typeof each === 'string' && each.trim() !== '',
  );
  const id = typeof user === 'string' ? user : '';
  return toItem(place, {
    content: said,
    kind: 'experience',
    source: subtype === SAID_BY_BOT ? 'tool' : 'user',
    speaker: names.get(id) ?? own ?? (id === '' ? undefined : id),
    session: around.session,
    turn: String(ts),
    origin: around.origin,
    saidAt,
    ...(typeof thread === 'string' && thread !== ts ? { metadata: { thread } } : {}),
  });
}

/** Renders Slack's markup as readers see it: `<@U12>`, `<#C1|general>`, `<https://x.y|a page>`. */
function plainWords(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/<([^<>\n]{1,2000})>/g, (_, inner: string) => {
      const bar = inner.indexOf('|');
      const [target, label] = bar < 0 ? [inner, ''] : [inner.slice(0, bar), inner.slice(bar + 1)];
      if (target.startsWith('@'))
        return `@${names.get(target.slice(1)) ?? (label || target.slice(1))}`;
      if (target.startsWith('#')) return `#${label || target.slice(1)}`;
      if (target.startsWith('!')) return `@${target.slice(1).replace(/\^.*$/s, '')}`;
      return label === '' || label === target ? target : `${label} (${target})`;
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

/** The channel is the parent folder of the day's file. */
function channelOf(origin: string): string {
  const parts = origin.split(/[/\\]/);
  return shortOrigin(parts.length > 1 ? `#${parts.at(-2) ?? ''}` : origin);
}
