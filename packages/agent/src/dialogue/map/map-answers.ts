import {
  type MappedClaim,
  type MapperArtifact,
  MAX_NARRATIVE,
  type Tension,
  topologyOf,
} from '../artifact.js';
import { contentTerms } from '@mneme/core/language/terms.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { createDimensions } from './dimension.js';
import { findGhost, readQuery, type ReadQuery } from './read-query.js';
import { type DraftClaim, findLinks, findTensions, type Group, groupStatements } from './claims.js';
import { createNearness, type ComparisonPorts } from './nearness.js';
import {
  readAnswer,
  type ReadAnswer,
  type ReadingPorts,
  type Statement,
} from './read-statements.js';
import { statementVectors, type StatementEncoders } from './same-claim.js';

/** Maximum number of claims per turn; the last outliers are dropped first. */
export const MAX_CLAIMS = 60;

export interface ModelAnswer {
  readonly model: string;
  readonly text: string;
}

export interface MappedAnswers {
  readonly artifact: MapperArtifact;
  /** What was left out, for the receipt. */
  readonly notes: readonly string[];
}

/**
 * Maps answers without a model: sentences that say the same become one claim with its supporters, a claim of a single
 * model is an outlier, and tensions are listed. Deterministic.
 */
export async function mapAnswers(
  query: string,
  answers: readonly ModelAnswer[],
  ports: ComparisonPorts & StatementEncoders,
): Promise<MappedAnswers> {
  const read = answers.map(({ model, text }) => readAnswer(model, text, ports));
  const statements = read.flatMap((answer) => answer.statements);
  const asked = readQuery(query, ports.stemmer);
  const vectors = await statementVectors(statements, ports);
  const near = createNearness({ statements, vectors, asked: asked.terms }, ports);
  const groups = groupStatements(statements, near);
  const drafts = draftClaims(groups, answers, ports.stemmer);
  const kept = drafts.slice(0, MAX_CLAIMS);
  const stances = new Map(read.map(({ model, stance }) => [model, stance]));
  const tensions = findTensions(kept, asked, stances, near);
  const termsOf = (text: string): readonly string[] =>
    contentTerms(text, detectLanguage(text), ports.stemmer);
  const artifact = compose(kept, tensions, asked, {
    statements,
    models: answers.length,
    links: findLinks(kept, termsOf),
  });
  return { artifact, notes: notesOn(read, drafts.length) };
}

function notesOn(read: readonly ReadAnswer[], claims: number): string[] {
  return [
    ...read.flatMap(({ model, unread }) =>
      unread > 0 ? [`of ${model}’s answer ${unread} sentences at its end were not read`] : [],
    ),
    ...(claims > MAX_CLAIMS
      ? [`${claims - MAX_CLAIMS} claims of one model alone were left out`]
      : []),
  ];
}

/** Consensus first, by number of supporters; then outliers. */
function draftClaims(
  groups: readonly Group[],
  answers: readonly ModelAnswer[],
  stemmer: ReadingPorts['stemmer'],
): DraftClaim[] {
  const dimensionOf = createDimensions(stemmer);
  const supported = groups.map((group) => ({
    group,
    supporters: answers
      .map(({ model }) => model)
      .filter((name) => group.some(({ model }) => model === name)),
  }));
  const consensus = supported
    .filter(({ supporters }) => supporters.length > 1)
    .sort((a, b) => b.supporters.length - a.supporters.length);
  const alone = supported.filter(({ supporters }) => supporters.length === 1);
  return [...consensus, ...alone].map(({ group, supporters }, at): DraftClaim => {
    const [best] = group;
    const isConsensus = supporters.length > 1;
    const id = isConsensus ? `c${at + 1}` : `o${at + 1 - consensus.length}`;
    const claim: MappedClaim = {
      id,
      text: best.text,
      kind: isConsensus ? 'consensus' : 'outlier',
      supporters,
      dimension: dimensionOf(group.flatMap(({ terms }) => terms)),
      appliesWhen: best.condition,
      outlier: isConsensus ? null : doubtsTheFrame(best.text) ? 'frame_challenger' : 'supplemental',
      context: isConsensus ? null : best.context,
    };
    return { claim, group };
  });
}

