import { BankGraph } from './bank-graph.js';
import { learn, learnText, type LearnOptions, type LearnReport } from './learning/learn.js';
import {
  compressStrategies,
  findStrategies,
  noteOutcome,
  type CompressInput,
  type CompressReport,
  type StrategyAnswer,
  type StrategyOutcomeInput,
  type StrategyOutcomeReceipt,
  type StrategyQuery,
} from './learning/strategies.js';
import { anticipate, type AnticipateInput, type Anticipation } from './learning/anticipate.js';
import { introspect, type Introspection, type IntrospectInput } from './learning/introspect.js';
import {
  beliefsToRevise,
  feelKnowing,
  monitorSource,
  type BeliefToRevise,
  type FeelingOfAnswer,
  type RevisionInput,
  type SourceReport,
} from './learning/knowing.js';
import { observe, type ObserveInput, type ObserveReceipt } from './learning/observe.js';
import {
  decompose,
  fireTriggers,
  planGoal,
  readAgenda,
  type Agenda,
  type DecomposeInput,
  type Decomposition,
  type FiredGoals,
  type PlanReceipt,
  type TriggerCueInput,
} from './learning/plans.js';
import { plan, type ActionPlan, type PlanActionsInput } from './learning/plan-actions.js';
import {
  listPatterns,
  predict,
  simulate,
  type PredictInput,
  type PredictionReceipt,
  type SimulateInput,
  type Simulation,
  type WorldRules,
} from './learning/simulate.js';
import type { GoalPlanInput } from '../domain/learned/plan.js';
import type { TrajectoryInput } from '../domain/learned/trajectory.js';

/** What a bank learns from acting: what works (strategies), what will happen (foresight). */
export abstract class BankLearning extends BankGraph {
  /**
   * Takes runs in and learns strategies from those that went well and those that failed. Each run at most once. Throws
   * `invalid_input` naming the run and the field, `read_only`.
   */
  async learn(
    trajectories: readonly TrajectoryInput[],
    options: LearnOptions = {},
  ): Promise<LearnReport> {
    return this.writing(async (bank) =>
      learn(await this.cleaned(trajectories), options, bank, this.core.parts),
    );
  }

  /** {@link learn} from a file: JSON or JSONL, in the forms of docs/strategies.md. Throws `malformed_import`, `not_found`. */
  async learnFile(path: string, options: LearnOptions = {}): Promise<LearnReport> {
    const { chunks } = await this.core.parts.openText(path);
    let text = '';
    for await (const chunk of chunks) text += chunk;
    return this.writing(async (bank) =>
      learnText(await this.cleaned(text), options, bank, this.core.parts),
    );
  }

  /** The strategies for a task, the best alone by default; without a task, all. */
  async strategies(query: StrategyQuery = {}): Promise<StrategyAnswer> {
    return findStrategies(query, await this.open(), this.core.parts);
  }

  /** Counts one use of a strategy, and whether it worked. Throws `not_found`. */
  async strategyOutcome(input: StrategyOutcomeInput): Promise<StrategyOutcomeReceipt> {
    return this.writing(async (bank) =>
      noteOutcome(await this.cleaned(input), bank, this.core.parts),
    );
  }

  /** Puts near strategies under a more abstract one. A second run changes nothing. */
  async compressStrategies(input: CompressInput = {}): Promise<CompressReport> {
    return this.writing(async (bank) =>
      compressStrategies(await this.cleaned(input), bank, this.core.parts),
    );
  }

  /** What actions would lead to, with alternatives and where the doubt comes from. Keeps nothing. */
  async simulate(input: SimulateInput): Promise<Simulation> {
    return simulate(input, await this.open(), this.core.parts);
  }

  /** The shortest way that probably leads to a goal, by what was seen of actions. Keeps nothing. */
  async plan(input: PlanActionsInput): Promise<ActionPlan> {
    return plan(input, await this.open());
  }

  /** Keeps an expectation; {@link observe} settles it. Throws `invalid_input` for a probability outside 0..1. */
  async predict(input: PredictInput): Promise<PredictionReceipt> {
    return this.writing(async (bank) => predict(await this.cleaned(input), bank, this.core.parts));
  }

  /**
   * Takes in what was seen of the world, of a prediction, of one's own work, of somebody's habits. Throws `not_found` for an
   * unknown prediction, `conflict` for one that is settled.
   */
  async observe(input: ObserveInput): Promise<ObserveReceipt> {
    return this.writing(async (bank) =>
      observe(await this.cleaned(input), bank, this.core.flowParts),
    );
  }

  /** The rules of the world that were learned, of one domain or of all. */
  async world(domain?: string): Promise<WorldRules> {
    return listPatterns(domain, await this.open());
  }

  /** How well a task will go, and whether to attempt it; without one, all competences. */
  async introspect(input: IntrospectInput = {}): Promise<Introspection> {
    return introspect(input, await this.open(), this.core.parts);
  }

  /** What a goal still lacks; what somebody will do next. Throws `not_found` for an unknown goal. */
  async anticipate(input: AnticipateInput): Promise<Anticipation> {
    return anticipate(input, await this.open(), this.core.parts);
  }

  /** Before any recall: whether it will have an answer. Throws `invalid_input`. */
  async knowing(query: string): Promise<FeelingOfAnswer> {
    return feelKnowing(query, await this.open(), this.core.parts);
  }

  /** How the bank came by a memory. Throws `not_found`. */
  async source(id: string): Promise<SourceReport> {
    return monitorSource(id, await this.open(), this.core.parts);
  }

  /** Opinions that are contradicted, unsure or old. */
  async beliefsToRevise(input: RevisionInput = {}): Promise<readonly BeliefToRevise[]> {
    return beliefsToRevise(input, await this.open(), this.core.parts);
  }

  /** Sets how a goal is to be reached. Throws `not_found`, `invalid_input` for goals that wait for each other in a ring. */
  async planGoal(input: GoalPlanInput): Promise<PlanReceipt> {
    return this.writing(async (bank) => planGoal(await this.cleaned(input), bank, this.core.parts));
  }

  /** Standing goals by urgency, those that can be worked on first. */
  async agenda(): Promise<Agenda> {
    return readAgenda(await this.open(), this.core.parts);
  }

  /** Which goals this moment, an event or a mention brings to mind; each trigger goes off once. */
  async fireTriggers(input: TriggerCueInput = {}): Promise<FiredGoals> {
    return this.writing(async (bank) =>
      fireTriggers(await this.cleaned(input), bank, this.core.parts),
    );
  }

  /** Breaks a goal into steps. Throws `invalid_input` for a ring, and when nobody knows the steps. */
  async decompose(input: DecomposeInput): Promise<Decomposition> {
    return this.writing(async (bank) =>
      decompose(await this.cleaned(input), bank, this.core.parts),
    );
  }
}
