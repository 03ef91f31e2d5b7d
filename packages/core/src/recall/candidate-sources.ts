import { EDGE_FAMILIES } from '../domain/graph.js';
import { type ParsedProfile, type Path, PATHS } from '../domain/profile.js';
import type { ReasoningType } from '../domain/reasoning.js';
import type { ModuleFault, PathReport } from '../domain/recollection.js';
import { type BankIndex, NONE } from '../indexes/bank-index.js';
import { type EdgeIndex, rolesOf } from '../indexes/edge-index.js';
import type { Accept } from '../indexes/index-lookups.js';
import { type Awaitable, BUDGET_MS, inTime, isThenable } from '../kernel/module.js';
import { asksForReflections } from './beside-results.js';
import {
  type Candidate,
  CAUSAL_LIMIT,
  type Feedback,
  feedbackPath,
  type Found,
  LEXICAL_LIMIT,
} from './candidate.js';
import { type CausalFit, causalPath, graphPath } from './paths/graph.js';
import type { LexicalScores } from './paths/lexical.js';
import { LexicalPool } from './paths/lexical-pool.js';
import { imagePath, type QueryPicture, semanticPath, type Similarities } from './paths/semantic.js';
import { temporalPath } from './paths/temporal.js';
import type { Understanding } from './understand.js';
import { messageOf } from '../spaces/dense-vectors.js';
import type { PicturePorts } from '../spaces/e10-multimodal.js';

/** The faults of modules in one recall; all calls report here, and none is fatal. */
export class ModuleFaults {
  readonly #faults: ModuleFault[] = [];
  readonly #stopped = new Set<string>();

  get list(): readonly ModuleFault[] {
    return this.#faults;
  }

  /** Records each fault once, however often the part was called. */
  note(module: string, part: string, why: string): void {
    if (
      !this.#faults.some(
        (fault) => fault.module === module && fault.part === part && fault.why === why,
      )
    )
      this.#faults.push({ module, part, why });
  }

  /** Records it, and skips the part for the rest of this recall, so that one timeout is not repeated. */
  stop(module: string, part: string, why: string): void {
    this.note(module, part, why);
    this.#stopped.add(`${module} ${part}`);
  }

  isStopped(module: string, part: string): boolean {
    return this.#stopped.has(`${module} ${part}`);
  }
}

/** The owner of the code that is called: a module, or recall itself. */
interface Asked {
  readonly name: string;
  readonly budgetMs?: number;
  /** Limits its own running time: a partial result counts, and stopping early is no fault. */
  readonly endsItself?: boolean;
}

/** What calling a module needs from the recall. */
interface Asking {
  readonly faults: ModuleFaults;
  readonly ports: { readonly clock: { ticks(): number } };
}

/**
 * Calls one part of a module. If it throws or does not answer in time, returns null, notes it in the plan, and does
 * not call that part again.
 */
export async function ask<T>(
  { name, budgetMs = BUDGET_MS, endsItself = false }: Asked,
  part: string,
  { faults, ports: { clock } }: Asking,
  work: () => Awaitable<T>,
): Promise<T | null> {
  if (faults.isStopped(name, part)) return null;
  const started = clock.ticks();
  try {
    const answer = inTime(work(), budgetMs);
    const value = isThenable(answer) ? await answer : answer;
    // A call that blocks the event loop cannot be timed out; the overrun is reported and its result
    // used.
    if (!endsItself && clock.ticks() - started > budgetMs)
      faults.note(name, part, `took longer than ${budgetMs} ms`);
    return value;
  } catch (error) {
    faults.stop(name, part, messageOf(error));
    return null;
  }
}

/** The note on a path that the profile leaves out by naming others. */
export const NOT_ASKED = 'not asked for';

interface PlannedPath {
  readonly path: Path;
  readonly budgetMs: number;
  /** Why it is skipped; null if it is not. */
  readonly skip: string | null;
}

/**
 * Time limit of each path, after which its results so far are used; far above what it needs, so that answers do not
 * depend on load.
 */
const PATH_BUDGET_MS: Readonly<Record<Path, number>> = {
  semantic: 250,
  lexical: 250,
  graph: 250,
  temporal: 100,
  causal: 100,
  image: 250,
  feedback: 50,
};

/** Which paths to use for this question. */
function planPaths(
  profile: ParsedProfile,
  understanding: Understanding,
  feedback: Feedback,
): PlannedPath[] {
  const wordless = profile.query === undefined ? 'a picture asks, no words' : null;
  const reasons: Readonly<Record<Path, string | null>> = {
    lexical: understanding.terms.some(({ number }) => number >= 0)
      ? null
      : (wordless ?? 'no word of the query is in the bank'),
    semantic: wordless,
    graph:
      understanding.entities.length > 0
        ? null
        : (wordless ?? 'the query names nothing the bank knows'),
    temporal:
      understanding.periods.length > 0 || understanding.wanted.recent
        ? null
        : (wordless ?? 'the query names no time'),
    causal:
      understanding.direction !== null
        ? null
        : (wordless ?? 'the query asks for no cause and no effect'),
    image: profile.image === undefined ? 'no picture was given' : null,
    feedback: feedback.lifts.size > 0 ? null : 'no result of a question like it was voted on',
  };
  const offered: Readonly<Partial<Record<Path, boolean>>> = {
    image: profile.image !== undefined,
    feedback: feedback.lifts.size > 0,
  };
  const asked = PATHS.filter((path) => offered[path] !== false || profile.paths?.includes(path));
  return asked.map((path) => ({
    path,
    budgetMs: PATH_BUDGET_MS[path],
    skip: profile.paths !== undefined && !profile.paths.includes(path) ? NOT_ASKED : reasons[path],
  }));
}

