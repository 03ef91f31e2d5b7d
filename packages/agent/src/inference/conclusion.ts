import { z } from 'zod';
import { type Causes, type Chain, type Clamp, together, walk } from './cause-graph.js';
import { type Evidence, type Link, type Proposition, sameness } from './rules.js';
import { MemoryId, SessionId } from '@mneme/core/domain/ids.js';
import { type Of, type SchemaOf, Share } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';

/** Minimum confidence for `sure` and `likely`; anything below is `possible`. */
const SURE = 0.75;
const LIKELY = 0.4;

/** Maximum number of proofs reported per conclusion, and of memories per step. */
const MAX_PROOFS = 3;
const MAX_EVIDENCE = 5;

const turnShape = z.strictObject({
  id: MemoryId,
  said: z.string(),
  speaker: z.string().nullable(),
  saidAt: Instant,
  session: SessionId.nullable(),
  turn: z.string().nullable(),
  /** The words that state the cause. */
  cue: z.string(),
  sureness: Share,
});
export interface ProofTurn extends Of<typeof turnShape> {}
export const ProofTurn: SchemaOf<ProofTurn, typeof turnShape> = turnShape;

const stepShape = z.strictObject({
  cause: z.string(),
  effect: z.string(),
  /** Noisy-or over the evidence. */
  sureness: Share,
  /** How well it fits the next step, or the query. */
  fit: Share,
  turns: z.array(ProofTurn),
});
export interface ProofStep extends Of<typeof stepShape> {}
export const ProofStep: SchemaOf<ProofStep, typeof stepShape> = stepShape;

const proofShape = z.strictObject({ sureness: Share, steps: z.array(ProofStep) });
export interface InferenceProof extends Of<typeof proofShape> {}
export const InferenceProof: SchemaOf<InferenceProof, typeof proofShape> = proofShape;

const ROLES = ['effect', 'cause', 'chain', 'common cause', 'common effect'] as const;

const conclusionShape = z.strictObject({
  role: z.enum(ROLES),
  /** The conclusion, in the words of the memory that it was read from. */
  what: z.string(),
  /** Of all its proofs together, 0..1. */
  sureness: Share,
  verdict: z.enum(['sure', 'likely', 'possible']),
  /** Whether no single memory states it: it follows from several that each state a part. */
  inferred: z.boolean(),
  /** When the last evidence of the most certain proof was stated: the conclusion holds from then on. */
  since: Instant,
  /** A memory that denies it. */
  deniedBy: MemoryId.nullable(),
  /** A memory that states it directly. */
  saidBy: MemoryId.nullable(),
  /** Most certain first. A conclusion falls with the last of them. */
  proofs: z.array(InferenceProof),
});
/** What follows from stated causes. */
export interface Inferred extends Of<typeof conclusionShape> {}
export const Inferred: SchemaOf<Inferred, typeof conclusionShape> = conclusionShape;

/** The conclusion of several chains. */
function toConclusion(
  role: Inferred['role'],
  what: string,
  chains: readonly Chain[],
  sureness = together(chains),
): Inferred {
  const proofs = chains.slice(0, MAX_PROOFS).map(proofOf);
  const [surest] = chains;
  return {
    role,
    what,
    sureness,
    verdict: verdictOf(sureness),
    inferred: !chains.some(({ links }) => links.length === 1),
    since: Math.max(...(surest?.links ?? []).map(saidAt)),
    deniedBy: null,
    saidBy: null,
    proofs,
  };
}

export const verdictOf = (sureness: number): Inferred['verdict'] =>
  sureness >= SURE ? 'sure' : sureness >= LIKELY ? 'likely' : 'possible';

/** When a link was first stated. */
const saidAt = ({ evidence }: Link): number =>
  Math.min(...evidence.map(({ memory }) => memory.saidAt));

const proofOf = ({ links, joints, sureness }: Chain): InferenceProof => ({
  sureness,
  steps: links.map((link, at) => ({
    cause: link.cause.text,
    effect: link.effect.text,
    sureness: link.sureness,
    fit: joints[at]?.fit ?? 1,
    turns: link.evidence
      .toSorted((a, b) => b.sureness - a.sureness)
      .slice(0, MAX_EVIDENCE)
      .map(turnOf),
  })),
});

