import { EDGE_FAMILIES } from '../domain/graph.js';
import type { ParsedProfile, Path } from '../domain/profile.js';
import type { ReasoningType } from '../domain/reasoning.js';
import type { PathReport } from '../domain/recollection.js';
import type { Accept } from '../indexes/accept.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import { rolesOf, type EdgeIndex } from '../indexes/edge-index.js';
import { asksForReflections } from './beside.js';
import { CAUSAL_LIMIT, LEXICAL_LIMIT, type Candidate, type Found } from './candidate.js';
import type { CausalFit } from './causal-fit.js';
import type { Feedback } from './feedback.js';
import { causalPath } from './paths/causal.js';
import type { PicturePorts } from '../spaces/read-picture.js';
import { feedbackPath } from './paths/feedback.js';
import { graphPath } from './paths/graph.js';
import { imagePath } from './paths/image.js';
import { lexicalCandidates, type LexicalScores } from './paths/lexical.js';
import { semanticPath } from './paths/semantic.js';
import { temporalPath } from './paths/temporal.js';
import { planPaths, reportPath, type PlannedPath } from './plan-paths.js';
import type { QueryPicture } from './query-picture.js';
import type { Similarities } from './similarities.js';
import type { Understanding } from './understand.js';

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
  /** The picture asked with, and how pictures are compared. */
  readonly picture: QueryPicture | null;
  readonly pictureSpace: PicturePorts['space'];
  readonly ticks: () => number;
}

export interface PathOutcome {
  readonly found: Found;
  readonly reports: readonly PathReport[];
}

/** Which links a kind of question walks: a why-question follows causes first, but any link may lead to the answer. */
const ROLES: Readonly<Record<ReasoningType, number>> = {
  descriptive: rolesOf(['relational', 'semantic', 'hierarchical']),
  causal: rolesOf(['causal', 'relational', 'semantic', 'temporal']),
  evaluative: rolesOf(['relational', 'causal', 'semantic']),
  procedural: rolesOf(['relational', 'semantic', 'temporal']),
  comparative: rolesOf(['relational', 'semantic', 'hierarchical']),
  strategic: rolesOf(['relational', 'hierarchical', 'causal']),
  creative: rolesOf(EDGE_FAMILIES),
};

/** Walks every planned path; each has its own time budget and says in its report what became of it. */
export function findCandidates(input: PathInput): PathOutcome {
  const planned = planPaths(input.profile, input.understanding, input.feedback);
  const outcomes = planned.map((path) => walk(path, input));
  return {
    found: Object.fromEntries(outcomes.map(({ path, candidates }) => [path, candidates])),
    reports: outcomes.map(({ report }) => report),
  };
}

function walk(
  planned: PlannedPath,
  input: PathInput,
): { path: Path; candidates: readonly Candidate[]; report: PathReport } {
  const { path } = planned;
  if (planned.skip !== null)
    return { path, candidates: [], report: reportPath(planned, 0, 0, false) };
  const start = input.ticks();
  const late = () => input.ticks() - start > planned.budgetMs;
  const candidates = WALKS[path](input, late);
  return {
    path,
    candidates,
    report: reportPath(planned, candidates.length, input.ticks() - start, late()),
  };
}

type Walk = (input: PathInput, late: () => boolean) => readonly Candidate[];

const WALKS: Readonly<Record<Path, Walk>> = {
  feedback: ({ feedback, accepts }) => feedbackPath(feedback, accepts),
  image: ({ index, picture, pictureSpace, accepts }) =>
    picture === null ? [] : imagePath(index, picture, pictureSpace, accepts),
  lexical: ({ lexical, index, understanding, accepts }) =>
    lexicalCandidates(lexical, index, understanding.speakers, accepts, LEXICAL_LIMIT),
  semantic: ({ similarities, accepts }) => semanticPath(similarities, accepts),
  temporal: ({ index, understanding, lexical, accepts }) =>
    temporalPath(index, understanding, lexical.touched, lexical.count, accepts),
  causal: ({ index, understanding, lexical, causal, accepts }) =>
    causalPath(
      index,
      causal,
      () => lexicalCandidates(lexical, index, understanding.speakers, accepts, CAUSAL_LIMIT),
      accepts,
    ),
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
