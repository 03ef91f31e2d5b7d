import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryId } from '../../packages/core/src/domain/ids.js';
import { MnemeError } from '../../packages/core/src/domain/errors.js';
import { DAY, type Instant } from '../../packages/core/src/domain/time.js';
import type { Mneme } from '../../packages/mneme/src/index.js';
import type { About, SentenceVerdict } from '../../packages/mneme/src/public-types.js';
import { HookMemory, TranscriptProgress } from '../../packages/server/src/hooks/hook-memory.js';
import type { LoadedBank } from '../loaded-bank.js';
import type { Life } from '../talk/lives.js';
import type { LifeCases, TrialVerdict } from './case-file.js';
import { TurnsBehind } from './turns-behind.js';

type Task = LifeCases['tasks'][number];
type Trial = LifeCases['trials'][number];
type Subject = LifeCases['about'][number];
type Statement = LifeCases['statements'][number];

/** Tokens that `context` gets for a task. */
export const BUDGETS = [400, 1_000] as const;
type Budget = (typeof BUDGETS)[number];

interface JudgedTask {
  readonly task: Task;
  readonly budget: Budget;
  /** For each need, whether a turn that tells it was delivered. */
  readonly met: readonly boolean[];
  /** Turns with outdated values that were given as holding. */
  readonly stale: readonly string[];
}

/** How each case came out. */
export interface JudgedCases {
  readonly tasks: readonly JudgedTask[];
  readonly nothing: readonly {
    readonly message: LifeCases['nothing'][number];
    /** What was added by whom; empty for nothing. */
    readonly hook: string;
    readonly context: string;
  }[];
  readonly trials: readonly {
    readonly trial: Trial;
    readonly verdict: TrialVerdict;
    /** Turns behind the first lines that were told, best first. */
    readonly told: readonly string[];
  }[];
  readonly about: readonly {
    readonly subject: Subject;
    readonly met: readonly boolean[];
    readonly gone: readonly string[];
  }[];
  readonly statements: readonly {
    readonly statement: Statement;
    readonly verdict: SentenceVerdict;
    /** Chance that the bank knows, 0..1. */
    readonly known: number;
  }[];
}

/** The moment that cases are asked at: the day after the last turn. */
export function dayAfter({ talk: { turns } }: Pick<Life, 'talk'>): Instant {
  return Math.max(...turns.map(({ saidAt }) => Date.parse(String(saidAt)))) + DAY;
}

/** Puts each case to a filled bank by the verbs that its user has. The bank's clock is to stand at {@link dayAfter}. */
export async function judgeCases(
  cases: LifeCases,
  life: Life,
  bank: LoadedBank,
): Promise<JudgedCases> {
  const { memory } = bank;
  const behind = await TurnsBehind.of(bank, dayAfter(life));
  const tasks: JudgedTask[] = [];
  for (const task of cases.tasks)
    for (const budget of BUDGETS)
      tasks.push(await judgeTask(task, budget, { memory, behind, life }));
  return {
    tasks,
    nothing: await judgeNothing(cases, memory),
    trials: await inTurn(cases.trials, (trial) => judgeTrial(trial, memory, behind)),
    about: await inTurn(cases.about, (subject) => judgeAbout(subject, memory, behind)),
    statements: await inTurn(cases.statements, (statement) => judgeStatement(statement, memory)),
  };
}

async function inTurn<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const item of items) made.push(await make(item));
  return made;
}

interface Judging {
  readonly memory: Mneme;
  readonly behind: TurnsBehind;
  readonly life: Pick<Life, 'replacing'>;
}

async function judgeTask(
  task: Task,
  budget: Budget,
  { memory, behind, life }: Judging,
): Promise<JudgedTask> {
  const { delivered } = await memory.context({ query: task.task, maxTokens: budget });
  const turns = new Set(delivered.flatMap((id) => behind.of(id)));
  const holding = behind.givenAsHolding(delivered);
  const isReplaced = (turn: string): boolean =>
    [...(life.replacing.get(turn) ?? []), ...behind.replacing(turn)].some((by) => turns.has(by));
  return {
    task,
    budget,
    met: task.need.map((need) => need.some((turn) => turns.has(turn))),
    stale: task.never.filter((turn) => holding.has(turn) && !isReplaced(turn)),
  };
}

