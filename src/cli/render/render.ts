import {
  renderQuarantine,
  renderRejected,
  renderReleased,
} from '../../modules/privacy/views/quarantine.js';
import type { OperationName, OutputOf } from '../../operations/table.js';
import {
  renderAbout,
  renderEntities,
  renderGraphMap,
  renderTimeline,
} from '../../modules/browse/view.js';
import { renderChanges } from '../../modules/explain/views/changes.js';
import { renderErasure } from '../../modules/privacy/views/erasure.js';
import {
  renderCuration,
  renderPreference,
  renderPreferences,
  renderShownTurn,
  renderStage,
  renderTurn,
  renderTurns,
} from '../../modules/dialogue/view.js';
import {
  renderDocument,
  renderDocumentReceipt,
  renderDocuments,
} from '../../modules/documents/view.js';
import {
  renderWebhookAdded,
  renderWebhookFailures,
  renderWebhookRemoved,
  renderWebhooks,
  renderWebhookTest,
} from '../../modules/webhooks/view.js';
import { renderWorth } from '../../modules/steering/view.js';
import {
  renderDream,
  renderDreamLeft,
  renderDreamSettled,
  renderDreamStop,
} from '../../modules/idle/view.js';
import {
  renderMarked,
  renderRead,
  renderReading,
  renderUnread,
} from '../../modules/reading/view.js';
import { renderFeedback, renderMetaMemory } from '../../modules/feedback/view.js';
import {
  renderCircles,
  renderConflictReceipt,
  renderConflicts,
} from '../../modules/validity/view.js';
import {
  renderDeleted,
  renderDiff,
  renderLog,
  renderManifestReport,
  renderMerge,
  renderUndo,
  reversible,
} from '../../modules/curate/view.js';
import {
  renderCauses,
  renderCitations,
  renderLineage,
  renderNeighbourhood,
  renderPath,
  renderRevised,
} from '../../modules/graph/views/graph.js';
import {
  renderAccuracy,
  renderAdvice,
  renderCritique,
  renderGraphDescription,
  renderRetrievalComparison,
  renderSearchPlan,
  renderStatus,
} from '../../modules/guidance/view.js';
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
} from '../../modules/foresight/view.js';
import { renderHierarchy, renderIsA } from '../../modules/graph/views/hierarchy.js';
import { renderList, renderShown, renderTombstones } from '../../modules/explain/views/memories.js';
import {
  renderGoalReceipt,
  renderGoalRemoval,
  renderGoals,
  renderPurpose,
  renderPurposeMatches,
} from '../../modules/purpose/views/purpose.js';
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
} from '../../modules/paradigms/views/paradigms.js';
import { renderRecollection } from './recollection.js';
import {
  renderConfigured,
  renderKnowledge,
  renderOpinion,
  renderOpinionMove,
  renderOpinionList,
  renderReflection,
  renderResolved,
} from '../../modules/reflect/view.js';
import { renderRoute } from '../../modules/paradigms/views/route.js';
import {
  renderContext,
  renderScratchpad,
  renderWorkingMemory,
} from '../../modules/context/view.js';
import {
  drawComparison,
  drawExplanation,
  renderComparison,
  renderExplanation,
  renderSpaceMatches,
} from '../../modules/spaces/view.js';
import {
  renderCompression,
  renderLearned,
  renderStrategies,
  renderStrategyOutcome,
} from '../../modules/strategies/view.js';
import type { Screen } from '../../screen/style.js';
import {
  renderBankDeleted,
  renderBanks,
  renderDiagnosis,
  renderForgotten,
  renderImport,
  renderBatch,
  renderReceipt,
  renderReindex,
  renderStatistics,
} from '../../modules/care/view.js';
import {
  renderInference,
  renderKept,
  renderKeptConclusions,
} from '../../modules/inference/view.js';
import {
  renderBranchMade,
  renderBranchMerge,
  renderBranches,
  renderComparison as renderBranchComparison,
} from '../../modules/branches/view.js';
import {
  renderCalibration,
  renderForecast,
  renderForecasts,
} from '../../modules/forecasts/view.js';
import { renderVerdicts, renderVerification } from '../../modules/verification/view.js';
import { renderCredit, renderOutcome } from '../../modules/outcomes/view.js';
import { renderPinned, renderTest } from '../../modules/testing/view.js';
import { renderWhy, renderWhyNot } from '../../modules/explain/views/why.js';

