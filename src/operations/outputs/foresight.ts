import { z } from 'zod';
import { LearnedId } from '../../domain/ids.js';
import { BLOCKER_KINDS, Priority } from '../../domain/learned/plan.js';
import { TransitionSource } from '../../domain/learned/transition.js';
import { GoalId, MemoryId } from '../../domain/ids.js';
import { KNOWING_PATHS, KNOWLEDGE_SOURCES } from '../../engine/learning/knowing.js';
import { GoalOutput } from './goals.js';
import { Moment, Share } from './memory.js';

const Interval = z.tuple([Share, Share]).readonly();
const Outlook = z.strictObject({ state: z.array(z.string()), probability: z.number() });
const UncertaintyOutput = z.array(
  z.strictObject({
    source: z.enum([
      'unknown action',
      'never seen',
      'few observations',
      'the world varies',
      'facts unsure',
      'rules changed lately',
      'earlier steps',
    ]),
    share: z.number(),
  }),
);

export const PatternOutput = z.strictObject({
  domain: z.string(),
  action: z.string(),
  preconditions: z.array(z.string()),
  postconditions: z.array(z.string()),
  reliability: Share,
  sampleSize: z.number(),
  interval: Interval,
  alternatives: z.array(Outlook),
  source: TransitionSource,
});

const StepOutput = z.strictObject({
  action: z.string(),
  domain: z.string(),
  state: z.array(z.string()),
  confidence: Share,
  alternatives: z.array(Outlook),
  uncertainty: UncertaintyOutput,
  pattern: PatternOutput.nullable(),
  facts: z.array(z.string()),
});

export const SimulationOutput = z.strictObject({
  steps: z.array(StepOutput),
  state: z.array(z.string()),
  confidence: Share,
  alternatives: z.array(Outlook),
  uncertainty: UncertaintyOutput,
  known: z.boolean(),
  notices: z.array(z.string()),
});

export const ActionPlanOutput = z.strictObject({
  steps: z.array(z.string()),
  chance: Share,
  options: z.array(z.strictObject({ action: z.string(), worth: z.number(), chance: Share })),
  known: z.boolean(),
  notices: z.array(z.string()),
});

export const PredictionOutput = z.strictObject({
  id: LearnedId,
  action: z.string(),
  state: z.array(z.string()),
  probability: Share,
  alternatives: z.array(Outlook),
  uncertainty: UncertaintyOutput,
  sequence: z.number(),
});

export const MovedBeliefs = z.array(
  z.strictObject({ id: MemoryId, content: z.string(), before: Share, after: Share }),
);
export const SettledOutput = z.strictObject({
  id: LearnedId,
  probability: Share,
  came: z.boolean(),
  brier: Share,
  beliefs: MovedBeliefs,
  promoted: z.strictObject({ rule: z.string(), id: MemoryId }).nullable(),
  experience: MemoryId.nullable(),
});

export const ObserveOutput = z.strictObject({
  transition: z
    .strictObject({
      id: LearnedId,
      foretold: Share.nullable(),
      came: z.boolean().nullable(),
      seen: z.number(),
      rulesChanged: z.boolean(),
    })
    .nullable(),
  prediction: SettledOutput.nullable(),
  task: z
    .strictObject({ id: LearnedId, mean: Share, interval: Interval, samples: z.number() })
    .nullable(),
  doing: z.strictObject({ id: LearnedId, expected: z.number() }).nullable(),
  sequence: z.number(),
});

export const WorldOutput = z.strictObject({ patterns: z.array(PatternOutput) });

const EffortOutput = z
  .strictObject({ expected: z.number(), range: z.tuple([z.number(), z.number()]).readonly() })
  .nullable();

export const SelfEstimateOutput = z.strictObject({
  capability: z.string(),
  domain: z.string(),
  known: z.boolean(),
  accuracy: Share,
  interval: Interval,
  samples: z.number(),
  confidenceInEstimate: Share,
  chance: z.number(),
  verdict: z.enum(['attempt', 'attempt_with_caution', 'ask_for_help']),
  failureModes: z.array(z.strictObject({ mode: z.string(), count: z.number(), share: Share })),
  calibration: z.strictObject({ error: Share.nullable(), points: z.number() }),
  steps: EffortOutput,
  tokens: EffortOutput,
  seconds: EffortOutput,
  notice: z.string(),
});