/** A session that has begun, so that its brief is told. */
async function judgeNothing(
  { nothing }: LifeCases,
  memory: Mneme,
): Promise<JudgedCases['nothing']> {
  return inTurn(nothing, async (message) => {
    const hooks = new HookMemory(memory, new TranscriptProgress(NO_FILE), () => 0);
    const event = {
      session: 'asked',
      transcript: null,
      folder: null,
      prompt: message.text,
      source: null,
    };
    const begun = await hooks.answer({ ...event, name: 'SessionStart' }, HOOK_TOKENS);
    begun.arrived();
    const { text } = await hooks.answer({ ...event, name: 'UserPromptSubmit' }, HOOK_TOKENS);
    const { context } = await memory.context({ query: message.text });
    return { message, hook: text, context };
  });
}

/** No transcript is named, so nothing is read there or written. */
const NO_FILE = join(tmpdir(), 'no-such-transcripts');
/** What `mneme hooks install` sets up. */
const HOOK_TOKENS = 600;
/** Of what was told, only the first lines are looked at. */
const FIRST = 5;

async function judgeTrial(
  trial: Trial,
  memory: Mneme,
  behind: TurnsBehind,
): Promise<JudgedCases['trials'][number]> {
  const { told } = await memory.foresight.foretell({ actions: [trial.ask] });
  return {
    trial,
    verdict: verdictBy(told.chance?.mean ?? null),
    told: told.lines.slice(0, FIRST).flatMap(({ id }) => behind.of(id)),
  };
}

/** Of a chance in thirds: it goes badly, this way and that, or well. */
function verdictBy(chance: number | null): TrialVerdict {
  if (chance === null) return 'unknown';
  return chance < 1 / 3 ? 'bad' : chance > 2 / 3 ? 'good' : 'mixed';
}

async function judgeAbout(
  subject: Subject,
  memory: Mneme,
  behind: TurnsBehind,
): Promise<JudgedCases['about'][number]> {
  const told = toldAsHolding(await aboutOrNothing(subject.subject, memory));
  const turns = new Set(told.flatMap((id) => behind.of(id)));
  const holding = behind.givenAsHolding(told, true);
  return {
    subject,
    met: subject.now.map((fact) => fact.some((turn) => turns.has(turn))),
    gone: subject.gone.filter((turn) => holding.has(turn)),
  };
}

async function aboutOrNothing(subject: string, memory: Mneme): Promise<About | null> {
  try {
    return await memory.browse.about(subject);
  } catch (error) {
    if (MnemeError.is(error) && error.code === 'not_found') return null;
    throw error;
  }
}

/** A plan is told as one, and what happened on a day as that: neither is outdated. */
const HOLDING: ReadonlySet<string> = new Set(['current', 'unread', 'planned', 'past']);

/** What is told of a subject without a mark that it no longer holds. */
function toldAsHolding(about: About | null): MemoryId[] {
  if (about === null) return [];
  const claims = about.slots.flatMap(({ claims }) => claims);
  return [
    ...claims.filter(({ validity }) => HOLDING.has(validity)).map(({ memory }) => memory),
    ...about.recent.map(({ id }) => id),
  ];
}

async function judgeStatement(
  statement: Statement,
  memory: Mneme,
): Promise<JudgedCases['statements'][number]> {
  const { sentences } = await memory.guidance.check(statement.text);
  return {
    statement,
    verdict: verdictOf(sentences.map(({ verdict }) => verdict)),
    known: Math.max(0, ...sentences.map(({ probability }) => probability ?? 0)),
  };
}

/** Of a statement of several sentences, what its doubtful ones make of it; of one, its own. */
const verdictOf = (verdicts: readonly SentenceVerdict[]): SentenceVerdict =>
  WORST_FIRST.find((each) => verdicts.includes(each)) ?? 'not known';

const WORST_FIRST: readonly SentenceVerdict[] = [
  'contradicted',
  'outdated',
  'not known',
  'supported',
];

/** Whether a verdict is the one that the truth of a statement asks for. */
export function isVerdictRight(truth: Statement['truth'], verdict: SentenceVerdict): boolean {
  return RIGHT[truth].has(verdict);
}

const RIGHT: Readonly<Record<Statement['truth'], ReadonlySet<SentenceVerdict>>> = {
  true: new Set(['supported']),
  outdated: new Set(['outdated']),
  false: new Set(['contradicted', 'not known']),
  unknown: new Set(['not known']),
};
