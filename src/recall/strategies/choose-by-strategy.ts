import type { StrategyName } from '../../domain/profile.js';
import type { StrategyReport } from '../../domain/recollection.js';
import { decompose, type Decomposition } from '../../language/questions/decompose.js';
import type { Chosen, Scene } from '../choose.js';
import { hyde } from './hyde.js';
import { plain } from './plain.js';
import { reflective } from './reflective.js';
import { reranking } from './reranking.js';
import { reportOf, type Strategy } from './strategy.js';
import { askInParts, transform } from './transform.js';

const STRATEGIES: Readonly<Record<StrategyName, Strategy>> = {
  plain: (scene) => plain(scene),
  reranking,
  hyde,
  reflective,
  transform,
};

/** Asks as the profile says. `auto` takes a question of several hops apart by rules, and asks every other one plainly. */
export async function chooseByStrategy(scene: Scene): Promise<{ readonly chosen: Chosen; readonly report: StrategyReport }> {
  const { strategy, query } = scene.profile;
  const parts = strategy === 'auto' && query !== undefined ? sureParts(query) : null;
  const outcome = parts === null ? await STRATEGIES[strategy === 'auto' ? 'plain' : strategy](scene) : await askInParts(scene, parts);
  const report = reportOf(strategy, outcome);
  // What was asked in several ways has been widened already.
  const unwidened = scene.profile.cascade > 0 && outcome.used !== 'plain';
  return { chosen: outcome.chosen, report: unwidened ? { ...report, unavailable: [...report.unavailable, 'the cascade widens what is asked plainly'] } : report };
}

/** Only where the question shows plainly that one finding leads to the other, to a person or a place, or that two are asked about alike. */
function sureParts(query: string): Decomposition | null {
  const parts = decompose(query);
  if (parts === null) return null;
  const leads = parts.structure === 'bridge' && parts.steps[0]?.seeks !== 'thing';
  return leads || parts.structure === 'both' ? parts : null;
}
