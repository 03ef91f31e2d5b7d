import { describe, expect, it } from 'vitest';
import {
  openTestMemory,
  temporaryFile,
  testClock,
} from '../../../../test/support/open-test-memory.js';
import { openSqliteStore } from '../adapters/store/sqlite/sqlite-store.js';
import { createExactIndex } from '../adapters/index/exact/exact-index.js';
import { BankName, type IdPrefix, makeId } from '../domain/ids.js';
import { BankState } from '../indexes/bank-state.js';
import { normaliseName } from '../language/entity-names.js';
import type { Readable } from '../language/read-text.js';
import { CodeReader } from '../language/code/code-reader.js';
import { createStemmer } from '../language/stem.js';
import type { Store } from '../ports/store.js';
import { createSemanticEncoder } from '../spaces/e01-semantic.js';
import { createCausalSpace } from '../spaces/e05-causal.js';
import { createPicturePorts } from '../spaces/e10-multimodal.js';
import { createSharpReader } from '../adapters/images/sharp-reader.js';
import { createCodeSpace } from '../spaces/e07-code.js';
import { remember } from './remember.js';

describe('a plan', () => {
  it('that another process overtakes is made anew, even when the caches have followed meanwhile', async () => {
    const file = temporaryFile();
    const other = await openTestMemory({ file, bank: 'shared' });
    const real = openSqliteStore({ path: file });
    const bank = BankName.parse('shared');
    const stemmer = createStemmer();
    const encoder = createSemanticEncoder(stemmer);
    const causal = createCausalSpace(stemmer);
    const state = new BankState({
      store: real,
      bank,
      space: 'semantic',
      encoder: encoder.id,
      causal: causal.id,
      imageEncoder: 'none',
      vectors: () => createExactIndex(encoder.dimensions),
      foldName: normaliseName,
      stemmer,
    });
    let overtaken = false;
    const store: Store = {
      ...real,
      findByHash: async (...asked) => {
        const found = await real.findByHash(...asked);
        if (!overtaken) {
          overtaken = true;
          await other.memory.remember('The bridge at the mill is closed.');
          // A recall on this handle advances the caches while the batch is being planned.
          await state.follow();
        }
        return found;
      },
    };
    let next = 1;
    const reader = new CodeReader(stemmer);
    const code = {
      code: createCodeSpace(reader, stemmer),
      readyForCode: (text: Readable) => reader.ready(text),
    };
    const ports = {
      modules: [],
      store,
      clock: testClock(),
      encoder,
      causal,
      ...code,
      stemmer,
      pictures: createPicturePorts(createSharpReader()),
      newId: (prefix: IdPrefix) => makeId(prefix, () => Math.imul(next++, 0x9e3779b1) >>> 0),
    };
    const { receipts } = await remember(
      [{ content: 'The bridge at the mill is closed.', session: 'later' }],
      bank,
      state,
      ports,
      { verb: 'remember', actor: 'tester' },
    );
    expect(receipts).toMatchObject([{ outcome: 'reinforced' }]);
    expect((await other.memory.care.stats()).memories).toBe(1);
    await real.close();
  });
});
