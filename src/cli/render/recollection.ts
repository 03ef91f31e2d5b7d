import type { Recalled, Recollection } from '../../domain/recollection.js';
import { renderLayers } from './layers.js';
import { routeLine } from '../../modules/paradigms/views/route.js';
import {
  accent,
  bold,
  counted,
  dim,
  moment,
  shorten,
  table,
  type Screen,
} from '../../screen/style.js';

/** The answer to a recall for people: results with their reasons, then how it was found. */
export function renderRecollection(recollection: Recollection, screen: Screen): string {
  const { id, results, beside, plan, notices, layers } = recollection;
  if (layers !== null)
    return [
      renderLayers(layers, screen),
      '',
      dim(howFound(recollection)),
      ...notices.map(dim),
    ].join('\n');
  if (results.length === 0)
    return ['Nothing was found.', ...beside.flatMap(besideLine), ...notices].join('\n');
  const asked = [
    ...howSure(recollection),
    ...(recollection.cascade === null ? [] : [howWidened(recollection.cascade)]),
  ];
  const rows = results.map((result, at) => [
    String(at + 1),
    result.score === undefined ? '' : result.score.toFixed(2),
    sureness(result),
    [textOf(result) ?? JSON.stringify(result), ...under(result)].join('\n'),
  ]);
  return [
    table(['#', 'score', 'sure', 'memory'], rows, screen, [3, 6, 6, 0]),
    ...beside.flatMap(besideLine),
    '',
    dim(howFound(recollection)),
    ...asked.map(dim),
    routeLine(plan.route),
    ...(plan.cues.length > 0
      ? [dim(`Weighed as ${plan.reasoning} because of “${plan.cues.join('”, “')}”.`)]
      : []),
    ...plan.strategy.steps.map((step) => dim(`${plan.strategy.used}: ${step}`)),
    ...notices.map(dim),
    dim(`Was a result of use? mneme feedback useful ${id}.1 (or irrelevant, wrong)`),
  ].join('\n');
}

/** Of a long memory the passage that answers, and where in it that stands. */
function textOf({ content, excerpt }: Partial<Recalled>): string | null {
  if (excerpt !== undefined)
    return `${shorten(excerpt.text, 400)} ${dim(`characters ${excerpt.start} to ${excerpt.end}`)}`;
  return content === undefined ? null : shorten(content, 400);
}

/** The chance that a result answers; its level where no chance was fitted. */
function sureness({ certainty }: Partial<Recalled>): string {
  if (certainty === undefined) return '';
  return certainty.probability === null
    ? certainty.level.replace('_', ' ')
    : `${Math.round(certainty.probability * 100)} %`;
}

function howSure({ known: { probability, verdict, doubts } }: Recollection): string[] {
  if (probability === null || verdict === 'known') return [];
  const said =
    verdict === 'unknown'
      ? 'The answer is most likely not known'
      : 'It is unsure whether the answer is known';
  return [
    `${said} (${Math.round(probability * 100)} %)${doubts.length > 0 ? `: ${doubts.join('; ')}` : ''}.`,
  ];
}

function howWidened({ stages, stoppedBecause }: NonNullable<Recollection['cascade']>): string {
  return `Searched ${stages.map(({ stage, confidence }) => `${stage} (${Math.round(confidence * 100)} % sure)`).join(' → ')}; stopped because of ${{ sure: 'sureness', depth: 'its depth', time: 'the time' }[stoppedBecause]}.`;
}

function besideLine({
  kind,
  content,
  confidence,
  id,
  evidence,
  stale,
}: Recollection['beside'][number]): string[] {
  return [
    `${bold(kind)} ${shorten(content, 400)}`,
    dim(
      `${id} · confidence ${confidence.toFixed(2)} · rests on ${counted(evidence.length, 'memory', 'memories')}`,
    ) + (stale === null ? '' : accent(` · stale: ${stale}`)),
  ];
}

function under(result: Partial<Recalled>): string[] {
  const who = [
    result.speaker ?? '',
    result.saidAt === undefined ? '' : moment(result.saidAt),
    result.id ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
  return [
    dim(who),
    ...(result.provenance === undefined ? [] : [dim(result.provenance)]),
    ...standing(result),
    ...(result.images ?? []).map(({ source, alt, sha256 }) =>
      dim(`picture: ${source ?? sha256.slice(0, 12)}${alt === null ? '' : ` “${alt}”`}`),
    ),
    ...(result.contradictions ?? []).map(({ content }) =>
      accent(`against it: ${shorten(content, 160)}`),
    ),
    ...(result.supporting ?? [])
      .slice(0, 1)
      .map(({ content }) => dim(`beside it: ${shorten(content, 120)}`)),
  ].filter((line) => line !== '');
}

function standing({ standing: state, standingDetail: detail }: Partial<Recalled>): string[] {
  if (detail === null || detail === undefined) return [];
  const slot = detail.slot === '' ? '' : ` (${detail.slot})`;
  return [
    accent(
      state === 'superseded'
        ? `superseded since ${moment(detail.since)} by ${detail.by}${slot}`
        : `disputed by ${detail.by}${slot}`,
    ),
  ];
}

function howFound({ plan, timings, cacheHit, considered, coverage, tokens }: Recollection): string {
  const total = Object.values(timings).reduce((sum, time) => sum + time, 0);
  const paths = plan.paths
    .map(({ path, found, note }) => (note === null ? `${path} ${found}` : `${path} – (${note})`))
    .join(', ');
  const held = `${Math.round(coverage * 100)} % of the question’s words covered`;
  return `${bold(`${total.toFixed(1)} ms`)}${cacheHit ? ' from the cache' : ''}: ${considered} candidates (${paths}); ${held}${tokens === null ? '' : `; ${tokens} tokens`}.`;
}
