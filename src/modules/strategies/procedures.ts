import type { ProceduralRow } from '../../domain/layers.js';
import { avoidedBy, stepsOf, successRate } from '../../domain/learned/strategy.js';
import { actionPhrase, capital } from '../../language/action-words.js';
import { rankStrategies } from './rank-strategies.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { strategiesOn } from '../evidence/index.js';

/** Minimum relevance to the task for the procedural layer. */
const MIN_RELEVANT = 0.2;

/** Learned strategies for recall's procedural layer, best first. */
export async function proceduresFor(
  task: string,
  limit: number,
  bank: OpenBank,
  { stemmer }: Pick<EngineParts, 'stemmer'>,
): Promise<readonly ProceduralRow[]> {
  const matches = (await strategiesOn(task, undefined, bank)).filter(
    ({ relevance }) => relevance >= MIN_RELEVANT,
  );
  return rankStrategies(matches, [], stemmer)
    .ranked.slice(0, limit)
    .map(({ record: { id, body }, score, promise }) => ({
      id,
      name: body.title,
      category: body.domain,
      template: body.content,
      steps: stepsOf(body).map((action) => capital(actionPhrase(action))),
      avoids: avoidedBy(body).map((action) => `Do not ${actionPhrase(action)}`),
      successRate: successRate(body),
      probability: null,
      why: { score, confidence: promise },
    }));
}
