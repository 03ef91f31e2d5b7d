import type { StoreAccess } from '../../../../ports/store-access.js';
import type { Database } from '../../sql/database.js';
import { repliesPart } from '../../sql/parts.js';
import * as access from '../access.js';
import type { Connection } from '../connection.js';

export function accessPart(connection: Connection, db: Database): StoreAccess {
  return {
    apiKeys: () => connection.read(access.readApiKeys),
    apiKey: (id) => connection.read((session) => access.findApiKey(session, id)),
    hasApiKeys: () => connection.read(access.hasApiKeys),
    putApiKey: (key) => connection.write((session) => access.writeApiKey(session, key)),
    ...repliesPart(db),
  };
}
