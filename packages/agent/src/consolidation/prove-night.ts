import { reversalHash } from '@mneme/core/bank/bank-handle.js';
import type { OpenBank, OpenFile } from '@mneme/core/bank/core.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { NightProof } from '@mneme/core/domain/night.js';
import { undo } from '@mneme/core/modules/history/index.js';
import {
  askOwn,
  drawNotes,
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

/** Questions by which a night is judged; with fewer, a person judges it. */
const ASKED = 100;
const ENOUGH = 10;
const SEED = 1;

interface ProofOptions {
  /** The bank's own cases, of `mneme test`. */
  readonly cases: TestCases;
  readonly signal?: AbortSignal;
}

/**
 * Compares how a bank answers with a night and without it, on two copies: its own cases, and questions made of notes
 * that the night did not touch. Null with fewer than ten questions in all. Throws `interrupted`.
 */
export async function proveNight(
  night: NightState,
  bank: OpenBank,
  core: OpenFile,
  { cases, signal }: ProofOptions,
): Promise<NightProof | null> {
  const { clock, store } = core.parts;
  const touched = new Set<string>();
  for await (const { change } of changesOf(night, bank.name, store))
    for (const id of [
      ...change.memories,
      ...[...change.edges, ...change.removedEdges].flatMap(({ from, to }) => [from, to]),
    ])
      touched.add(id);
  await bank.state.follow();
  await bank.state.notes.ready();
  const now = clock.now();
  const moment = presentAt(now, (await bankOffset(bank.name, store))(now));
  const untouched = drawNotes(bank, moment, SEED).filter(({ id }) => !touched.has(id));
  const questions = questionsOf(untouched.slice(0, ASKED));
  if (questions.length + cases.length < ENOUGH) return null;
  const ask = async (prepare?: (store: Store) => Promise<void>) => {
    const copy = await withoutAsked(questions, bank, core, prepare);
    const long = signal === undefined ? {} : { signal };
    try {
      const answers = await askOwn(questions, copy.bank, { ...long, now });
      const asked = await runCases(cases, copy.bank, copy.core.parts, { now, times: 1, long });
      return { answers, passed: new Set(asked.filter(({ passed }) => passed).map(nameOf)) };
    } finally {
      await copy.close();
    }
  };
  const after = await ask();
  const before = await ask((copied) => takeBack(night, bank, { ...core.parts, store: copied }));
  const broke = [...before.passed].filter((name) => !after.passed.has(name));
  return {
    before: tallyOf(before.answers),
    after: tallyOf(after.answers),
    cases: cases.length,
    broke,
    worse: broke.length > 0 || sumOf(after.answers) < sumOf(before.answers),
  };
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
