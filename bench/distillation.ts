import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { citationOf } from '../packages/core/src/domain/ids.js';
import type { RememberInput } from '../packages/core/src/domain/input.js';
import { isLightWord, sentences } from '../packages/core/src/language/segmentation.js';
import { createStemmer } from '../packages/core/src/language/stem.js';
import { contentTerms } from '../packages/core/src/language/terms.js';
import { DISTILLATION_MODES } from '../packages/core/src/modules/context/relevance.js';
import {
  givenFile,
  wholeNumber,
  type Benchmark,
  type BenchmarkResult,
  type BenchmarkValues,
} from './benchmark.js';
import { LoadedBank } from './loaded-bank.js';
import { readLocomo, type LocomoConversation, type LocomoQuestion } from './locomo-data.js';
import { mean, percentile } from './retrieval-metrics.js';

type Mode = (typeof DISTILLATION_MODES)[number];

/** Share of the key sentence's content words that must be there. */
const SURVIVING = 0.8;
const stemmer = createStemmer();

interface Judged {
  /** Shares of the question's evidence turns. */
  readonly distilled: number;
  readonly marked: number;
  readonly plain: number;
  /** Among the first ten that recall finds. */
  readonly found10: number;
  readonly compression: number;
  readonly tokens: number;
  readonly ms: number;
  readonly rawTokens: number;
  readonly plainTokens: number;
}

/** Is the evidence still there when a context is distilled to two fifths of its tokens? */
export const distillation: Benchmark = {
  name: 'distill',
  summary: 'Evidence that distilled context holds, against whole memories in more tokens.',
  options: [
    { flag: '--file <path>', description: 'LoCoMo JSON' },
    { flag: '--tokens <n>', description: 'Budget of the distilled context.', preset: '1000' },
    { flag: '--raw <n>', description: 'Budget of the whole memories.', preset: '2500' },
    { flag: '--mode <mode>', description: DISTILLATION_MODES.join(', '), preset: 'auto' },
    {
      flag: '--show <n>',
      description: 'Show so many contexts, and the first evidence that got lost.',
      preset: '0',
    },
  ],
  run: (options, log) => measure(options, log),
};

async function measure(
  options: BenchmarkValues,
  log: (line: string) => void,
): Promise<BenchmarkResult> {
  const budgets = {
    tokens: wholeNumber(options, 'tokens', 1_000, 100),
    raw: wholeNumber(options, 'raw', 2_500, 100),
    show: wholeNumber(options, 'show', 0, 0),
    mode: modeOf(options['mode']),
  };
  const judged: Judged[] = [];
  for (const conversation of readLocomo(givenFile(options, 'file'))) {
    log(`asking about ${conversation.id}`);
    judged.push(...(await ask(conversation, budgets, log)));
  }
  const of = (read: (each: Judged) => number): number => mean(judged.map(read));
  const results = {
    evidence_kept: of(({ distilled }) => distilled) / of(({ plain }) => plain),
    evidence_kept_marked: of(({ distilled }) => distilled) / of(({ marked }) => marked),
    kept_over_found10: of(({ distilled }) => distilled) / of(({ found10 }) => found10),
    evidence_distilled: of(({ distilled }) => distilled),
    evidence_plain: of(({ plain }) => plain),
    evidence_marked: of(({ marked }) => marked),
    compression: 1 - of(({ tokens }) => tokens) / of(({ plainTokens }) => plainTokens),
    compression_marked: 1 - of(({ tokens }) => tokens) / of(({ rawTokens }) => rawTokens),
    compression_found: of(({ compression }) => compression),
    tokens_mean: of(({ tokens }) => tokens),
    tokens_most: Math.max(...judged.map(({ tokens }) => tokens)),
    distill_p95: percentile(
      judged.map(({ ms }) => ms),
      0.95,
    ),
    questions: judged.length,
  };
  const targets: Readonly<Record<string, string>> = {
    evidence_kept: '≥ 0.90',
    kept_over_found10: '≥ 0.75',
    compression: '≥ 0.60',
    tokens_most: `≤ ${budgets.tokens}`,
    distill_p95: 'ms, ≤ 50',
  };
  return {
    results,
    table: Object.entries(results).map(([name, value]) => [
      name,
      Number.isInteger(value) ? String(value) : value.toFixed(3),
      targets[name] ?? '',
    ]),
  };
}

function modeOf(given: unknown): Mode {
  const found = DISTILLATION_MODES.find((mode) => mode === (given ?? 'auto'));
  if (found === undefined)
    throw new RangeError(`--mode: expected ${DISTILLATION_MODES.join(', ')}, not ${String(given)}`);
  return found;
}

interface Budgets {
  readonly tokens: number;
  readonly raw: number;
  readonly show: number;
  readonly mode: Mode;
}

