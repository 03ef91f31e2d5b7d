import type { StoreAccess } from '../../../../ports/store-access.js';
import * as access from '../access.js';
import type { Connection } from '../connection.js';

export function accessPart(connection: Connection): StoreAccess {
  return {
    apiKeys: async () => connection.read(() => access.readApiKeys(connection)),
    apiKey: async (id) => connection.read(() => access.findApiKey(connection, id)),
    hasApiKeys: async () => connection.read(() => access.hasApiKeys(connection)),
    putApiKey: (key) => connection.write(() => access.writeApiKey(connection, key)),
    reply: async (owner, key) => connection.read(() => access.findReply(connection, owner, key)),
    keepReply: (reply, since) =>
      connection.write(() => access.writeReply(connection, reply, since)),
  };
}
