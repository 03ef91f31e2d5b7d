import { memories } from './memories/module.js';
import { feedback } from './feedback/module.js';
import { owner } from './bank-owner/module.js';
import { validity } from './validity/module.js';
import { notes } from './notes/module.js';
import { reading } from './reading/module.js';
import { forgetting } from './forgetting/module.js';
import { documents } from './documents/module.js';
import { instructions } from './instructions/module.js';
import { told } from './evidence/module.js';
import { spaces } from './spaces/module.js';
import { certificates } from './certificates/module.js';
import { privacy } from './privacy/module.js';
import { explain } from './inspect/module.js';
import { curate } from './history/module.js';
import { idle } from './consolidation/module.js';
import { copies } from './deduplication/module.js';
import { clearance } from './pruning/module.js';
import { graph } from './graph/module.js';
import { reflect } from './reflect/module.js';
import { goals } from './goals/module.js';
import { foresight } from './world-model/module.js';
import { strategies } from './strategies/module.js';
import { paradigms } from './task-loop/module.js';
import { steering } from './salience/module.js';
import { guidance } from './advisor/module.js';
import { context } from './context/module.js';
import { dialogue } from './dialogue/module.js';
import { browse } from './browse/module.js';
import { importing } from './import/module.js';
import { care } from './maintenance/module.js';
import { testing } from './testing/module.js';
import { inference } from './inference/module.js';
import { branches } from './branches/module.js';
import { forecasts } from './forecasts/module.js';
import { outcomes } from './outcomes/module.js';
import { metamemory } from './metamemory/module.js';
import { verification } from './verification/module.js';
import { webhooks } from './webhooks/module.js';

/**
 * Every room: the one list that a new one joins. Their hooks run in this order, and front ends list their
 * verbs in it. A later one may import the `index.ts` of an earlier one, and nothing else of it.
 */
export const MODULES = Object.freeze([
  memories,
  feedback,
  owner,
  validity,
  notes,
  reading,
  forgetting,
  documents,
  instructions,
  told,
  spaces,
  certificates,
  privacy,
  explain,
  curate,
  idle,
  copies,
  clearance,
  graph,
  reflect,
  goals,
  foresight,
  strategies,
  paradigms,
  steering,
  guidance,
  context,
  dialogue,
  browse,
  importing,
  care,
  testing,
  inference,
  branches,
  forecasts,
  outcomes,
  metamemory,
  verification,
  webhooks,
] as const);

export { proceduresFor } from './strategies/index.js';
