import { EDGE_FAMILIES } from '../domain/graph.js';
import type { ParsedProfile, Path } from '../domain/profile.js';
import type { ReasoningType } from '../domain/reasoning.js';
import type { Accept } from '../indexes/accept.js';
import { NONE, type BankIndex } from '../indexes/bank-index.js';
import { rolesOf, type EdgeIndex } from '../indexes/edge-index.js';
import { asksForReflections } from './near-reflections.js';
import { CAUSAL_LIMIT, LEXICAL_LIMIT, type Candidate } from './candidate.js';
import type { CausalFit } from './causal-fit.js';
import type { Feedback } from './feedback.js';
import { causalPath } from './paths/causal.js';
import type { PicturePorts } from '../spaces/read-picture.js';
import { feedbackPath } from './paths/feedback.js';
import { graphPath } from './paths/graph.js';
import { imagePath } from './paths/image.js';
import { WordedPool } from './paths/worded-pool.js';
import type { LexicalScores } from './paths/lexical.js';
import { semanticPath } from './paths/semantic.js';
import { temporalPath } from './paths/temporal.js';
import { planPaths } from './plan-paths.js';
import type { QueryPicture } from './query-picture.js';
import type { Similarities } from './similarities.js';
import type { Source } from './walk-sources.js';
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
  /** The picture in the query, and how pictures are compared. */
  readonly picture: QueryPicture | null;
  readonly pictureSpace: PicturePorts['space'];
}

/**
 * Which links to follow for each kind of question: a why-question follows causes first, but any link may
 * lead to the answer.
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
export interface BankSource extends Source {
  find(late: () => boolean): readonly Candidate[];
}

/** The in-memory bank as sources of candidates, one for each path. */
export function bankSources(given: PathInput): readonly BankSource[] {
  let pool: WordedPool | null = null;
  const input: WalkInput = {
    ...given,
    worded: (k) =>
      (pool ??= new WordedPool(
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
  /** The best by words: two paths ask for them, and they are weighed once. */
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
