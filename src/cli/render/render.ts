import { renderQuarantine, renderRejected, renderReleased } from './quarantine.js';
import type { OperationName, OutputOf } from '../../operations/table.js';
import { renderChanges } from './changes.js';
import { renderErasure } from './erasure.js';
import { renderFacts, renderFactsRun } from './facts.js';
import { renderFeedback, renderMetaMemory } from './feedback.js';
import { renderCircles, renderConflictReceipt, renderConflicts } from './conflicts.js';
import {
  renderDiff,
  renderLog,
  renderManifestReport,
  renderMerge,
  renderUndo,
  reversible,
} from './curation.js';
import {
  renderCauses,
  renderCitations,
  renderLineage,
  renderNeighbourhood,
  renderPath,
  renderRevised,
} from './graph.js';
import {
  renderAccuracy,
  renderAdvice,
  renderCritique,
  renderGraphDescription,
  renderRetrievalComparison,
  renderSearchPlan,
  renderStatus,
} from './guidance.js';
import {
  renderActionPlan,
  renderAgenda,
  renderAnticipation,
  renderBeliefs,
  renderDecomposition,
  renderFired,
  renderIntrospection,
  renderKnowing,
  renderObserved,
  renderPlan,
  renderPrediction,
  renderSimulation,
  renderSource,
  renderWorld,
} from './foresight.js';
import { renderHierarchy, renderIsA } from './hierarchy.js';
import { renderList, renderShown, renderTombstones } from './memories.js';
import {
  renderGoalReceipt,
  renderGoalRemoval,
  renderGoals,
  renderPurpose,
  renderPurposeMatches,
} from './purpose.js';
import {
  renderAttempt,
  renderChoice,
  renderConclusion,
  renderForetelling,
  renderGrounded,
  renderPrepared,
  renderPriorities,
  renderPursuit,
  renderReconciliation,
  renderSettled,
  renderSync,
  renderSynthesis,
  renderUse,
} from './paradigms.js';
import { renderRecollection } from './recollection.js';
import {
  renderConfigured,
  renderKnowledge,
  renderOpinion,
  renderOpinionMove,
  renderOpinionList,
  renderReflection,
  renderResolved,
} from './reflect.js';
import { renderRoute } from './route.js';
import { renderScratchpad, renderWorkingMemory } from './session.js';
import {
  drawComparison,
  drawExplanation,
  renderComparison,
  renderExplanation,
  renderSpaceMatches,
} from './spaces.js';
import {
  renderCompression,
  renderLearned,
  renderStrategies,
  renderStrategyOutcome,
} from './strategies.js';
import type { Screen } from './style.js';
import {
  renderBanks,
  renderDiagnosis,
  renderForgotten,
  renderImport,
  renderReceipt,
  renderReindex,
  renderStatistics,
} from './upkeep.js';
import { renderWhy, renderWhyNot } from './why.js';

type Renderers = {
  readonly [Name in OperationName]: (output: OutputOf<Name>, screen: Screen) => string;
};

/** How people see each operation's output; a new operation does not compile until it has a rendering. */
export const RENDERERS: Renderers = {
  import: renderImport,
  remember: renderReceipt,
  remember_all: ({ receipts }) => receipts.map(renderReceipt).join('\n\n'),
  recall: renderRecollection,
  context: ({ context }) => context,
  feedback: reversible(renderFeedback),
  brief: ({ text }) => (text === '' ? 'Nothing is known yet.' : text),
  metamemory: renderMetaMemory,
  why: renderWhy,
  whynot: renderWhyNot,
  route: renderRoute,
  show: renderShown,
  list: renderList,
  recent: ({ memories }, screen) => renderList({ memories, next: null, notices: [] }, screen),
  changes: renderChanges,
  explain: renderExplanation,
  compare: renderComparison,
  search_space: renderSpaceMatches,
  is_a: renderIsA,
  hierarchy: renderHierarchy,
  neighbourhood: renderNeighbourhood,
  path: renderPath,
  causes: renderCauses,
  cite: renderCitations,
  lineage: renderLineage,
  tombstones: renderTombstones,
  log: renderLog,
  annotate: reversible(renderRevised),
  boost: reversible(renderRevised),
  merge: renderMerge,
  manifest: ({ markdown }) => markdown,
  manifest_apply: renderManifestReport,
  guide: ({ text }) => text,
  graph_description: renderGraphDescription,
  status: renderStatus,
  advise: renderAdvice,
  search_plan: renderSearchPlan,
  critique: renderCritique,
  recall_accuracy: renderAccuracy,
  compare_retrieval: renderRetrievalComparison,
  erase: renderErasure,
  circles: reversible(renderCircles),
  conflicts: renderConflicts,
  resolve: reversible(renderConflictReceipt),
  unresolve: reversible(renderConflictReceipt),
  forget: reversible((output) => renderForgotten('Forgotten', output)),
  restore: reversible((output) => renderForgotten('Restored', output)),
  undo: renderUndo,
  diff: renderDiff,
  goal_set: reversible(renderGoalReceipt),
  goal_list: renderGoals,
  goal_remove: reversible(renderGoalRemoval),
  learn: renderLearned,
  strategies: renderStrategies,
  strategy_outcome: renderStrategyOutcome,
  strategies_compress: renderCompression,
  simulate: renderSimulation,
  plan: renderActionPlan,
  predict: renderPrediction,
  observe: renderObserved,
  world: renderWorld,
  introspect: renderIntrospection,
  anticipate: renderAnticipation,
  knowing: renderKnowing,
  source: renderSource,
  beliefs_to_revise: renderBeliefs,
  goal_plan: renderPlan,
  goal_agenda: renderAgenda,
  goal_trigger: renderFired,
  goal_decompose: renderDecomposition,
  ground_strategy: renderGrounded,
  strategy_used: renderUse,
  strategy_choose: renderChoice,
  foretell: renderForetelling,
  settle: renderSettled,
  competence_sync: renderSync,
  should_attempt: renderAttempt,
  task_prepare: renderPrepared,
  task_conclude: renderConclusion,
  goal_pursue: renderPursuit,
  learning_priorities: renderPriorities,
  synthesise: renderSynthesis,
  reconcile: renderReconciliation,
  purpose: renderPurpose,
  purpose_search: renderPurposeMatches,
  reflect: renderReflection,
  opinion_list: renderOpinionList,
  opinion_find: renderOpinion,
  opinion_reinforce: reversible(renderOpinionMove),
  opinion_weaken: reversible(renderOpinionMove),
  opinion_contradict: reversible(renderOpinionMove),
  knows: renderKnowledge,
  resolve_entity: renderResolved,
  bank_list: renderBanks,
  bank_configure: reversible(renderConfigured),
  quarantine_list: renderQuarantine,
  quarantine_release: renderReleased,
  quarantine_reject: reversible(renderRejected),
  reveal: ({ text }) => text,
  session_note: (output) => renderWorkingMemory(output.session, output),
  session_show: ({ session, working }) => renderWorkingMemory(session, working),
  session_clear: ({ session, working }) => renderWorkingMemory(session, working),
  scratchpad: renderScratchpad,
  reindex: renderReindex,
  facts: renderFacts,
  extract: renderFactsRun,
  stats: renderStatistics,
  doctor: renderDiagnosis,
};

type Drawers = { readonly [Name in OperationName]?: (output: OutputOf<Name>) => string };

/** Operations whose output can also be drawn, as an SVG text. */
export const DRAWERS: Drawers = {
  explain: drawExplanation,
  compare: drawComparison,
};
