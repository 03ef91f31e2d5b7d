import { openMemory, type Mneme } from '../../packages/mneme/src/index.js';
import { isLightWord, words } from '../../packages/core/src/language/segmentation.js';
import { askingOf, type Talk, type TalkQuestion } from '../talk/talk.js';
import { readTalks } from './read-talks.js';

type Log = (line: string) => void;

const QUESTIONS = 10;
const MAX_TALKS = 4;
const MAX_SESSIONS = 3;
/** A turn is in a text when so much of its words is. */
const THERE = 0.8;
const BUDGETS = [400, 2_048] as const;
/** `high` sends what bears on the question, `normal` fills the budget with the best there is. */
const PRECISIONS = ['high', 'normal'] as const;

interface Counts {
  tokens: number;
  resent: number;
  /** Evidence of the questions in the corpus; what of it the session was given so far, whole or in deltas. */
  evidence: number;
  given: number;
  kept: number;
}

/**
 * What the second to tenth context of a session take when only what is new is sent, over sending all of each; and how
 * much of all evidence of each question stands in what the session was given by then, in deltas over whole contexts.
 * Ten questions that follow one another in a talk, by what they ask about (`near`), or as the corpus lists them
 * (`listed`).
 */
export async function measureDeltas(folder: string, log: Log): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  const counts = new Map<string, Counts>();
  for (const talk of readTalks(folder, ['locomo']).slice(0, MAX_TALKS)) {
    const memory = await openMemory({ file: ':memory:' });
    try {
      await memory.rememberAll(talk.turns);
      for (const precision of PRECISIONS)
        for (const maxTokens of BUDGETS)
          for (const [order, sessions] of Object.entries(sessionsOf(talk)))
            for (const [at, session] of sessions.entries())
              await askSession(memory, talk, session, {
                name: `${order} ${precision} ${maxTokens} ${at}`,
                maxTokens,
                precision,
                counts: countsOf(counts, `${order}_${precision}_${maxTokens}`),
              });
    } finally {
      await memory.close();
    }
    log(`${talk.id} asked`);
  }
  for (const [name, { tokens, resent, kept, given, evidence }] of counts) {
    results[`delta_tokens_${name}`] = tokens / resent;
    results[`delta_evidence_${name}`] = kept / given;
    results[`delta_evidence_of_all_${name}`] = kept / evidence;
    results[`whole_evidence_of_all_${name}`] = given / evidence;
  }
  return results;
}

function countsOf(all: Map<string, Counts>, name: string): Counts {
  const counts = all.get(name) ?? { tokens: 0, resent: 0, evidence: 0, given: 0, kept: 0 };
  all.set(name, counts);
  return counts;
}

function sessionsOf({ turns, questions }: Talk): Record<string, TalkQuestion[][]> {
  const place = new Map(turns.map(({ turn }, at) => [turn, at]));
  const asked = questions.filter(({ answerable, evidence }) => answerable && evidence.length > 0);
  const first = ({ evidence }: TalkQuestion): number =>
    Math.min(...evidence.map((turn) => place.get(turn) ?? Infinity));
  const near = [...asked].sort((a, b) => first(a) - first(b));
  return { near: cut(near), listed: cut(asked) };
}

/** Sessions of ten, evenly over the talk. */
function cut(questions: readonly TalkQuestion[]): TalkQuestion[][] {
  const all: TalkQuestion[][] = [];
  for (let at = 0; at + QUESTIONS <= questions.length; at += QUESTIONS)
    all.push(questions.slice(at, at + QUESTIONS));
  const step = Math.max(1, Math.floor(all.length / MAX_SESSIONS));
  return all.filter((_, at) => at % step === 0).slice(0, MAX_SESSIONS);
}

interface Asked {
  readonly name: string;
  readonly maxTokens: number;
  readonly precision: (typeof PRECISIONS)[number];
  readonly counts: Counts;
}

async function askSession(
  memory: Mneme,
  talk: Talk,
  questions: readonly TalkQuestion[],
  { name, maxTokens, precision, counts }: Asked,
): Promise<void> {
  const contents = new Map(talk.turns.map(({ turn, content }) => [turn, content]));
  let [had, sent] = ['', ''];
  for (const [at, question] of questions.entries()) {
    const { query = '' } = askingOf(question);
    const asked = { query, maxTokens, precision };
    const whole = await memory.context(asked);
    const fresh = await memory.context({ ...asked, delta: name });
    had += `\n${fresh.context}`;
    sent += `\n${whole.context}`;
    if (at === 0) continue;
    counts.tokens += fresh.tokensUsed;
    counts.resent += whole.tokensUsed;
    counts.evidence += question.evidence.length;
    const among = (text: string): number =>
      question.evidence.filter((turn) => isIn(contents.get(turn), text)).length;
    counts.given += among(sent);
    counts.kept += among(had);
  }
}

function wordsOf(text: string): string[] {
  return words(text)
    .map((word) => word.text)
    .filter((word) => !isLightWord(word));
}

/** What a text says of each memory: lines behind which the same citation stands, or between marks of the same id. */
function saidOf(text: string): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  for (const line of text.split('\n')) {
    const id = /(?:\[|id=")(m_\w{4})\w*(?:\]|")/.exec(line)?.[1] ?? line;
    said.set(id, `${said.get(id) ?? ''} ${line}`);
  }
  return said;
}

/** Whether what a text says of one memory is the turn. */
function isIn(content: string | undefined, text: string): boolean {
  if (content === undefined) return false;
  const own = wordsOf(content);
  return [...saidOf(text).values()].some((said) => {
    const there = new Set(wordsOf(said));
    return own.filter((word) => there.has(word)).length >= THERE * own.length;
  });
}
