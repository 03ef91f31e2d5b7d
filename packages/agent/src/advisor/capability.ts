import { z } from 'zod';
import { type Advice, type AdviceInput, advise } from './advise.js';
import type { Checked, CheckInput } from './check/answer.js';
import { check } from './check/check.js';
import { firstThings, type MemeticStatus, readStatus } from './status.js';
import type { BankHandle } from '@mneme/core/bank/bank-handle.js';
import type { OpenBank } from '@mneme/core/bank/core.js';
import type { MemoryId } from '@mneme/core/domain/ids.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { RecallProfile } from '@mneme/core/domain/profile.js';
import { countTokens } from '@mneme/core/language/count-tokens.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { type Pulse, pulseOf } from '@mneme/core/modules/context/index.js';
import {
  readWorth,
  type WorthAnswer,
  type WorthInput,
} from '@mneme/core/modules/salience/index.js';
import type { Store } from '@mneme/core/ports/store.js';
import { recall } from '@mneme/core/recall/recall.js';

/** Depth to which our results are searched for the other system's answers. */
const DEEP = 100;
/** Two texts say the same if they share this part of the shorter one's terms. */
const ALIKE = 0.75;
const MIN_TERMS = 2;

export const AnswersInput = z.strictObject({
  questions: z
    .array(
      z.strictObject({
        query: RecallProfile.shape.query.unwrap(),
        answers: z.array(z.string().max(100_000)).max(200, 'at most 200 answers'),
      }),
    )
    .min(1, 'name at least one question')
    .max(1_000, 'at most 1,000 questions'),
  k: z.int().min(1).max(50).default(10).describe('How many results count as an answer.'),
});
export type AnswersInput = z.input<typeof AnswersInput>;

/**
 * State of one of their answers: among our first results, further down, stored but not found by this question, or not
 * stored.
 */
export type AnswerState = 'found' | 'below' | 'kept' | 'missing';

export interface ComparedAnswer {
  readonly text: string;
  readonly state: AnswerState;
  /** Our rank of it, from 1; null if not found. */
  readonly at: number | null;
}

export interface ComparedQuestion {
  readonly query: string;
  /** Their answers in their order. */
  readonly theirs: readonly ComparedAnswer[];
  /** Those of our first results that none of theirs says. */
  readonly onlyOurs: readonly {
    readonly id: MemoryId;
    readonly text: string;
    readonly at: number;
  }[];
  readonly tokens: { readonly ours: number; readonly theirs: number };
}

export interface AnswerComparison {
  readonly questions: readonly ComparedQuestion[];
  readonly totals: Readonly<Record<AnswerState, number>> & {
    readonly onlyOurs: number;
    readonly tokens: { readonly ours: number; readonly theirs: number };
  };
}

/**
 * Asks a bank the questions that another memory system answered, and reports where the answers differ. Does not count
 * as use. Throws `invalid_input`.
 */
async function compareAnswers(
  raw: unknown,
  bank: OpenBank,
  parts: { readonly store: Store; readonly stemmer: Stemmer },
): Promise<AnswerComparison> {
  const { questions, k } = parseInput(AnswersInput, raw, 'comparison');
  const compared: ComparedQuestion[] = [];
  for (const { query, answers } of questions)
    compared.push(await compareOne(query, answers, k, bank, parts));
  const states = compared.flatMap(({ theirs }) => theirs.map(({ state }) => state));
  const count = (state: AnswerState): number => states.filter((each) => each === state).length;
  const sum = (read: (question: ComparedQuestion) => number): number =>
    compared.reduce((total, question) => total + read(question), 0);
  return {
    questions: compared,
    totals: {
      found: count('found'),
      below: count('below'),
      kept: count('kept'),
      missing: count('missing'),
      onlyOurs: sum(({ onlyOurs }) => onlyOurs.length),
      tokens: {
        ours: sum(({ tokens }) => tokens.ours),
        theirs: sum(({ tokens }) => tokens.theirs),
      },
    },
  };
}