async function ask(
  conversation: LocomoConversation,
  budgets: Budgets,
  log: (line: string) => void,
): Promise<Judged[]> {
  const bank = LoadedBank.open();
  try {
    await bank.fill(conversation.turns);
    const turnsOf = new Map<string, string[]>();
    const { state } = await bank.bank();
    for (const [slot, turns] of await bank.turnsBySlot())
      turnsOf.set(state.index.id(slot), [...turns]);
    const holders = holdersBy(turnsOf);
    const turns = new Map(conversation.turns.map((turn) => [turn.turn ?? '', turn]));
    const judged: Judged[] = [];
    let shown = 0;
    for (const question of conversation.questions) {
      if (question.evidence.length === 0 || question.category === 5) continue;
      // How a text is put is judged, not what is worth putting.
      const asked = { query: question.text, precision: 'normal' } as const;
      const whole = await bank.memory.context({ ...asked, maxTokens: budgets.raw, mode: 'raw' });
      const ranked = await bank.memory.recall({
        query: question.text,
        limit: 120,
        expand: false,
        fields: ['id', 'content', 'speaker', 'saidAt'],
      });
      const start = performance.now();
      const { tokens: maxTokens, mode } = budgets;
      const short = await bank.memory.context({ ...asked, maxTokens, mode });
      const ms = performance.now() - start;
      const plain = plainText(ranked.results, budgets.raw);
      const found = holders(ranked.results.slice(0, 10).map(({ id }) => id));
      const [held, inPlain] = [holders(whole.delivered), holders(plain.ids)];
      const lines = linesById(short.context, [...turnsOf.keys()], short.delivered, short.mode);
      const kept = (turn: string): boolean =>
        survives(
          turns.get(turn),
          question,
          [...turnsOf]
            .flatMap(([id, names]) => (names.includes(turn) ? [lines.get(id) ?? ''] : []))
            .join(' '),
        );
      const share = (has: (turn: string) => boolean): number =>
        question.evidence.filter(has).length / question.evidence.length;
      const lost = question.evidence.filter((turn) => inPlain.has(turn) && !kept(turn));
      if (shown < budgets.show) {
        log(
          `\nQ: ${question.text}\nA: ${question.answer}\n${short.context}\nlost: ${lost.map((turn) => `${turn} ${lines.has([...turnsOf].find(([, names]) => names.includes(turn))?.[0] ?? '') ? 'cut' : 'absent'}: ${turns.get(turn)?.content ?? ''}`).join('\n')}`,
        );
        shown++;
      }
      judged.push({
        distilled: share(kept),
        marked: share((turn) => held.has(turn)),
        plain: share((turn) => inPlain.has(turn)),
        found10: share((turn) => found.has(turn)),
        compression: short.compression,
        tokens: encode(short.context).length,
        rawTokens: encode(whole.context).length,
        plainTokens: plain.tokens,
        ms,
      });
    }
    return judged;
  } finally {
    await bank.close();
  }
}

/** The turns that memories hold. */
function holdersBy(
  turnsOf: ReadonlyMap<string, readonly string[]>,
): (ids: readonly string[]) => ReadonlySet<string> {
  return (ids) => new Set(ids.flatMap((id) => turnsOf.get(id) ?? []));
}

/** The best memories whose bare lines, who, when and the text, fill a budget of real tokens. */
function plainText(
  results: readonly {
    readonly id?: string;
    readonly content?: string;
    readonly speaker?: string | null;
    readonly saidAt?: number;
  }[],
  budget: number,
): { ids: string[]; tokens: number } {
  const ids: string[] = [];
  let tokens = 0;
  for (const { id = '', content = '', speaker, saidAt = 0 } of results) {
    const cost = encode(
      `${new Date(saidAt).toISOString().slice(0, 10)} ${speaker ?? ''}: ${content}\n`,
    ).length;
    if (tokens + cost > budget) break;
    tokens += cost;
    ids.push(id);
  }
  return { ids, tokens };
}

/** What the context says of each memory: the lines that cite it, or all of it where whole memories are delivered. */
function linesById(
  context: string,
  all: readonly string[],
  delivered: readonly string[],
  mode: string,
): ReadonlyMap<string, string> {
  if (mode === 'raw')
    return new Map(
      delivered.map((id) => [
        id,
        new RegExp(`id="${id}">([^]*?)</recalled-memory>`).exec(context)?.[1] ?? '',
      ]),
    );
  const lines = new Map<string, string>();
  for (const id of delivered) {
    const tag = citationOf(id as Parameters<typeof citationOf>[0], all.length);
    const at = context.indexOf(tag);
    const before = context.slice(0, at);
    lines.set(
      id,
      before.slice(
        mode === 'narrative' ? before.lastIndexOf(']') + 1 : before.lastIndexOf('\n') + 1,
      ),
    );
  }
  return lines;
}

/** Whether the content words of the turn's key sentence are in the text: the sentence that has most of the answer's words, else of the question's, else all of the turn. */
function survives(
  turn: RememberInput | undefined,
  question: LocomoQuestion,
  text: string,
): boolean {
  if (turn === undefined || text === '') return false;
  const there = new Set(termsOf(text));
  const key = keyTerms(turn.content, question);
  return key.filter((term) => there.has(term)).length >= SURVIVING * key.length;
}

function keyTerms(content: string, { answer, text }: LocomoQuestion): string[] {
  const candidates = sentences(content).map((sentence) => termsOf(sentence.text));
  for (const wanted of [new Set(termsOf(answer)), new Set(termsOf(text))]) {
    const hits = candidates.map((terms) => new Set(terms.filter((term) => wanted.has(term))).size);
    const most = Math.max(0, ...hits);
    if (most > 0) return candidates[hits.indexOf(most)] ?? [];
  }
  return termsOf(content);
}

function termsOf(text: string): string[] {
  return contentTerms(text, 'en', stemmer).filter((term) => !isLightWord(term));
}
