import type { z } from 'zod';
import { Bank } from '../../../domain/bank.js';
import { Known } from '../../../domain/certainty.js';
import { Disposition } from '../../../domain/disposition.js';
import { Need,Vote } from '../../../domain/feedback.js';
import { Goal } from '../../../domain/goal.js';
import { Context,NamedEntity } from '../../../domain/graph.js';
import { ImageInput,MemoryImage } from '../../../domain/image.js';
import { BoundInput, ClockInput, InstantInput, RememberInput } from '../../../domain/input.js';
import { LayeredAnswer } from '../../../domain/layers.js';
import { Plan,TriggerInput } from '../../../domain/learned/plan.js';
import { StepInput,TrajectoryInput } from '../../../domain/learned/trajectory.js';
import { TransitionPattern } from '../../../domain/learned/transition.js';
import { Memory,Provenance,QuotedMemory } from '../../../domain/memory.js';
import { Opinion } from '../../../domain/opinion.js';
import { Quarantine } from '../../../domain/quarantine.js';
import { Receipt } from '../../../domain/receipt.js';
import { PathReport } from '../../../domain/recollection.js';
import { ParadigmsReading } from '../../../domain/route.js';
import { ValidityDetail } from '../../../domain/validity.js';
import { WorkingMemory } from '../../../domain/working-memory.js';
import { LogLine } from '../../../modules/explain/list-log.js';
import { Lifecycle } from '../../../spaces/fingerprint/lifecycle.js';
import { Pulse } from '../../../modules/guidance/pulse.js';
import { SelfEstimate } from '../../../modules/foresight/self-estimate.js';
import { SettledPrediction } from '../../../modules/foresight/score-predictions.js';
import { Simulation } from '../../../modules/foresight/simulate.js';
import { AttemptAdvice } from '../../../modules/paradigms/attempt-advice.js';
import type { SchemaNames } from '../../json-schema.js';
import { ShownStrategy } from '../../../modules/strategies/strategy-answers.js';

/**
 * The messages that stand for themselves in the description, by the names that it was published with: a type of ours may be called
 * otherwise, and one that is not here is described where it is used.
 */
export const MESSAGES: Readonly<Record<string, z.ZodType>> = {
  Attempt: AttemptAdvice,
  Bank,
  ClockInput,
  Context,
  Disposition,
  Entity: NamedEntity,
  Evidence: QuotedMemory,
  Goal,
  Image: MemoryImage,
  ImageInput,
  InstantInput,
  Known,
  Layered: LayeredAnswer,
  Lifecycle,
  LogLine,
  Memory,
  Need,
  Opinion,
  ParadigmsReading,
  PathReport,
  Pattern: TransitionPattern,
  Plan,
  Provenance,
  Pulse,
  Quarantine,
  Receipt,
  RememberInput,
  SelfEstimate,
  Settled: SettledPrediction,
  Simulation,
  ValidityDetail,
  StepInput,
  Strategy: ShownStrategy,
  TrajectoryInput,
  TriggerInput,
  Vote,
  WorkingMemory,
};

/** The names by the definitions of their schemas. */
export function schemaNames(): SchemaNames {
  return new Map([
    ...Object.entries(MESSAGES).map(([name, { def }]): [object, string] => [def, name]),
    // They differ in what a day means, which no message shows.
    [BoundInput.def, 'InstantInput'],
  ]);
}
