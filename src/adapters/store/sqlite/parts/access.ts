import type { StoreAccess } from '../../../../ports/store-access.js';
import type { Database } from '../../sql/database.js';
import { repliesPart } from '../../sql/parts.js';
import * as access from '../access.js';
import type { Connection } from '../connection.js';

export function accessPart(connection: Connection, db: Database): StoreAccess {
  return {
    apiKeys: async () => connection.read(() => access.readApiKeys(connection)),
    apiKey: async (id) => connection.read(() => access.findApiKey(connection, id)),
    hasApiKeys: async () => connection.read(() => access.hasApiKeys(connection)),
    putApiKey: (key) => connection.write(() => access.writeApiKey(connection, key)),
    ...repliesPart(db),
  };
}