function turnOf({ memory, cue, sureness }: Evidence): ProofTurn {
  const { id, content, speaker, saidAt: at, session, provenance } = memory;
  return {
    id,
    said: content,
    speaker,
    saidAt: at,
    session,
    turn: provenance[0]?.turn ?? null,
    cue,
    sureness,
  };
}

/** The parameters of an inference. */
export interface Inquiry {
  readonly graph: Causes;
  readonly depth: number;
  readonly clamp: Clamp;
  /** Propositions given as true, each with its probability. */
  readonly given: readonly { readonly proposition: Proposition; readonly sureness: number }[];
}

/** Effects of a proposition and of the given ones. */
export function forward(from: Proposition, inquiry: Inquiry): Inferred[] {
  const roots = [
    { proposition: from, sureness: inquiry.clamp(from) ?? 1 },
    ...inquiry.given.filter(({ proposition }) => sameness(proposition, from) === 0),
  ];
  const chains = roots.flatMap(({ proposition, sureness }) =>
    walk(proposition, 'effects', inquiry.graph, inquiry).map((chain) =>
      starting(chain, proposition, sureness),
    ),
  );
  return groupByEnd('effect', chains, ({ links }) => (links.at(-1) as Link).effect);
}

/** Possible causes of a proposition. */
export function backward(to: Proposition, inquiry: Inquiry): Inferred[] {
  return groupByEnd(
    'cause',
    walk(to, 'causes', inquiry.graph, inquiry),
    ({ links }) => (links[0] as Link).cause,
  );
}

/** Whether one thing leads to another, and how: searched from both ends. */
export function bidirectional(from: Proposition, to: Proposition, inquiry: Inquiry): Inferred[] {
  const { graph } = inquiry;
  const begins = new Map(graph.from(from).map(({ link, fit }) => [link, fit]));
  const ends = new Map(graph.to(to).map(({ link, fit }) => [link, fit]));
  const ahead = walk(from, 'effects', graph, inquiry).filter(({ links }) =>
    ends.has(links.at(-1) as Link),
  );
  const back = walk(to, 'causes', graph, inquiry).filter(({ links }) =>
    begins.has(links[0] as Link),
  );
  // A chain that was found from both ends counts once.
  const ways = new Map<string, Chain>();
  for (const chain of [...ahead, ...back]) {
    const closed = closing(chain, begins, ends);
    const key = closed.links
      .map(({ cause, effect }) => `${cause.text}\u0000${effect.text}`)
      .join('\u0000');
    const known = ways.get(key);
    if (known === undefined || known.sureness < closed.sureness) ways.set(key, closed);
  }
  const chains = [...ways.values()].sort((a, b) => b.sureness - a.sureness);
  return chains.length === 0 ? [] : [toConclusion('chain', to.text, chains)];
}

/** What connects two things: a chain between them, a common cause, a common effect. */
export function bridge(one: Proposition, other: Proposition, inquiry: Inquiry): Inferred[] {
  const common = (role: 'common cause' | 'common effect'): Inferred[] => {
    const [mine, theirs] = [one, other].map((each) =>
      role === 'common cause' ? backward(each, inquiry) : forward(each, { ...inquiry, given: [] }),
    ) as [Inferred[], Inferred[]];
    return mine.flatMap((left): Inferred[] => {
      const right = theirs.find(({ what }) => what === left.what);
      if (right === undefined) return [];
      const sureness = left.sureness * right.sureness;
      return [
        {
          ...left,
          role,
          sureness,
          verdict: verdictOf(sureness),
          inferred: true,
          since: Math.max(left.since, right.since),
          proofs: [...left.proofs.slice(0, 1), ...right.proofs.slice(0, 1)],
        },
      ];
    });
  };
  return [
    ...bidirectional(one, other, inquiry),
    ...bidirectional(other, one, inquiry),
    ...common('common cause'),
    ...common('common effect'),
  ].sort((a, b) => b.sureness - a.sureness);
}

/** Prior probability of a cause without evidence. */
const PRIOR = 0.1;
/** Leak probability: effects occur without any stated cause. */
const LEAK = 0.05;

