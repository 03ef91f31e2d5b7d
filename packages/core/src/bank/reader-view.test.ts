import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '../adapters/store/sqlite/sqlite-store.js';
import { type Store, STORE_CALLS, bindStore } from '../ports/store.js';
import { storeFor } from './reader-view.js';

const callOf = (store: Store, call: string): unknown =>
  call.startsWith('search.')
    ? store.search[call.slice('search.'.length) as keyof Store['search']]
    : store[call as keyof Store];

describe('the store as a reader may see it', () => {
  it('lets through unchanged only calls that tell nothing of memories', async () => {
    const store = bindStore(openMemoryStore());
    const view = storeFor('Ola', store);
    const unchanged = STORE_CALLS.filter((call) => callOf(view, call) === callOf(store, call));
    // A new call must be filtered or refused, unless it gives no text of a memory, nor a name that only memories tell.
    expect(unchanged.sort()).toEqual(
      [
        // Banks and their settings.
        ...['banks', 'bank', 'ensureBank', 'unreadable', 'missing', 'unfinishedErasure'],
        ...['displaced', 'close'],
        // Read only where there is a snapshot, and a reader has none.
        'snapshotParts',
        // Records without an audience: goals are told by their own verb.
        'goals',
        // Figures by id.
        ...['usage', 'recordUsage', 'lastSealed'],
        // Of the server, by the key of whoever asks.
        ...['hasApiKeys', 'reply', 'keepReply'],
      ].sort(),
    );
    await store.close();
  });

  it.each(['apiKeys', 'check', 'mend', 'rebuild'] as const)('refuses %s', async (call) => {
    const store = bindStore(openMemoryStore());
    await expect(storeFor('Ola', store)[call]()).rejects.toMatchObject({
      code: 'denied',
      field: 'for',
      value: 'Ola',
    });
    await store.close();
  });
});
