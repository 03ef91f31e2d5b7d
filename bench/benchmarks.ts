import type { Benchmark } from './benchmark.js';
import { all } from './all.js';
import { branches } from './branches.js';
import { cases } from './cases.js';
import { causal } from './causal.js';
import { code } from './code.js';
import { consolePages } from './console.js';
import { contradictions } from './contradictions.js';
import { crash } from './crash.js';
import { dialogue } from './dialogue.js';
import { fitClaims } from './dialogue/fit-claims.js';
import { dream } from './dream.js';
import { feedback } from './feedback.js';
import { outcomes } from './outcomes.js';
import { verification } from './verification.js';
import { fit } from './fit.js';
import { fitCauses } from './fit-causes.js';
import { fitCertainty } from './fit-certainty.js';
import { fitCurrency } from './fit-currency.js';
import { fitGuard } from './fit-guard.js';
import { fleet } from './fleet.js';
import { foreign } from './foreign.js';
import { graph } from './graph.js';
import { growth } from './growth.js';
import { guard } from './guard.js';
import { inference } from './inference.js';
import { index } from './index.js';
import { injection } from './injection.js';
import { entities } from './entities.js';
import { paradigms } from './paradigms.js';
import { lives } from './lives.js';
import { load } from './load.js';
import { mcp } from './mcp.js';
import { pictures } from './pictures.js';
import { pii } from './pii.js';
import { poison } from './poison.js';
import { reflect } from './reflect.js';
import { routing } from './routing.js';
import { attempt } from './attempt.js';
import { selfmodel } from './selfmodel.js';
import { secrets } from './secrets.js';
import { scale } from './scale.js';
import { stores } from './stores.js';
import { tenants } from './tenants.js';
import { sts } from './sts.js';
import { talk } from './talk.js';
import { spaces } from './spaces.js';
import { translations } from './translations.js';
import { truth } from './truth.js';
import { updates } from './updates.js';
import { worlds } from './worlds.js';

/** All benchmarks, as the command line lists them. */
export const BENCHMARKS: readonly Benchmark[] = [
  all,
  consolePages,
  mcp,
  load,
  dialogue,
  code,
  spaces,
  scale,
  growth,
  stores,
  tenants,
  crash,
  dream,
  causal,
  feedback,
  outcomes,
  verification,
  routing,
  sts,
  talk,
  lives,
  truth,
  reflect,
  graph,
  pictures,
  index,
  inference,
  entities,
  paradigms,
  branches,
  cases,
  fit,
  fitCauses,
  fitCertainty,
  fitClaims,
  fitCurrency,
  translations,
  contradictions,
  updates,
  worlds,
  attempt,
  selfmodel,
  pii,
  secrets,
  injection,
  poison,
  fleet,
  foreign,
  guard,
  fitGuard,
];
