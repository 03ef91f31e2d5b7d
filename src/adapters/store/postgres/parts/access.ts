import type { StoreAccess } from '../../../../ports/store-access.js';
import * as access from '../access.js';
import type { Connection } from '../connection.js';

export function accessPart(connection: Connection): StoreAccess {
  return {
    apiKeys: () => connection.read(access.readApiKeys),
    apiKey: (id) => connection.read((session) => access.findApiKey(session, id)),
    hasApiKeys: () => connection.read(access.hasApiKeys),
    putApiKey: (key) => connection.write((session) => access.writeApiKey(session, key)),
    reply: (owner, key) => connection.read((session) => access.findReply(session, owner, key)),
    keepReply: (reply, since) =>
      connection.write((session) => access.writeReply(session, reply, since)),
  };
}