export const IntrospectionOutput = z.strictObject({
  estimate: SelfEstimateOutput.nullable(),
  competences: z.array(SelfEstimateOutput),
  weak: z.array(z.string()),
  uncertain: z.array(z.string()),
});

const Blockers = z.array(z.strictObject({ what: z.string(), kind: z.enum(BLOCKER_KINDS) }));
const TriggerOutput = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('time'), at: Moment }),
  z.strictObject({ on: z.literal('event'), event: z.string() }),
  z.strictObject({ on: z.literal('mention'), words: z.string() }),
]);

export const PlanOutput = z.strictObject({
  goal: GoalId,
  priority: Priority,
  deadline: Moment.nullable(),
  successCriteria: z.array(z.string()),
  dependsOn: z.array(GoalId),
  blockers: Blockers,
  triggers: z.array(TriggerOutput),
  fired: z.record(z.string(), Moment),
  progress: Share,
  lastWorkedAt: Moment.optional(),
  needs: z.strictObject({
    knowledge: z.array(z.string()),
    skills: z.array(z.string()),
    resources: z.array(z.string()),
  }),
});

export const PlanReceiptOutput = z.strictObject({
  goal: GoalOutput,
  plan: PlanOutput,
  sequence: z.number(),
});
export const AgendaOutput = z.strictObject({
  goals: z.array(
    z.strictObject({
      goal: GoalOutput,
      plan: PlanOutput,
      urgency: Share,
      progress: Share,
      blockers: Blockers,
      waitsFor: z.array(GoalId),
    }),
  ),
  due: z.array(GoalId),
});
export const FiredOutput = z.strictObject({
  fired: z.array(
    z.strictObject({ goal: GoalOutput, urgency: Share, triggers: z.array(TriggerOutput) }),
  ),
  sequence: z.number(),
});
export const DecompositionOutput = z.strictObject({
  parent: GoalOutput,
  subgoals: z.array(z.strictObject({ goal: GoalOutput, dependsOn: z.array(GoalId) })),
  by: z.enum(['caller', 'model', 'strategy']),
  notices: z.array(z.string()),
  sequence: z.number(),
});

export const AnticipationOutput = z.strictObject({
  goal: z
    .strictObject({
      goal: GoalOutput,
      urgency: Share,
      progress: Share,
      gaps: z.array(
        z.strictObject({
          kind: z.enum(BLOCKER_KINDS),
          what: z.string(),
          have: Share,
          step: z.string(),
        }),
      ),
      covered: z.array(z.string()),
      waitsFor: z.array(GoalId),
      feasibility: Share,
    })
    .nullable(),
  entity: z
    .strictObject({
      entity: z.string(),
      known: z.boolean(),
      next: z.array(
        z.strictObject({ doing: z.string(), probability: z.number(), count: z.number() }),
      ),
      active: z.strictObject({ hours: z.array(z.number()), now: Share }),
      record: z.strictObject({ right: z.number(), made: z.number() }),
      pause: z.number().nullable(),
    })
    .nullable(),
});

export const KnowingOutput = z.strictObject({
  query: z.string(),
  feeling: Share,
  path: z.enum(KNOWING_PATHS),
  votes: z.number(),
  strangers: z.array(z.string()),
  evidence: z.record(z.string(), z.number()),
});
export const SourceOutput = z.strictObject({
  id: MemoryId,
  source: z.enum(KNOWLEDGE_SOURCES),
  reliability: Share,
  evidence: z.number(),
  confusion: z.array(z.enum(KNOWLEDGE_SOURCES)),
  from: z.array(z.string()),
});
export const RevisionOutput = z.array(
  z.strictObject({
    id: MemoryId,
    content: z.string(),
    confidence: Share,
    reasons: z.array(z.enum(['contradicted', 'unsure', 'old'])),
    against: z.number(),
  }),
);
