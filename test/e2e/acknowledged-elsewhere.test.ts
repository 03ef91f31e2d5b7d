/** What another process was told is remembered is found by every question asked afterwards, however many are under way. */
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../packages/core/src/adapters/store/sqlite/sqlite-store.js';
import type { Store } from '../../packages/core/src/ports/store.js';
import { openTestMemory, temporaryFile } from '../support/open-test-memory.js';
import { LIBRARY, runScript } from '../support/run-node.js';

const WRITES = 150;
/** Questions that are asked all the while, so that the index is followed at every moment. */
const ASKING = 6;
const WRITER = `
  const { openMemory } = await import('${LIBRARY}');
  const memory = await openMemory({ file: process.env.TEST_FILE, bank: 'test' });
  for (let at = 0; at < ${WRITES}; at++) {
    await memory.remember('Crate zz' + at + 'q is on the upper shelf.');
    console.log('zz' + at + 'q');
    await new Promise((resolve) => setTimeout(resolve, at % 5));
  }
  await memory.close();
`;

/** The journal's answers take a while to come back, as those of a server elsewhere do. */
function farAway(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      const call = found.bind(target) as (...given: unknown[]) => unknown;
      if (name !== 'since') return call;
      return async (...given: unknown[]) => {
        const answer = await call(...given);
        await new Promise((resolve) => setTimeout(resolve, 10));
        return answer;
      };
    },
  });
}

it.each([
  ['the file itself', (store: Store) => store],
  ['a store far away', farAway],
])(
  'finds what another process acknowledged, in every question that is asked afterwards, from %s',
  async (_, from) => {
    const file = temporaryFile();
    const { memory } = await openTestMemory({ store: from(openSqliteStore({ path: file })) });
    await memory.rememberAll(Array.from({ length: 100 }, (_, at) => `Barrel ${at} holds cider.`));
    const missed: string[] = [];
    const looks: Promise<void>[] = [];
    const look = async (ticket: string): Promise<void> => {
      const { results } = await memory.recall(`Where is crate ${ticket}?`);
      if (!results.some(({ content }) => content.includes(ticket))) missed.push(ticket);
    };
    let going = true;
    const asking = Array.from({ length: ASKING }, async (_, at) => {
      while (going) await memory.recall(`barrel ${at}`);
    });
    const { code, err } = await runScript(WRITER, {
      env: { TEST_FILE: file },
      onLine: (line) => looks.push(look(line)),
    });
    going = false;
    await Promise.all([...asking, ...looks]);
    expect([code, err, looks.length, missed]).toEqual([0, '', WRITES, []]);
  },
);
