import type { CapabilityModule } from './module.js';
import { feedback } from './feedback/index.js';
import { owner } from './owner/index.js';
import { readRelations, validity } from './validity/index.js';
import { notes } from './notes/index.js';
import { reading } from './reading/index.js';
import { documents } from './documents/index.js';
import { instructions } from './instructions/index.js';
import { purpose } from './purpose/index.js';
import { told } from './told/index.js';
import { spaces } from './spaces/index.js';
import { certificates } from './certificates/index.js';
import { privacy } from './privacy/index.js';
import { explain } from './explain/index.js';
import { curate } from './curate/index.js';
import { idle } from './idle/index.js';
import { copies } from './copies/index.js';
import { clearance } from './clearance/index.js';
import { graph } from './graph/index.js';
import { reflect } from './reflect/index.js';
import { goals } from './goals/index.js';
import { foresight } from './foresight/index.js';
import { proceduresFor, strategies } from './strategies/index.js';
import { paradigms } from './paradigms/index.js';
import { metamemory } from './metamemory/index.js';
import { steering } from './steering/index.js';
import { guidance } from './guidance/index.js';
import { context } from './context/index.js';
import { dialogue } from './dialogue/index.js';
import { browse } from './browse/index.js';
import { importing } from './import/index.js';
import { care } from './care/index.js';
import { testing } from './testing/index.js';
import { inference } from './inference/index.js';
import { branches } from './branches/index.js';
import { forecasts } from './forecasts/index.js';
import { outcomes } from './outcomes/index.js';
import { verification } from './verification/index.js';
import { webhooks } from './webhooks/index.js';

/**
 * Every module that takes part in recall or remember, in order of execution. A later one may import the
 * `index.ts` of an earlier one, and nothing else of it.
 */
export const MODULES: readonly CapabilityModule[] = Object.freeze([
  feedback,
  owner,
  validity,
  notes,
  reading,
  documents,
  instructions,
  purpose,
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
  metamemory,
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
  verification,
  webhooks,
]);

/** What recall uses of modules by name, besides their hooks: how links hold, and learned strategies. */
export const ASKED_BY_RECALL = { relations: readRelations, procedures: proceduresFor };
