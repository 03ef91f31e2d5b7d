import { memories } from '@mneme/core/modules/memories/module.js';
import { feedback } from '@mneme/core/modules/feedback/module.js';
import { bankOwner } from '@mneme/core/modules/bank-owner/module.js';
import { validity } from '@mneme/core/modules/validity/module.js';
import { notes } from '@mneme/core/modules/notes/module.js';
import { reading } from '@mneme/core/modules/reading/module.js';
import { forgetting } from '@mneme/core/modules/forgetting/module.js';
import { documents } from '@mneme/core/modules/documents/module.js';
import { instructions } from '@mneme/core/modules/instructions/module.js';
import { evidence } from '@mneme/core/modules/evidence/module.js';
import { spaces } from '@mneme/core/modules/spaces/module.js';
import { certificates } from '@mneme/core/modules/certificates/module.js';
import { privacy } from '@mneme/core/modules/privacy/module.js';
import { inspect } from '@mneme/core/modules/inspect/module.js';
import { history } from '@mneme/core/modules/history/module.js';
import { files } from '@mneme/core/modules/files/module.js';
import { consolidation } from '@mneme/agent/consolidation/module.js';
import { deduplication } from '@mneme/agent/deduplication/module.js';
import { pruning } from '@mneme/core/modules/pruning/module.js';
import { graph } from '@mneme/agent/graph/module.js';
import { reflect } from '@mneme/agent/reflect/module.js';
import { goals } from '@mneme/agent/goals/module.js';
import { worldModel } from '@mneme/agent/world-model/module.js';
import { strategies } from '@mneme/agent/strategies/module.js';
import { taskLoop } from '@mneme/agent/task-loop/module.js';
import { salience } from '@mneme/core/modules/salience/module.js';
import { advisor } from '@mneme/agent/advisor/module.js';
import { context } from '@mneme/core/modules/context/module.js';
import { dialogue } from '@mneme/agent/dialogue/module.js';
import { browse } from '@mneme/core/modules/browse/module.js';
import { importing } from '@mneme/import/module.js';
import { maintenance } from '@mneme/core/modules/maintenance/module.js';
import { testing } from '@mneme/core/modules/testing/module.js';
import { inference } from '@mneme/agent/inference/module.js';
import { branches } from '@mneme/core/modules/branches/module.js';
import { sync } from '@mneme/core/modules/sync/module.js';
import { forecasts } from '@mneme/agent/forecasts/module.js';
import { outcomes } from '@mneme/core/modules/outcomes/module.js';
import { metamemory } from '@mneme/agent/metamemory/module.js';
import { verification } from '@mneme/code/verification/module.js';
import { webhooks } from '@mneme/webhooks/module.js';

/**
 * Every module; add a new one here. Hooks run, and front ends list verbs, in this order. A module may import only the
 * `index.ts` of an earlier one.
 */
export const MODULES = Object.freeze([
  memories,
  feedback,
  bankOwner,
  validity,
  notes,
  reading,
  forgetting,
  documents,
  instructions,
  evidence,
  spaces,
  certificates,
  privacy,
  inspect,
  history,
  files,
  consolidation,
  deduplication,
  pruning,
  graph,
  reflect,
  goals,
  worldModel,
  strategies,
  taskLoop,
  salience,
  advisor,
  context,
  dialogue,
  browse,
  importing,
  maintenance,
  testing,
  inference,
  branches,
  sync,
  forecasts,
  outcomes,
  metamemory,
  verification,
  webhooks,
] as const);

export { proceduresFor } from '@mneme/agent/strategies/index.js';
