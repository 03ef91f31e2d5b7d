import { reversalHash } from '@mneme/core/bank/bank-handle.js';
import { copyToScratch } from '@mneme/core/bank/banks.js';
import type { OpenBank, OpenFile } from '@mneme/core/bank/core.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { NightProof } from '@mneme/core/domain/night.js';
import { undo } from '@mneme/core/modules/history/index.js';
import {
  askOwn,
  drawNotes,
  indexedQuestionsOf,
  type OwnAnswer,
  questionsOf,
  runCases,
  tallyOf,
  type TestCases,
  withoutAsked,
} from '@mneme/core/modules/testing/index.js';
import { bankOffset } from '@mneme/core/indexes/owner-and-zone.js';
import { presentAt } from '@mneme/core/indexes/note-validity.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { NightState } from './night-state.js';
import { changesOf, KEPT } from './report.js';

/** Questions of notes that a night did not touch, and of those that it did; with fewer, a person judges it. */
const UNTOUCHED = 100;
const TOUCHED = 50;
const ENOUGH = 10;
/** Three copies of a bank are held in memory; of a larger one, a person judges the night. */
const MAX_COPIED = 20_000;
const SEED = 1;

interface ProofOptions {
  /** The bank's own cases, of `mneme test`. */
  readonly cases: TestCases;
  readonly signal?: AbortSignal;
}

/**
 * Compares how a bank answers with a night and without it, on copies: its own cases, questions made of notes that the
 * night did not touch, and what those that it touched were asked before. Null with fewer than ten questions of
 * untouched notes and cases, or more than 20,000 memories. Throws `interrupted`.
 */
export async function proveNight(
  night: NightState,
  bank: OpenBank,
  core: OpenFile,
  { cases, ...long }: ProofOptions,
): Promise<NightProof | null> {
  const { clock, store } = core.parts;
  await bank.state.follow();
  await bank.state.notes.ready();
  const { notes, index } = bank.state;
  if (notes.size + cases.length < ENOUGH || index.size > MAX_COPIED) return null;
  const touched = await touchedBy(night, bank, store);
  const now = clock.now();
  const without = await copyToScratch(core, bank.name, (copied) =>
    takeBack(night, bank, { ...core.parts, store: copied }),
  );
  try {
    await without.bank.state.follow();
    await without.bank.state.notes.ready();
    const moment = presentAt(now, (await bankOffset(bank.name, store))(now));
    const drawn = drawNotes(without.bank, moment, SEED);
    const others = questionsOf(drawn.filter(({ id }) => !touched.has(id)).slice(0, UNTOUCHED));
    if (others.length + cases.length < ENOUGH) return null;
    const own = indexedQuestionsOf(drawn.filter(({ id }) => touched.has(id)).slice(0, TOUCHED));
    const ask = async (of: OpenBank, file: OpenFile) => {
      const copy = await withoutAsked(others, of, file);
      const asking = { ...long, now, told: without.bank };
      try {
        const asked = await runCases(cases, copy.bank, copy.core.parts, { now, times: 1, long });
        return {
          others: await askOwn(others, copy.bank, asking),
          own: await askOwn(own, copy.bank, asking),
          passed: new Set(asked.filter(({ passed }) => passed).map(nameOf)),
        };
      } finally {
        await copy.close();
      }
    };
    const before = await ask(without.bank, without.core);
    const after = await ask(bank, core);
    const broke = [...before.passed].filter((name) => !after.passed.has(name));
    return {
      before: tallyOf(before.others),
      after: tallyOf(after.others),
      cases: cases.length,
      broke,
      worse:
        broke.length > 0 ||
        sumOf(after.others) < sumOf(before.others) ||
        sumOf(after.own) < sumOf(before.own),
    };
  } finally {
    await without.close();
  }
}

/** The memories that a night changed, and those at the ends of links that it put or removed. */
async function touchedBy(
  night: NightState,
  { name }: OpenBank,
  store: Store,
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  for await (const { change } of changesOf(night, name, store)) {
    for (const id of change.memories) touched.add(id);
    for (const { from, to } of [...change.edges, ...change.removedEdges])
      for (const id of [from, to]) touched.add(id);
  }
  return touched;
}

const nameOf = ({ name }: { readonly name: string }): string => name;

/** Sum of the reciprocal ranks: it falls as soon as one answer stands lower and none higher. */
const sumOf = (answers: readonly OwnAnswer[]): number =>
  answers.reduce((sum, { place }) => sum + (place < 0 ? 0 : 1 / (1 + place)), 0);

/** Undoes a night's changes in a copy, the latest first, without those that were built upon. */
async function takeBack(
  night: NightState,
  { name }: OpenBank,
  parts: Parameters<typeof undo>[2],
): Promise<void> {
  const hashes: string[] = [];
  for await (const { change } of changesOf(night, name, parts.store))
    hashes.push(reversalHash(name, change.sequence));
  for (const hash of hashes)
    try {
      await undo({ hash, reason: 'compared without it' }, name, parts);
    } catch (error) {
      if (!MnemeError.is(error) || !KEPT.has(error.code)) throw error;
    }
}
