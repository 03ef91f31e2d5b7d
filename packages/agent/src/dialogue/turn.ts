import { z } from 'zod';
import { type MappedClaim, MapperArtifact } from './artifact.js';
import { QUERY_TYPES, readQuery, type ReadQuery } from './map/claims.js';
import { mapAnswers, type MappedAnswers } from './map/map-answers.js';
import { mapByModel } from './map/map-by-model.js';
import {
  AnswerInput,
  MAX_ANSWERS,
  receive,
  ReceivedAnswer,
  routeOf,
  ROUTES,
} from './map/read-answer.js';
import { caredFor, type PreferenceProfile, weightOf } from './preference-profile.js';
import {
  bridgeAfter,
  ContextBridge,
  newRecord,
  readSession,
  type StoredTurn,
  type TurnValue,
} from './session.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/core.js';
import { type LearningParts, revise } from '@mneme/core/bank/learned/revise.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { SessionId } from '@mneme/core/domain/ids.js';
import { type Of, OwnText, type SchemaOf } from '@mneme/core/domain/schema.js';
import { hasText } from '@mneme/core/domain/well-formed.js';
import { detectLanguage } from '@mneme/core/language/detect-language.js';
import type { Stemmer } from '@mneme/core/language/stem.js';
import { contentTerms } from '@mneme/core/language/terms.js';

/** Layouts of claims for somebody who has to choose. */
const CONTAINERS = [
  'direct_answer',
  'decision_tree',
  'comparison_matrix',
  'exploration_space',
] as const;
const Container = z.enum(CONTAINERS);
type Container = z.infer<typeof Container>;

const branchShape = z.strictObject({
  /** An option, a condition or a dimension; null for claims that belong to none. */
  label: z.string().nullable(),
  /** Ids of claims. */
  claims: z.array(OwnText),
});
const explorationShape = z.strictObject({
  queryType: z.enum(QUERY_TYPES),
  container: Container,
  /** The claims grouped by options (matrix), conditions (tree) or dimensions (space); one branch for an answer. */
  branches: z.array(branchShape),
});
export interface Exploration extends Of<typeof explorationShape> {}
export const Exploration: SchemaOf<Exploration, typeof explorationShape> = explorationShape;

/** Minimum number of conditions for a decision tree. */
const BRANCHES = 2;

/** Chooses the layout from the query type and the topology, and groups the claims. */
export function explore(
  query: string,
  artifact: Pick<MapperArtifact, 'claims' | 'topology'>,
  stemmer: Stemmer,
): Exploration {
  const asked = readQuery(query, stemmer);
  const container = containerOf(asked, artifact);
  return {
    queryType: asked.type,
    container,
    branches: branchesOf(container, asked, artifact, stemmer),
  };
}

function containerOf(
  { type }: ReadQuery,
  { claims, topology }: Pick<MapperArtifact, 'claims' | 'topology'>,
): Container {
  if (isBranching(claims)) return 'decision_tree';
  if (type === 'choice' || type === 'comparison')
    return topology === 'high_confidence' && type === 'choice'
      ? 'direct_answer'
      : 'comparison_matrix';
  if (topology === 'high_confidence' || type === 'fact' || type === 'yes_no')
    return 'direct_answer';
  return topology === 'dimensional' ? 'exploration_space' : 'comparison_matrix';
}

/** Whether there are several conditions, and at least half of the claims are conditional. */
function isBranching(claims: MapperArtifact['claims']): boolean {
  const agreed = claims.filter(({ kind }) => kind === 'consensus');
  const looked = agreed.length > 0 ? agreed : claims;
  const conditional = looked.filter(({ appliesWhen }) => appliesWhen !== null);
  const conditions = new Set(conditional.map(({ appliesWhen }) => appliesWhen?.toLowerCase()));
  return conditions.size >= BRANCHES && conditional.length * 2 >= looked.length;
}

function branchesOf(
  container: Container,
  { options }: ReadQuery,
  { claims }: Pick<MapperArtifact, 'claims'>,
  stemmer: Stemmer,
): Exploration['branches'] {
  if (container === 'direct_answer') return [{ label: null, claims: claims.map(({ id }) => id) }];
  const labelOf = (claim: MapperArtifact['claims'][number]): string | null => {
    if (container === 'decision_tree') return claim.appliesWhen;
    if (container === 'exploration_space') return claim.dimension;
    const terms = contentTerms(claim.text, detectLanguage(claim.text), stemmer);
    const named = options.filter((option) => option.some((term) => terms.includes(term)));
    return named.length === 1 ? (named[0] ?? []).join(' ') : null;
  };
  const branches = new Map<string | null, string[]>();
  for (const claim of claims) {
    const label = labelOf(claim);
    branches.set(label, [...(branches.get(label) ?? []), claim.id]);
  }
  return [...branches].map(([label, ids]) => ({ label, claims: ids }));
}

/** Maximum length of a query, in characters. */
const MAX_QUERY = 20_000;
/** Maximum length stored of an answer that is shown as it is. */
const MAX_RAW = 500;

export const TurnInput = z.strictObject({
  session: SessionId.describe('The conversation, by a name of your own.'),
  query: z
    .string()
    .trim()
    .max(MAX_QUERY, `at most ${MAX_QUERY} characters`)
    .refine(hasText, 'must not be empty')
    .describe('What the models were asked.'),
  answers: z
    .array(AnswerInput)
    .max(MAX_ANSWERS, `at most ${MAX_ANSWERS} of them`)
    .meta({ flag: 'answer' })
    .describe('What each model said. Failures may be among them.'),
  mapper: z
    .enum(['rules', 'model'])
    .optional()
    .describe('Who maps the answers. Default: the language model where one is configured.'),
});
export type TurnInput = z.input<typeof TurnInput>;
type ParsedTurn = z.output<typeof TurnInput>;