export interface PathInput {
  readonly profile: ParsedProfile;
  readonly understanding: Understanding;
  readonly index: BankIndex;
  readonly lexical: LexicalScores;
  readonly similarities: Similarities;
  readonly causal: CausalFit;
  readonly accepts: Accept;
  readonly edges: EdgeIndex;
  readonly feedback: Feedback;
  /** The picture in the query, and how pictures are compared. */
  readonly picture: QueryPicture | null;
  readonly pictureSpace: PicturePorts['space'];
}

/**
 * Which links to follow for each kind of question: a why-question follows causes first, but any link may lead to the
 * answer.
 */
const ROLES: Readonly<Record<ReasoningType, number>> = {
  descriptive: rolesOf(['relational', 'semantic', 'hierarchical']),
  causal: rolesOf(['causal', 'relational', 'semantic', 'temporal']),
  evaluative: rolesOf(['relational', 'causal', 'semantic']),
  procedural: rolesOf(['relational', 'semantic', 'temporal']),
  comparative: rolesOf(['relational', 'semantic', 'hierarchical']),
  strategic: rolesOf(['relational', 'hierarchical', 'causal']),
  creative: rolesOf(EDGE_FAMILIES),
};

/** A path through the in-memory bank; it returns synchronously. */
interface BankSource extends Source {
  find(late: () => boolean): readonly Candidate[];
}

/** The in-memory bank as sources of candidates, one for each path. */
export function bankSources(given: PathInput): readonly BankSource[] {
  let pool: LexicalPool | null = null;
  const input: WalkInput = {
    ...given,
    worded: (k) =>
      (pool ??= new LexicalPool(
        given.lexical,
        given.index,
        given.understanding.speakers,
        given.accepts,
      )).best(k),
  };
  return planPaths(input.profile, input.understanding, input.feedback).map(
    ({ path, budgetMs, skip }) => ({
      path,
      owner: 'recall',
      budgetMs,
      skip,
      endsItself: true,
      find: (late) => WALKS[path](input, late),
    }),
  );
}

interface WalkInput extends PathInput {
  /** The `k` best by words; computed once, because two paths use them. */
  readonly worded: (k: number) => readonly Candidate[];
}

type Walk = (input: WalkInput, late: () => boolean) => readonly Candidate[];

const WALKS: Readonly<Record<Path, Walk>> = {
  feedback: ({ feedback, accepts }) => feedbackPath(feedback, accepts),
  image: ({ index, picture, pictureSpace, accepts }) =>
    picture === null ? [] : imagePath(index, picture, pictureSpace, accepts),
  lexical: ({ worded }) => worded(LEXICAL_LIMIT),
  semantic: ({ similarities, accepts }) => semanticPath(similarities, accepts),
  temporal: ({ index, understanding, lexical, accepts }) =>
    temporalPath(index, understanding, lexical.touched, lexical.count, accepts),
  causal: ({ index, worded, causal, accepts }) =>
    causalPath(index, causal, () => worded(CAUSAL_LIMIT), accepts),
  graph: ({ understanding, accepts, profile, edges, similarities, index }, late) =>
    graphPath(
      understanding.entities.map(({ id }) => edges.node(id)).filter((node) => node !== NONE),
      {
        edges,
        similarity: (slot) => similarities.of(slot),
        prepare: (slots) => similarities.prepare(slots),
        accepts,
        depth: profile.depth,
        beside: asksForReflections(profile) ? () => false : (slot) => index.reflected.has(slot),
        roles: ROLES[understanding.reasoning],
        late,
      },
    ),
};

/** A source of candidates: a path through the in-memory bank, or one of a module. Both are called alike. */
export interface Source {
  /** Its name in the plan and in a profile's `paths`. */
  readonly path: string;
  /** The name in the plan when it fails. */
  readonly owner: string;
  readonly budgetMs: number;
  /** Why it is skipped; null if it is not. */
  readonly skip: string | null;
  /** Limits its own running time: a partial result counts, and stopping early is no fault. */
  readonly endsItself: boolean;
  /** Best first, each once, admitted by the profile. `late` returns true when the time limit is over. */
  find(late: () => boolean): Awaitable<readonly Candidate[]>;
}

/** Candidates by the path that found them, and the outcome of each path. */
interface Walked {
  readonly found: Found;
  readonly reports: readonly PathReport[];
}

export const candidatesPart = (path: string): string => `candidates ${path}`;

/**
 * Calls every source that is not skipped, one after another. A failing one is named in the plan; the others are still
 * called.
 */
export async function walkSources(sources: readonly Source[], asking: Asking): Promise<Walked> {
  const found: Record<string, readonly Candidate[]> = {};
  const reports: PathReport[] = [];
  for (const source of sources) {
    const { candidates, report } = await walk(source, asking);
    found[source.path] = candidates;
    reports.push(report);
  }
  return { found, reports };
}

async function walk(
  { path, owner, budgetMs, skip, endsItself, find }: Source,
  asking: Asking,
): Promise<{ readonly candidates: readonly Candidate[]; readonly report: PathReport }> {
  const unasked = { path, budgetMs, tookMs: 0, found: 0, note: skip };
  if (skip !== null) return { candidates: [], report: unasked };
  const { clock } = asking.ports;
  const start = clock.ticks();
  const late = (): boolean => clock.ticks() - start > budgetMs;
  const candidates = await ask(
    { name: owner, budgetMs, endsItself },
    candidatesPart(path),
    asking,
    () => find(late),
  );
  const note =
    candidates === null
      ? 'failed; see the faults of modules'
      : late()
        ? 'over its time budget; what it had was taken'
        : null;
  const tookMs = clock.ticks() - start;
  return {
    candidates: candidates ?? [],
    report: { ...unasked, tookMs, found: candidates?.length ?? 0, note },
  };
}
