import { describe, expect, it, onTestFinished } from 'vitest';
import { OTHERS, RUNS, STAR } from '../../../../../test/support/marathon-bank.js';
import { seededRandom, testClock } from '../../../../../test/support/open-test-memory.js';
import { createExactIndex } from '../../adapters/index/exact/exact-index.js';
import { openSqliteStore } from '../../adapters/store/sqlite/sqlite-store.js';
import {
  type BankName,
  type GoalId,
  type IdPrefix,
  makeId,
  type MemoryId,
} from '../../domain/ids.js';
import { BankState } from '../../indexes/bank-state.js';
import { normaliseName } from '../../language/entity-names.js';
import type { Readable } from '../../language/read-text.js';
import { CodeReader } from '../../language/code/code-reader.js';
import { createStemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { remember } from '../../remember/remember.js';
import { createSemanticEncoder } from '../../spaces/e01-semantic.js';
import { createCausalSpace } from '../../spaces/e05-causal.js';
import { createPicturePorts } from '../../spaces/e10-multimodal.js';
import { createSharpReader } from '../../adapters/images/sharp-reader.js';
import { createCodeSpace } from '../../spaces/e07-code.js';
import type { Space, Subject } from '../../spaces/space.js';
import { codeReader } from './explain-memory.js';
import { fingerprintMemory } from './fingerprint-memory.js';
import { EMPTY_CHANGE } from '../../domain/change.js';
import { semanticReader, type SpaceReader } from '../../bank/bank-spaces.js';

const BANK = 'test' as BankName;
const stemmer = createStemmer();
const subject = (text: string): Subject => ({
  id: 'm_0000000000000' as MemoryId,
  content: text,
  language: 'en',
  terms: contentTerms(text, 'en', stemmer),
  saidAt: 0,
  occurredFrom: 0,
  occurredTo: 1,
  position: 0,
  order: 0,
});

/** Overlap of stems (Jaccard); texts with a number have no code, so that some memories are absent. */
const overlap: Space<ReadonlySet<string>> = {
  name: 'sparse',
  id: 'test-overlap-1',
  dimensions: 1,
  memory: ({ content, terms }) => (/\d/.test(content) ? null : new Set(terms)),
  query: () => null,
  similarity: () => 0,
  likeness: (a, b) => {
    const shared = [...a].filter((term) => b.has(term)).length;
    return a.size + b.size === 0 ? 0 : shared / (a.size + b.size - shared);
  },
};

async function twoSpaces() {
  const store = openSqliteStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  const encoder = createSemanticEncoder(stemmer);
  const causal = createCausalSpace(stemmer);
  await store.ensureBank(BANK, encoder.id, 0);
  const random = seededRandom(7);
  const reader = new CodeReader(stemmer);
  const code = {
    code: createCodeSpace(reader, stemmer),
    readyForCode: (text: Readable) => reader.ready(text),
  };
  const parts = {
    store,
    clock: testClock(),
    encoder,
    causal,
    ...code,
    pictures: createPicturePorts(createSharpReader()),
    stemmer,
    modules: [],
    actor: 'tester',
    newId: (prefix: IdPrefix) => makeId(prefix, () => random.uint32()),
  };
  const state = new BankState({
    store,
    bank: BANK,
    space: 'semantic',
    encoder: encoder.id,
    causal: causal.id,
    imageEncoder: 'none',
    vectors: () => createExactIndex(encoder.dimensions),
    foldName: normaliseName,
    stemmer,
  });
  const texts = [...OTHERS.slice(0, 20), ...RUNS];
  const { receipts } = await remember(
    texts.map((content) => ({ content })),
    BANK,
    state,
    parts,
    { verb: 'remember', actor: 'tester' },
  );
  const codes = texts.map((text) => overlap.memory(subject(text)));
  const readers: SpaceReader[] = [
    semanticReader({ ...parts, bank: BANK, state }),
    codeReader({ space: overlap, state, subject, code: (slot) => codes[slot] ?? null }),
  ];
  const at = parts.clock.now();
  const goal = {
    ...{ id: 'g_0000000000001' as GoalId, description: STAR, level: 'north_star' as const },
    ...{ parent: null, weight: 1, status: 'active' as const, createdAt: at, changedAt: at },
    ...{ retractedAt: null, version: 1 },
  };
  await store.commit(
    { ...EMPTY_CHANGE, bank: BANK, at, verb: 'goal', actor: 'test', reason: '', goals: [goal] },
    {},
  );
  await state.follow();
  return {
    readers,
    fingerprint: (at: number) =>
      fingerprintMemory(
        state.index.slot(receipts.at(at)?.id as MemoryId),
        goal,
        { name: BANK, state },
        store,
        readers,
      ),
  };
}

describe('a second space', () => {
  it('adds its row to the fingerprint where the memory is there, and nothing where it is not', async () => {
    const { fingerprint } = await twoSpaces();
    const both = await fingerprint(-1);
    const [semantic, sparse] = ['semantic', 'sparse'].map((name) =>
      both.rows.find(({ space }) => space === name),
    );
    expect([semantic?.present, sparse?.present]).toEqual([true, true]);
    expect(sparse?.alignment).toBeGreaterThan(0.5);
    expect(both.northStarAlignment).toBeCloseTo(
      ((semantic?.alignment ?? 0) + (sparse?.alignment ?? 0)) / 2,
      9,
    );
    // Two spaces of the same words agree in part.
    expect(both.learning?.phase.agreement).toBeGreaterThan(0.2);
    expect(both.learning?.phase.agreement).toBeLessThan(1);
    const one = await fingerprint(0);
    expect(one.rows.filter(({ present }) => present).map(({ space }) => space)).toEqual([
      'semantic',
    ]);
    expect(one.learning?.phase.agreement).toBe(1);
  });

  it('is read against chance where no curve was fitted for it', async () => {
    const {
      readers: [, sparse],
    } = await twoSpaces();
    const { midpoint, steepness } = (await sparse?.calibration()) ?? {
      midpoint: NaN,
      steepness: NaN,
    };
    expect(midpoint).toBeGreaterThan(0);
    expect(midpoint).toBeLessThan(0.5);
    expect(steepness).toBeGreaterThan(0);
    expect(sparse?.text('the marathon')).not.toBeNull();
    expect(sparse?.text('route 66')).toBeNull();
  });
});
