import type { StoreAccess } from '../../../../ports/store-access.js';
import type { Opened } from '../opened.js';
import { own } from '../own.js';

export function accessPart(opened: Opened): StoreAccess {
  const { keys, replies } = opened;
  const replyKey = (owner: string, key: string): string => JSON.stringify([owner, key]);
  return {
    apiKeys: () =>
      opened.read(() =>
        keys
          .values()
          .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)),
      ),
    apiKey: (id) => opened.read(() => keys.get(id) ?? null),
    hasApiKeys: () => opened.read(() => keys.size > 0),
    putApiKey: (key) => opened.write(() => keys.set(key.id, own(key))),
    reply: (owner, key) => opened.read(() => replies.get(replyKey(owner, key)) ?? null),
    keepReply: (reply, since) =>
      opened.write(() => {
        for (const each of replies.values())
          if (each.at < since) replies.delete(replyKey(each.owner, each.key));
        replies.set(replyKey(reply.owner, reply.key), own(reply));
      }),
  };
}