async function compareOne(
  query: string,
  answers: readonly string[],
  k: number,
  bank: OpenBank,
  { store, stemmer }: { readonly store: Store; readonly stemmer: Stemmer },
): Promise<ComparedQuestion> {
  const { results } = await recall(
    { query, limit: DEEP, expand: false, reflections: 0, whole: true, fields: ['id', 'content'] },
    bank.name,
    bank.state,
    bank.recall,
  );
  const terms = (text: string): ReadonlySet<string> =>
    new Set(contentTerms(text, detectLanguage(text), stemmer));
  const ours = results.map(({ id, content = '' }, at) => ({
    id: id as MemoryId,
    text: content,
    at: at + 1,
    terms: terms(content),
  }));
  const said = answers.map((text) => ({ text, terms: terms(text) }));
  const theirs: ComparedAnswer[] = [];
  for (const answer of said) {
    const at = ours.find((each) => sayTheSame(each, answer))?.at ?? null;
    const kept = at === null && (await isKept(answer, bank, store, terms));
    const state = at === null ? (kept ? 'kept' : 'missing') : at <= k ? 'found' : 'below';
    theirs.push({ text: answer.text, state, at });
  }
  const first = ours.slice(0, k);
  return {
    query,
    theirs,
    onlyOurs: first
      .filter((each) => !said.some((answer) => sayTheSame(each, answer)))
      .map(({ id, text, at }) => ({ id, text, at })),
    tokens: {
      ours: first.reduce((sum, { text }) => sum + countTokens(text), 0),
      theirs: answers.reduce((sum, text) => sum + countTokens(text), 0),
    },
  };
}

interface ComparableText {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Compares content words, as another memory system may store rephrased text. */
function sayTheSame(one: ComparableText, other: ComparableText): boolean {
  if (one.text.trim() === other.text.trim()) return true;
  const [few, many] = one.terms.size <= other.terms.size ? [one, other] : [other, one];
  if (few.terms.size < MIN_TERMS) return false;
  const shared = [...few.terms].filter((term) => many.terms.has(term)).length;
  return shared / few.terms.size >= ALIKE;
}

async function isKept(
  answer: ComparableText,
  { name }: OpenBank,
  store: Store,
  terms: (text: string) => ReadonlySet<string>,
): Promise<boolean> {
  if (answer.terms.size === 0) return false;
  const hits = await store.search.lexical(name, [...answer.terms].join(' '), {}, DEEP);
  const found = await store.get(
    name,
    hits.map(({ id }) => id),
  );
  return found.some(({ content }) => sayTheSame({ text: content, terms: terms(content) }, answer));
}

declare module '@mneme/core/mneme.js' {
  interface Mneme {
    readonly guidance: Guidance;
  }
}

/** Advice for an agent that uses and curates a bank: what to do next, and what to say. */
export class Guidance {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Operations that advance a goal, in order, each with its input and reason; without a goal, instructions for a
   * model on using this memory, and its pending tasks. Throws `invalid_input`.
   */
  async advise(input: AdviceInput | string = {}): Promise<Advice> {
    return advise(
      typeof input === 'string' ? { goal: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /** The state of the bank, its current topics, and what needs attention. */
  async status(): Promise<MemeticStatus> {
    return readStatus(await this.bank.open(), this.bank.parts);
  }

  /**
   * Coherence of the latest memories, or of `memories`, and what to do next: one of the operations in `offer`, with
   * its arguments. For the latest memories, pending tasks come first.
   */
  async pulse(memories?: readonly string[], offer?: readonly string[]): Promise<Pulse> {
    const { state, name } = await this.bank.open();
    await state.follow();
    const { store, clock, stemmer } = this.bank.parts;
    const ports = { bank: name, state, store, clock, stemmer };
    const first = memories === undefined ? await firstThings(ports) : [];
    return pulseOf(state, { memories: memories as readonly MemoryId[] | undefined, offer, first });
  }

  /**
   * Checks each sentence of a text against the bank: supported, outdated, contradicted or not known, with the notes
   * behind it. Does not count as use. Throws `invalid_input`.
   */
  async check(input: CheckInput | string): Promise<Checked> {
    return check(
      typeof input === 'string' ? { text: input } : input,
      await this.bank.serve(),
      this.bank.parts,
    );
  }

  /** The value of storing a text, or of a stored memory; read-only. Throws `invalid_input`, `not_found`. */
  async worth(input: WorthInput | string): Promise<WorthAnswer> {
    const bank = await this.bank.serve();
    return readWorth(typeof input === 'string' ? { content: input } : input, {
      store: this.bank.parts.store,
      state: bank.state,
      bank: bank.name,
      rehearse: (text) => this.bank.core.rehearse(bank, [text]),
    });
  }

  /**
   * Asks a bank the questions that another memory system answered, and reports where the answers differ. Does not
   * count as use. Throws `invalid_input`.
   */
  async compareAnswers(input: AnswersInput): Promise<AnswerComparison> {
    return compareAnswers(input, await this.bank.serve(), this.bank.parts);
  }
}