const turnReceiptShape = z.strictObject({
  turn: OwnText,
  session: z.string(),
  /**
   * Two or more answers are mapped; a single one is shown as it is, with its sentences as claims that can be curated.
   */
  route: z.enum(ROUTES),
  answers: z.array(ReceivedAnswer),
  artifact: MapperArtifact,
  exploration: Exploration,
  bridge: ContextBridge,
  /** What was left out, and why a stage failed. */
  notes: z.array(z.string()),
  sequence: z.number(),
});
export interface TurnReceipt extends Of<typeof turnReceiptShape> {}
export const TurnReceipt: SchemaOf<TurnReceipt, typeof turnReceiptShape> = turnReceiptShape;

export type DialogueParts = Pick<
  LearningParts,
  'store' | 'clock' | 'actor' | 'newId' | 'readOnly' | 'stemmer' | 'encoder' | 'languageModel'
>;

/** In addition: word relations and a sentence encoder. */
type MappingParts = DialogueParts & Pick<EngineParts, 'relatives' | 'embedder'>;

/** The turn to store. Throws `invalid_input` where no model answered, and for two answers under one name. */
export async function mapTurn(
  { session, query, answers, mapper }: ParsedTurn,
  profile: PreferenceProfile,
  parts: MappingParts,
  signal?: AbortSignal,
): Promise<TurnValue> {
  assertNamesApart(answers);
  const received = receive(answers);
  const route = routeOf(received);
  if (route === 'error') throw nobodyAnswered(received);
  const readable = answers.filter((_, at) => received[at]?.failed === null);
  const { languageModel } = parts;
  const byRules = await mapAnswers(query, readable, parts);
  const mapped =
    mapper === 'rules' || route !== 'map'
      ? byRules
      : languageModel === undefined
        ? withoutModel(byRules, mapper)
        : await mapByModel(
            { query, answers: readable, preferred: caredFor(profile) },
            byRules,
            languageModel,
            parts,
            signal,
          );
  const [only] = readable;
  return {
    session,
    query,
    answers: [...received],
    route,
    raw: route === 'raw' && only !== undefined ? beginning(only.text) : null,
    ...preferredFirst(mapped, profile),
  };
}

/** Stores a mapped turn as one change, which can be undone. */
export function recordTurn(
  value: TurnValue,
  bank: OpenBank,
  parts: DialogueParts,
): Promise<TurnReceipt> {
  return revise(bank.name, parts, async (at) => {
    const before = await readSession(value.session, bank.name, parts.store);
    const record = newRecord('turn', value, at, parts.newId);
    const turn: StoredTurn = {
      id: record.id,
      at,
      value,
      stages: {},
      madeBy: {},
      edits: [],
      ownClaims: 0,
    };
    const bridge = bridgeAfter(before, turn);
    return {
      put: { learned: [record] },
      verb: 'dialogue',
      reason: `turn of ${value.session}: “${value.query.slice(0, 80)}”`,
      answer: (sequence) => ({
        turn: record.id,
        session: value.session,
        route: value.route,
        answers: value.answers,
        artifact: value.artifact,
        exploration: explore(value.query, value.artifact, parts.stemmer),
        bridge,
        notes: value.notes,
        sequence,
      }),
    };
  });
}

/** Orders outliers by the person's preferred dimensions, and says so in the notes. */
function preferredFirst(
  { artifact, notes }: MappedAnswers,
  profile: PreferenceProfile,
): { artifact: MapperArtifact; notes: string[] } {
  const weightIn = ({ kind, dimension }: MappedClaim): number =>
    kind === 'consensus' ? 2 : weightOf(profile, 'dimension', dimension);
  const claims = artifact.claims.toSorted((a, b) => weightIn(b) - weightIn(a));
  const moved = claims.some((claim, at) => claim !== artifact.claims[at]);
  const sides = caredFor(profile);
  return {
    artifact: { ...artifact, claims },
    notes: [
      ...notes,
      ...(moved && sides.length > 0 ? [`what you care about first: ${sides.join(', ')}`] : []),
    ],
  };
}

/** Adds a note where the model was requested explicitly. */
const withoutModel = (byRules: MappedAnswers, mapper: ParsedTurn['mapper']): MappedAnswers =>
  mapper === 'model'
    ? { ...byRules, notes: [...byRules.notes, 'mapped by rules: no language model is configured'] }
    : byRules;

function assertNamesApart(answers: ParsedTurn['answers']): void {
  const names = answers.map(({ model }) => model);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice === undefined) return;
  throw new MnemeError('invalid_input', `turn.answers: ${twice} answers twice.`, {
    field: 'turn.answers',
    value: twice,
    hint: 'Give each answer a name of its own, such as "llama (2)".',
    quoted: [twice],
  });
}

function nobodyAnswered(received: readonly ReceivedAnswer[]): MnemeError {
  const why = received.map(({ model, failed }) => `${model}: ${failed ?? ''}`).join('; ');
  return new MnemeError('invalid_input', 'turn.answers: no model answered.', {
    field: 'turn.answers',
    value: received.length,
    hint:
      received.length === 0
        ? 'Give at least one answer; two or more are mapped.'
        : `Ask again: ${why.slice(0, 400)}.`,
  });
}

function beginning(text: string): string {
  const plain = text.replaceAll(/\s+/gu, ' ').trim();
  if (plain.length <= MAX_RAW) return plain;
  const end = plain.lastIndexOf(' ', MAX_RAW);
  return `${plain.slice(0, end > 0 ? end : MAX_RAW)}…`;
}
