import { z } from 'zod';
import { GoalStatus } from '../../domain/goal.js';
import { GoalId, MemoryId } from '../../domain/ids.js';
import { LearnedId } from '../../domain/ids.js';
import { STRATEGY_LEVELS } from '../../domain/learned/strategy.js';
import { BLOCKER_KINDS } from '../../domain/learned/plan.js';
import { MEMORY_KINDS } from '../../domain/memory.js';
import { CONFLICT_ROWS } from '../../engine/paradigms/reconcile.js';
import { PRIORITY_KINDS } from '../../engine/paradigms/priorities.js';
import { MovedBeliefs, SelfEstimateOutput, SettledOutput, SimulationOutput } from './foresight.js';
import { GoalOutput } from './goals.js';
import { Share } from './memory.js';
import { ParadigmsReading } from './recollection.js';
import { StrategyOutput } from './strategies.js';

const Fact = z.strictObject({
  id: MemoryId,
  text: z.string(),
  kind: z.enum(MEMORY_KINDS),
  confidence: Share,
});
const Interval = z.tuple([Share, Share]).readonly();
const FailureModes = z.array(z.strictObject({ mode: z.string(), count: z.number(), share: Share }));

const GroundedOutput = StrategyOutput.extend({
  restsOn: z.array(MemoryId),
  particulars: z.array(MemoryId),
  here: z.strictObject({ attempts: z.number(), successes: z.number() }),
});
const ChosenOutput = GroundedOutput.extend({
  worth: z.number(),
  competence: Share,
  foretold: Share,
});
const LeftOut = z.array(z.strictObject({ id: LearnedId, title: z.string(), why: z.string() }));

export const GroundedStrategiesOutput = z.strictObject({
  task: z.string(),
  strategies: z.array(GroundedOutput),
  ruledOut: z.array(GroundedOutput),
  facts: z.array(Fact),
  preferences: z.array(Fact),
});
export const StrategyChoiceOutput = z.strictObject({
  task: z.string(),
  estimate: SelfEstimateOutput,
  strategies: z.array(ChosenOutput),
  leftOut: LeftOut,
  facts: z.array(Fact),
  preferences: z.array(Fact),
});
export const UseOutput = z.strictObject({
  strategy: StrategyOutput,
  experience: MemoryId,
  fact: MemoryId.nullable(),
  sequence: z.number(),
});
export const ForetellingOutput = SimulationOutput.extend({
  facts: z.array(Fact.extend({ decided: z.boolean() })),
  doubt: z.enum(['facts', 'world']),
  prediction: LearnedId.nullable(),
});
export const SettlementOutput = SettledOutput.extend({ sequence: z.number() });
export const SyncOutput = z.strictObject({
  domains: z.array(
    z.strictObject({
      id: LearnedId,
      domain: z.string(),
      applications: z.number(),
      added: z.number(),
      mean: Share,
      interval: Interval,
      failureModes: FailureModes,
    }),
  ),
  sequence: z.number(),
});

export const AttemptOutput = z.strictObject({
  task: z.string(),
  decision: z.enum(['attempt', 'attempt_with_caveat', 'ask_for_help', 'decline']),
  score: Share,
  parts: z.strictObject({
    competence: Share,
    pastSuccess: Share,
    strategy: Share,
    simulation: Share,
  }),
  risks: z.array(z.string()),
  past: z.strictObject({ attempts: z.number(), successes: z.number() }),
  rationale: z.string(),
});

export const PreparedOutput = z.strictObject({
  task: z.string(),
  advice: AttemptOutput,
  facts: z.array(Fact),
  preferences: z.array(Fact),
  strategy: ChosenOutput.nullable(),
  alternatives: z.array(ChosenOutput),
  leftOut: LeftOut,
  action: z.string(),
  prediction: LearnedId,
  probability: Share,
  caveats: z.array(z.string()),
});

export const ConclusionOutput = z.strictObject({
  succeeded: z.boolean(),
  experience: MemoryId,
  beliefs: MovedBeliefs,
  told: z.array(z.strictObject({ id: MemoryId, content: z.string() })),
  strategies: z.array(
    z.strictObject({
      id: LearnedId,
      title: z.string(),
      description: z.string(),
      content: z.string(),
      domain: z.string(),
      level: z.enum(STRATEGY_LEVELS),
      fromSuccess: z.boolean(),
    }),
  ),
  strategy: z
    .strictObject({ id: LearnedId, applications: z.number(), successes: z.number() })
    .nullable(),
  predictions: z.array(SettledOutput),
  competence: z
    .strictObject({
      id: LearnedId,
      mean: Share,
      samples: z.number(),
      newFailureMode: z.string().nullable(),
    })
    .nullable(),
  goal: z.strictObject({ id: GoalId, progress: Share, status: GoalStatus }).nullable(),
  notices: z.array(z.string()),
  sequence: z.number(),
});

export const PursuitOutput = z.strictObject({
  goal: GoalOutput,
  progress: Share,
  ready: z.array(GoalOutput),
  blocked: z.array(z.strictObject({ goal: GoalOutput, because: z.array(z.string()) })),
  closed: z.array(z.string()),
  gaps: z.array(
    z.strictObject({
      kind: z.enum(BLOCKER_KINDS),
      what: z.string(),
      have: Share,
      step: z.string(),
    }),
  ),
  notices: z.array(z.string()),
  sequence: z.number(),
});

export const PrioritiesOutput = z.strictObject({
  priorities: z.array(
    z.strictObject({
      kind: z.enum(PRIORITY_KINDS),
      what: z.string(),
      impact: Share,
      step: z.string(),
      goal: GoalId.nullable(),
      memories: z.array(MemoryId),
    }),
  ),
  total: z.number(),
});

const Part = z.enum(['classify', 'declarative', 'procedural', 'simulate', 'synthesis', 'all']);

export const SynthesisOutput = z.strictObject({
  query: z.string(),
  paradigms: ParadigmsReading,
  text: z.string(),
  facts: z.array(Fact),
  preferences: z.array(Fact),
  strategies: z.array(ChosenOutput),
  forecast: z
    .strictObject({ action: z.string(), simulation: SimulationOutput, confidence: Share })
    .nullable(),
  goals: z.array(GoalOutput),
  competence: SelfEstimateOutput.nullable(),
  confidence: Share,
  caveats: z.array(z.string()),
  rests: z.array(MemoryId),
  timings: z.record(z.string(), z.number()),
  overBudget: z.array(Part),
  leftOut: z.array(z.strictObject({ stage: Part, what: z.string(), why: z.string() })),
});

export const ReconciliationOutput = z.strictObject({
  conflict: z.enum(CONFLICT_ROWS),
  resolution: z.string(),
  order: z.array(z.string()),
  moved: z.strictObject({ of: z.string(), before: z.number(), after: z.number() }).nullable(),
  interval: Interval.nullable(),
  seek: z.array(z.string()),
  question: z.string().nullable(),
});
