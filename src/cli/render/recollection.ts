import type { Recalled, Recollection } from '../../domain/recollection.js';
import { renderLayers } from './layers.js';
import { routeLine } from './route.js';
import { accent, bold, dim, moment, shorten, table, type Screen } from './style.js';

/** The answer to a recall for people: results with their reasons, then how it was found. */
export function renderRecollection(recollection: Recollection, screen: Screen): string {
  const { results, beside, plan, notices, layers } = recollection;
  if (layers !== null) return [renderLayers(layers, screen), '', dim(howFound(recollection)), ...notices.map(dim)].join('\n');
  if (results.length === 0) return ['Nothing was found.', ...beside.flatMap(besideLine), ...notices].join('\n');
  const rows = results.map((result, at) => [
    String(at + 1),
    result.score === undefined ? '' : result.score.toFixed(2),
    [result.content === undefined ? JSON.stringify(result) : shorten(result.content, 400), ...under(result)].join('\n'),
  ]);
  return [table(['#', 'score', 'memory'], rows, screen, [3, 6, 0]), ...beside.flatMap(besideLine), '', dim(howFound(recollection)), routeLine(plan.route), ...(plan.cues.length > 0 ? [dim(`Weighed as ${plan.reasoning} because of “${plan.cues.join('”, “')}”.`)] : []), ...notices.map(dim)].join('\n');
}

function besideLine({ kind, content, confidence, id, evidence, stale }: Recollection['beside'][number]): string[] {
  return [`${bold(kind)} ${shorten(content, 400)}`, dim(`${id} · confidence ${confidence.toFixed(2)} · rests on ${evidence.length} memories`) + (stale === null ? '' : accent(` · stale: ${stale}`))];
}

function under(result: Partial<Recalled>): string[] {
  const who = [result.speaker ?? '', result.saidAt === undefined ? '' : moment(result.saidAt), result.id ?? ''].filter((part) => part !== '').join(' · ');
  return [
    dim(who),
    ...(result.provenance === undefined ? [] : [dim(result.provenance)]),
    ...(result.images ?? []).map(({ source, alt, sha256 }) => dim(`picture: ${source ?? sha256.slice(0, 12)}${alt === null ? '' : ` “${alt}”`}`)),
    ...(result.contradictions ?? []).map(({ content }) => accent(`against it: ${shorten(content, 160)}`)),
    ...(result.supporting ?? []).slice(0, 1).map(({ content }) => dim(`beside it: ${shorten(content, 120)}`)),
  ].filter((line) => line !== '');
}

function howFound({ plan, timings, cacheHit, considered, coverage, tokens }: Recollection): string {
  const total = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const paths = plan.paths.map(({ path, found, note }) => (note === null ? `${path} ${found}` : `${path} – (${note})`)).join(', ');
  const held = `${Math.round(coverage * 100)} % of the question’s words covered`;
  return `${bold(`${total.toFixed(1)} ms`)}${cacheHit ? ' from the cache' : ''}: ${considered} candidates (${paths}); ${held}${tokens === null ? '' : `; ${tokens} tokens`}.`;
}