/**
 * The best explanation of several observations: for each cause that leads to any of them, its posterior by Bayes with
 * noisy-or likelihoods, against the other causes and against none. Given propositions explain their share away.
 */
export function abduction(seen: readonly Proposition[], inquiry: Inquiry): Inferred[] {
  const byCause = new Map<string, { readonly cause: Inferred; readonly chances: number[] }>();
  for (const [at, each] of seen.entries())
    for (const cause of backward(each, inquiry)) {
      const entry = byCause.get(cause.what) ?? { cause, chances: seen.map(() => 0) };
      entry.chances[at] = cause.sureness;
      byCause.set(cause.what, {
        ...entry,
        cause: {
          ...entry.cause,
          proofs: [...entry.cause.proofs, ...(entry.cause === cause ? [] : cause.proofs)],
        },
      });
    }
  // Probability of each observation without this cause: by chance, or by what is given.
  const otherwise = seen.map((each) =>
    inquiry.given.reduce(
      (without, { proposition, sureness }) =>
        1 - (1 - without) * (1 - sureness * chance(proposition, each, inquiry)),
      LEAK,
    ),
  );
  const weights = [...byCause.values()].map(({ chances }) =>
    chances.reduce(
      (product, each, at) => product * (1 - (1 - each) * (1 - (otherwise[at] ?? LEAK))),
      PRIOR,
    ),
  );
  const none = otherwise.reduce((product, each) => product * each, 1 - PRIOR);
  const all = weights.reduce((sum, weight) => sum + weight, none);
  return [...byCause.values()]
    .map(({ cause }, at): Inferred => {
      const sureness = (weights[at] ?? 0) / all;
      return { ...cause, inferred: true, sureness, verdict: verdictOf(sureness) };
    })
    .sort((a, b) => b.sureness - a.sureness);
}

const chance = (from: Proposition, to: Proposition, inquiry: Inquiry): number =>
  bidirectional(from, to, { ...inquiry, given: [], clamp: () => null })[0]?.sureness ?? 0;

/** Chains to the same end are proofs of one conclusion. */
function groupByEnd(
  role: 'effect' | 'cause',
  chains: readonly Chain[],
  end: (chain: Chain) => Proposition,
): Inferred[] {
  const groups: { readonly end: Proposition; readonly chains: Chain[] }[] = [];
  for (const chain of chains.toSorted((a, b) => b.sureness - a.sureness)) {
    const own = end(chain);
    const group = groups.find(
      (each) => each.end.text === own.text || sameness(each.end, own) === 1,
    );
    if (group === undefined) groups.push({ end: own, chains: [chain] });
    else group.chains.push(chain);
  }
  return groups
    .map((group) => toConclusion(role, group.end.text, group.chains))
    .sort((a, b) => b.sureness - a.sureness);
}

/** A chain from an uncertain start. */
const starting = (chain: Chain, { text }: Proposition, sureness: number): Chain =>
  sureness === 1
    ? chain
    : {
        ...chain,
        joints: [...chain.joints, { key: `given\u0000${text}`, fit: sureness }],
        sureness: chain.sureness * sureness,
      };

/** A chain between two given ends: the fit at its far end counts, too. */
function closing(
  chain: Chain,
  begins: ReadonlyMap<Link, number>,
  ends: ReadonlyMap<Link, number>,
): Chain {
  const [first, last] = [chain.links[0] as Link, chain.links.at(-1) as Link];
  const fits = [
    { key: `begins\u0000${first.cause.text}`, fit: begins.get(first) ?? 0 },
    { key: `ends\u0000${last.effect.text}`, fit: ends.get(last) ?? 0 },
  ];
  const inner = chain.links.slice(1).map((link, at) => {
    const before = chain.links[at] as Link;
    return {
      key: `${before.effect.text}\u0000${link.cause.text}`,
      fit: sameness(before.effect, link.cause),
    };
  });
  const joints = [...inner, ...fits];
  const sureness = [
    ...joints.map(({ fit }) => fit),
    ...chain.links.map((link) => link.sureness),
  ].reduce((product, part) => product * part, 1);
  return { ...chain, joints, sureness };
}
