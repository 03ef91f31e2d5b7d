import { describe, expect, it, onTestFinished } from 'vitest';
import { OTHERS, RUNS, STAR } from '../../../test/support/marathon-bank.js';
import { seededRandom, testClock } from '../../../test/support/open-test-memory.js';
import { createExactIndex } from '../../adapters/index/exact/exact-index.js';
import { openSqliteStore } from '../../adapters/store/sqlite/sqlite-store.js';
import type { BankName, IdPrefix, MemoryId } from '../../domain/ids.js';
import { makeId } from '../../domain/make-id.js';
import { BankState } from '../../indexes/bank-state.js';
import { normaliseName } from '../../language/entity-names.js';
import { CodeReader } from '../../language/code/code-reader.js';
import { createStemmer } from '../../language/stem.js';
import { contentTerms } from '../../language/terms.js';
import { remember } from '../../remember/remember.js';
import { createSemanticEncoder } from '../../spaces/e01-semantic.js';
import { createCausalSpace } from '../../spaces/e05-causal.js';
import { createPicturePorts } from '../../spaces/read-picture.js';
import { createSharpReader } from '../../adapters/images/sharp-reader.js';
import { createCodeSpace } from '../../spaces/e07-code.js';
import type { Space, Subject } from '../../spaces/space.js';
import { codeReader } from './code-reader.js';
import { fingerprintMemory } from './fingerprint-memory.js';
import { EMPTY_CHANGE } from '../../domain/change.js';
import type { GoalId } from '../../domain/ids.js';
import { PurposeTracker } from './purpose-tracker.js';
import { searchByPurpose } from './purpose-search.js';
import { semanticReader } from '../../bank/spaces/space-reader.js';

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

/** Overlap of stems (Jaccard); texts that name a number are absent, so that some memories lack the space. */
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

async function twoSpaces(): Promise<{ keeper: PurposeTracker; ids: MemoryId[]; star: string }> {
  const store = openSqliteStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  const encoder = createSemanticEncoder(stemmer);
  const causal = createCausalSpace(stemmer);
  await store.ensureBank(BANK, encoder.id, 0);
  const random = seededRandom(7);
  const reader = new CodeReader(stemmer);
  const code = {
    code: createCodeSpace(reader, stemmer),
    readyForCode: (text: string) => reader.ready(text),
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
  const readers = [
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
  return {
    keeper: new PurposeTracker({ ...parts, bank: BANK, state, readOnly: false, readers }),
    ids: receipts.map(({ id }) => id),
    star: goal.id,
  };
}

describe('a second space', () => {
  it('adds its row to the fingerprint where the memory is there, and nothing where it is not', async () => {
    const { keeper, ids } = await twoSpaces();
    const both = await fingerprintMemory(ids.at(-1) as MemoryId, keeper);
    const [semantic, sparse] = ['semantic', 'sparse'].map((name) =>
      both.rows.find(({ space }) => space === name),
    );
    expect([semantic?.present, sparse?.present]).toEqual([true, true]);
    expect(sparse?.alignment).toBeGreaterThan(0.5);
    expect(both.northStarAlignment).toBeCloseTo(
      ((semantic?.alignment ?? 0) + (sparse?.alignment ?? 0)) / 2,
      9,
    );
    // Two views of the same words agree on much, and not on all.
    expect(both.learning?.phase.agreement).toBeGreaterThan(0.2);
    expect(both.learning?.phase.agreement).toBeLessThan(1);
    const one = await fingerprintMemory(ids[0] as MemoryId, keeper);
    expect(one.rows.filter(({ present }) => present).map(({ space }) => space)).toEqual([
      'semantic',
    ]);
    expect(one.learning?.phase.agreement).toBe(1);
  });

  it('takes part in the search by purpose', async () => {
    const { keeper, ids, star } = await twoSpaces();
    const { results } = await searchByPurpose({ of: star, limit: 5 }, keeper);
    const texts = results.map(({ memory }) => memory.content);
    expect(texts.every((text) => RUNS.includes(text))).toBe(true);
    const alike = await searchByPurpose({ of: ids.at(-1) ?? '', limit: 3 }, keeper);
    expect(alike.results.every(({ memory }) => RUNS.includes(memory.content))).toBe(true);
  });

  it('is read against chance where no curve was fitted for it', async () => {
    const { keeper } = await twoSpaces();
    await keeper.parts.state.follow();
    const [, sparse] = keeper.parts.readers;
    const { midpoint, steepness } = (await sparse?.calibration()) ?? {
      midpoint: NaN,
      steepness: NaN,
    };
    expect(midpoint).toBeGreaterThan(0);
    expect(midpoint).toBeLessThan(0.5);
    expect(steepness).toBeGreaterThan(0);
    expect(sparse?.between('the marathon', 'a marathon')).toBe(1);
    expect(sparse?.between('route 66', 'a marathon')).toBeNull();
  });
});