const DOUBTS =
  /\b(?:(?:real|actual|true|underlying) (?:problem|question|issue|cause)|wrong question|the question (?:is|should be) (?:not|rather)|beside the point|the premise|false (?:choice|dilemma)|neither (?:of|will)|misses the point|don['’]t need (?:a|an|any)|do you (?:even|really) need)\b/iu;

const doubtsTheFrame = (text: string): boolean => DOUBTS.test(text);

interface Rest {
  readonly statements: readonly Statement[];
  readonly models: number;
  readonly links: MapperArtifact['links'];
}

function compose(
  drafts: readonly DraftClaim[],
  tensions: readonly Tension[],
  asked: ReadQuery,
  { statements, models, links }: Rest,
): MapperArtifact {
  const claims = challengedBy(
    drafts.map(({ claim }) => claim),
    tensions,
  );
  const consensus = claims.filter(({ kind }) => kind === 'consensus');
  const strength = (consensus[0]?.supporters.length ?? 0) / Math.max(1, models);
  const ghost = findGhost(asked, statements);
  return {
    claims,
    tensions,
    links,
    dimensions: dimensionsOf(claims),
    quality: qualityOf(drafts, asked, ghost, statements),
    strength,
    topology: topologyOf(claims, tensions, strength),
    ghost,
    narrative: narrate(consensus.map(({ text }) => text)),
    models,
    by: 'rules',
  };
}

/** An outlier that conflicts with a consensus challenges its premise. */
export function challengedBy(
  claims: readonly MappedClaim[],
  tensions: readonly Tension[],
): MappedClaim[] {
  const consensus = new Set(claims.flatMap(({ id, kind }) => (kind === 'consensus' ? [id] : [])));
  const against = new Set(
    tensions.flatMap(({ between: [a, b], type }) =>
      type !== 'conflicts' ? [] : consensus.has(a) ? [b] : consensus.has(b) ? [a] : [],
    ),
  );
  return claims.map((claim) =>
    claim.outlier !== null && against.has(claim.id)
      ? { ...claim, outlier: 'frame_challenger' }
      : claim,
  );
}

export function dimensionsOf(claims: readonly MappedClaim[]): string[] {
  const counts = new Map<string, number>();
  for (const { dimension } of claims)
    if (dimension !== null) counts.set(dimension, (counts.get(dimension) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([dimension]) => dimension);
}

const HEDGES =
  /\b(?:it depends|depends on|consult|hard to say|can(?:['’]t|not) (?:say|tell|advise)|without (?:knowing )?more (?:details|information|context)|as an ai)\b/iu;

function qualityOf(
  drafts: readonly DraftClaim[],
  { terms }: ReadQuery,
  ghost: string | null,
  statements: readonly Statement[],
): MapperArtifact['quality'] {
  const hedged = statements.filter(({ text }) => HEDGES.test(text)).length;
  if (statements.length > 0 && hedged * 2 >= statements.length) return 'deflected';
  const onTheMatter = drafts.some(
    ({ claim, group }) =>
      claim.kind === 'consensus' &&
      group.some((each) => each.terms.some((term) => terms.includes(term))),
  );
  return onTheMatter && ghost === null ? 'resolved' : 'conventional';
}

/** As many whole sentences as fit; null for none. */
export function narrate(texts: readonly string[]): string | null {
  let told = '';
  for (const text of texts) {
    const sentence = /[.!?…。]$/u.test(text) ? text : `${text}.`;
    if (told.length + sentence.length + 1 > MAX_NARRATIVE) break;
    told = told === '' ? sentence : `${told} ${sentence}`;
  }
  return told === '' ? (texts[0]?.slice(0, MAX_NARRATIVE) ?? null) : told;
}
