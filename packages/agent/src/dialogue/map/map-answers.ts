import {
  type MappedClaim,
  type MapperArtifact,
  MAX_NARRATIVE,
  type Tension,
  topologyOf,
} from '../artifact.js';
import {
  type DraftClaim,
  findGhost,
  findLinks,
  findTensions,
  type Group,
  groupStatements,
  readQuery,
  type ReadQuery,
} from './claims.js';
import { type ComparisonPorts, createNearness } from './nearness.js';
import { readAnswer, type ReadAnswer, type ReadingPorts, type Statement } from './read-answer.js';
import { type StatementEncoders, statementVectors } from './same-claim.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import { contentTerms } from '@mneme/core/language/terms.js';

/** Aspects of a matter with the words that indicate them. A word may indicate several. */
const DIMENSIONS = {
  cost: 'cost price money budget pay paid fee cheap expensive afford euro dollar pound bill rent salary wage fund grant invoice save saving spend tax profit revenue discount free interest mortgage loan',
  time: 'time hour minute day week month year schedule deadline wait delay soon late early date duration long quick fast slow morning evening night season summer winter spring autumn',
  effort:
    'effort easy simple hard difficult work boilerplate complex complexity setup maintain maintenance learn learning curve practise practice automate manual step tedious',
  risk: 'risk safe safety danger dangerous fail failure lose loss break backup insurance protect security secure attack privacy accident harm crash emergency damage guarantee',
  quality:
    'quality good best better stable stability sturdy durable last reliable robust wobble accurate precise clean polish error bug wrong test',
  performance:
    'performance speed throughput latency memory cpu load scale scalability capacity efficient power battery fast slow cache',
  people:
    'team people person user customer staff child parent family friend hire expert beginner community neighbour colleague patient teacher student crowd group manager',
  rules:
    'law legal rule permit permission licence license contract regulation policy compliance forbid allow insurer court visa tax union require compulsory',
  health:
    'health sleep pain injury kidney heart doctor medicine dose vitamin fever exercise diet allergy stress eye knee back muscle blood bacteria',
  comfort:
    'comfort comfortable quiet noise loud warm cold light dark bright soft beautiful pretty look colour design fun enjoy pleasure taste smell feel',
  environment:
    'environment climate energy waste recycle water soil nature plant animal emission carbon green heat weather rain',
  place:
    'place room space location city country near far station street house garden wall floor area site travel route office',
  evidence:
    'evidence study data research source measure number statistic survey proof proven experience result experiment sample figure count',
  technique:
    'code database server api framework library software tool app program data store schema query cloud container engine model interface protocol file',
} as const;

/** Returns the dimension with the most words in a statement; null where it has none. */
export function createDimensions(
  stemmer: (word: string, language: string) => string,
): (terms: readonly string[]) => string | null {
  const table = new Map<string, string[]>();
  for (const [dimension, words] of Object.entries(DIMENSIONS))
    for (const word of words.split(' ')) {
      const stem = stemmer(word, 'en');
      table.set(stem, [...(table.get(stem) ?? []), dimension]);
    }
  return (terms) => {
    const hits = new Map<string, number>();
    for (const term of terms)
      for (const dimension of table.get(term) ?? [])
        hits.set(dimension, (hits.get(dimension) ?? 0) + 1);
    // Ties go to the earlier one in the list.
    return Object.keys(DIMENSIONS).reduce<string | null>(
      (best, dimension) =>
        (hits.get(dimension) ?? 0) > (best === null ? 0 : (hits.get(best) ?? 0)) ? dimension : best,
      null,
    );
  };
}

/** Maximum number of claims per turn; the last outliers are dropped first. */
const MAX_CLAIMS = 60;

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