type Renderers = {
  readonly [Name in OperationName]: (output: OutputOf<Name>, screen: Screen) => string;
};

/** How people see each operation's output; a new operation does not compile until it has a rendering. */
export const RENDERERS: Renderers = {
  import: renderImport,
  remember: renderReceipt,
  remember_all: renderBatch,
  recall: renderRecollection,
  context: renderContext,
  feedback: reversible(renderFeedback),
  brief: ({ text }) => (text === '' ? 'Nothing is known yet.' : text),
  metamemory: renderMetaMemory,
  why: renderWhy,
  whynot: renderWhyNot,
  route: renderRoute,
  show: renderShown,
  list: renderList,
  timeline: renderTimeline,
  about: renderAbout,
  recent: ({ memories }, screen) => renderList({ memories, notices: [] }, screen),
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
  graph_map: renderGraphMap,
  status: renderStatus,
  advise: renderAdvice,
  search_plan: renderSearchPlan,
  critique: renderCritique,
  recall_accuracy: renderAccuracy,
  infer: renderInference,
  infer_keep: reversible(renderKept),
  infer_list: renderKeptConclusions,
  branch_make: renderBranchMade,
  branch_list: renderBranches,
  branch_compare: renderBranchComparison,
  branch_merge: reversible(renderBranchMerge),
  verify: reversible(renderVerification),
  verdicts: renderVerdicts,
  outcome: reversible(renderOutcome),
  credit: renderCredit,
  webhook_add: reversible(renderWebhookAdded),
  webhook_list: renderWebhooks,
  webhook_remove: reversible(renderWebhookRemoved),
  webhook_test: renderWebhookTest,
  webhook_failures: renderWebhookFailures,
  forecast_make: reversible(renderForecast),
  forecast_settle: reversible(renderForecast),
  forecast_snooze: reversible(renderForecast),
  forecast_list: renderForecasts,
  forecast_score: renderCalibration,
  test_run: renderTest,
  test_pin: renderPinned,
  compare_retrieval: renderRetrievalComparison,
  erase: renderErasure,
  circles: reversible(renderCircles),
  conflicts: renderConflicts,
  resolve: reversible(renderConflictReceipt),
  unresolve: reversible(renderConflictReceipt),
  update: reversible((output) => `${renderReceipt(output)}\nin place of ${output.replaced}`),
  delete_all: reversible(renderDeleted),
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
  entity_list: renderEntities,
  bank_list: renderBanks,
  bank_delete: renderBankDeleted,
  bank_restore: ({ bank, memories }) => `The bank ${bank} is there again; memories: ${memories}.`,
  bank_configure: reversible(renderConfigured),
  quarantine_list: renderQuarantine,
  quarantine_release: renderReleased,
  quarantine_reject: reversible(renderRejected),
  reveal: ({ text }) => text,
  session_note: (output, screen) => renderWorkingMemory(output.session, output, screen),
  session_show: ({ session, working }, screen) => renderWorkingMemory(session, working, screen),
  session_clear: ({ session, working }, screen) => renderWorkingMemory(session, working, screen),
  scratchpad: renderScratchpad,
  reindex: renderReindex,
  documents_change: reversible(renderDocumentReceipt),
  documents_get: renderDocument,
  documents_list: renderDocuments,
  worth: renderWorth,
  diagram: ({ mermaid }) => mermaid,
  dream: renderDream,
  dream_report: renderDream,
  dream_settle: renderDreamSettled,
  dream_stop: renderDreamStop,
  dream_leave: renderDreamLeft,
  reading: renderReading,
  read: renderRead,
  unread: renderUnread,
  mark_read: renderMarked,
  dialogue_turn: reversible(renderTurn),
  dialogue_stage: reversible(renderStage),
  dialogue_curate: reversible(renderCuration),
  dialogue_bridge: ({ text }) => (text === '' ? 'No turn of this conversation is kept.' : text),
  dialogue_show: renderShownTurn,
  dialogue_list: renderTurns,
  dialogue_history: ({ text }) => (text === '' ? 'No earlier conversation bears on it.' : text),
  dialogue_preferences: renderPreferences,
  dialogue_prefer: reversible(renderPreference),
  stats: renderStatistics,
  doctor: renderDiagnosis,
};

type Drawers = { readonly [Name in OperationName]?: (output: OutputOf<Name>) => string };

/** Operations whose output can also be drawn, as an SVG text. */
export const DRAWERS: Drawers = {
  explain: drawExplanation,
  compare: drawComparison,
};
