/** What clients write for nothing, for a number and for a list is read as it is meant, over REST. */
import { expect, it } from 'vitest';
import { serveTestMemory } from '../support/served-memory.js';

const BANK = '/v1/banks/default';

it('reads optional fields of a body and of an address as they are meant', async () => {
  const server = await serveTestMemory();
  const told = await server.ask('POST', `${BANK}/memories`, {
    body: { content: 'Tom lives in Porto.', speaker: '', session: null, tags: 'home,tom' },
  });
  expect(told.status).toBe(200);
  const found = await server.ask('POST', `${BANK}/recall`, {
    body: {
      query: 'Where does Tom live?',
      limit: '1',
      speaker: null,
      tags: 'home',
      kinds: [],
      from: '',
      asOf: null,
      expand: 'false',
    },
  });
  expect(found.body['results']).toMatchObject([{ content: 'Tom lives in Porto.' }]);
  const listed = await server.ask('GET', `${BANK}/memories?limit=&speaker=&tags=home,tom&from=`);
  expect(listed.body['memories']).toMatchObject([{ tags: ['home', 'tom'] }]);
  const refused = await server.ask('POST', `${BANK}/recall`, {
    body: { query: 'Where?', limit: 'many' },
  });
  expect(refused.body).toMatchObject({ code: 'invalid_input', field: 'recall.limit' });
});
