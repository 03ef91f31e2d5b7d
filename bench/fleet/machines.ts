import { type BenchmarkOption, type BenchmarkValues, wholeNumber } from '../benchmark.js';
import type { Figures } from './ledger.js';

const MILLION = 1_000_000;
const HOURS_A_MONTH = 730;

/** What was measured of one bank, and what machines cost; each can be given anew. */
const PRESETS = {
  'small-ms': ['milliseconds of processor of a recall in a bank of 10,000', '6'],
  'large-ms': ['the same in a bank of a million', '29'],
  'memory-bytes': ['resident bytes of a memory', '3000'],
  'snapshot-bytes': ['bytes of a memory in a snapshot', '2150'],
  'stored-bytes': ['bytes of a memory in the store', '7200'],
  'wake-ms': ['milliseconds of processor to wake 10,000 of a large bank', '92'],
  tenants: ['banks', '1000'],
  memories: ['memories of each', '1000000'],
  questions: ['questions a second, of all banks together', '10000'],
  cores: ['cores of a machine', '64'],
  gigabytes: ['its memory', '512'],
  'cents-an-hour': ['what it costs an hour, in hundredths of any currency', '350'],
} as const;

type Given = (name: keyof typeof PRESETS) => number;

export const MACHINE_OPTIONS: readonly BenchmarkOption[] = Object.entries(PRESETS).map(
  ([name, [description, preset]]) => ({ flag: `--${name} <n>`, description, preset }),
);

/** Computes, and measures nothing: how many machines a fleet takes by what was measured of one bank. */
export function machines(options: BenchmarkValues): Figures {
  return compute((name) => {
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return wholeNumber(options, camel, Number(PRESETS[name][1]));
  });
}

/** The part of a recall that grows, grows no faster than the bank; a straight line through two sizes is the most that it can come to. */
function compute(given: Given): Figures {
  const memories = given('memories');
  const slope = (given('large-ms') - given('small-ms')) / (MILLION - 10_000);
  const recallMs = given('small-ms') + slope * (memories - 10_000);
  const all = given('tenants') * memories;
  const heldGB = (all * given('memory-bytes')) / 1e9;
  const forMemory = Math.ceil(heldGB / (given('gigabytes') * 0.8));
  const forProcessor = Math.ceil((given('questions') * recallMs) / 1_000 / (given('cores') * 0.7));
  const machines = Math.max(forMemory, forProcessor);
  return {
    recall_ms: recallMs,
    held_gb: heldGB,
    machines_for_memory: forMemory,
    machines_for_processor: forProcessor,
    machines,
    cost_a_month: (machines * given('cents-an-hour') * HOURS_A_MONTH) / 100,
    store_tb: (all * given('stored-bytes')) / 1e12,
    snapshot_gb_a_bank: (memories * given('snapshot-bytes')) / 1e9,
    wake_s_a_bank: ((memories / 10_000) * given('wake-ms')) / 1_000,
    statements_per_s: given('questions') * 4,
    hours_to_wake_all: ((all / 10_000) * given('wake-ms')) / 3.6e6 / (machines * given('cores')),
    banks_a_machine: Math.floor(
      (given('gigabytes') * 0.8 * 1e9) / (memories * given('memory-bytes')),
    ),
    millions_of_memories: all / MILLION,
  };
}
