import type { ExplainedResult, RankingExplanation } from '../../../recall/why.js';
import type { PathTrial } from '../../../recall/take-apart.js';
import type { WhyNot } from '../../../recall/why-not.js';
import { routeLine } from '../../memories/views/route.js';
import { accent, bold, dim, shorten, table, type TextFormat } from '../../../format/style.js';

/** Features shown per result; `--json` has all. */
const SHOWN = 6;

export function renderWhy(explanation: RankingExplanation, screen: TextFormat): string {
  const { route, reasoning, cues, considered, paths, results, timings, lost, notices } =
    explanation;
  if (lost !== null) return renderLoss(lost, screen);
  if (results.length === 0) return ['Nothing was found.', ...notices].join('\n');
  const rows = results.map((result) => [
    String(result.rank),
    result.score.toFixed(2),
    [shorten(result.content, 300), ...apart(result)].join('\n'),
  ]);
  const walked = paths
    .map(({ path, found, tookMs, note }) =>
      note === null ? `${path} ${found} in ${tookMs.toFixed(1)} ms` : `${path} – (${note})`,
    )
    .join(', ');
  return [
    table(['#', 'score', 'memory'], rows, screen, [3, 6, 0]),
    '',
    dim(`${considered} candidates: ${walked}.`),
    routeLine(route),
    dim(`Weighed as ${reasoning}${cues.length === 0 ? '' : ` because of “${cues.join('”, “')}”`}.`),
    dim(
      `Steps in ms: ${Object.entries(timings)
        .map(([step, took]) => `${step} ${took.toFixed(1)}`)
        .join(', ')}.`,
    ),
    ...notices.map(dim),
  ].join('\n');
}

function apart({
  id,
  logit,
  paths,
  fusion,
  base,
  features,
  rest,
  terms,
  fit,
}: ExplainedResult): string[] {
  const others = Object.entries(terms).filter(
    ([name, value]) => name !== 'fusion' && Math.abs(value) >= 0.005,
  );
  const more = features.length - SHOWN;
  const sum = [
    ...features
      .slice(0, SHOWN)
      .map(({ name, value, logits }) => `${inWords(name)} ${value.toFixed(2)} → ${signed(logits)}`),
    ...(more > 0 ? [`${more} more`] : []),
    ...(Math.abs(rest) >= 0.005 ? [`rest ${signed(rest)}`] : []),
  ];
  return [
    dim(
      `${id} · ${paths.map(({ path, rank, score }) => `${path} #${rank} (${score.toFixed(2)})`).join(', ')}`,
    ),
    `logit ${bold(logit.toFixed(2))} = fusion ${(terms.fusion ?? 0).toFixed(2)}${others.map(([name, value]) => ` ${signed(value)} ${inWords(name)}`).join('')}`,
    ...(sum.length === 0 && Math.abs(base) < 0.005
      ? []
      : [dim(`${fusion} fusion: ${[`base ${base.toFixed(2)}`, ...sum].join(', ')}`)]),
    ...(fit.length === 0
      ? []
      : [
          dim(
            `fit: ${fit.map(({ name, weight, value }) => `${inWords(name)} ${value.toFixed(2)} × ${weight}`).join(' + ')}`,
          ),
        ]),
  ];
}

function renderLoss(
  { memory, content, step, reason, refusals, paths, rank, of, score, needed, against }: WhyNot,
  screen: TextFormat,
): string {
  const facts = [
    ...(rank === null ? [] : [`rank ${rank} of ${of}`]),
    ...(score === null ? [] : [`score ${score.toFixed(3)}`]),
    ...(needed === null ? [] : [`needed ${needed.toFixed(3)}`]),
  ];
  const costs =
    against?.costs.map(({ name, own, other, logits }) => [
      inWords(name),
      own?.toFixed(2) ?? '',
      other?.toFixed(2) ?? '',
      signed(-logits),
    ]) ?? [];
  return [
    `${shorten(content, 300)} ${dim(memory)}`,
    '',
    `${accent(inWords(step))}: ${reason}`,
    ...refusals
      .slice(1)
      .map(({ field, wanted, has }) => `also ${field}: wants ${wanted}; it has ${has}`),
    ...(facts.length === 0 ? [] : [dim(facts.join(' · '))]),
    ...(paths.length === 0
      ? []
      : [
          '',
          table(['path', 'its score', 'lowest', ''], paths.map(trial), screen, [10, 10, 10, 0]),
        ]),
    ...(against === null
      ? []
      : [
          '',
          `Against ${shorten(against.content, 200)} ${dim(against.id)}`,
          ...(costs.length === 0
            ? []
            : [table(['cost by', 'its', 'other', 'logits'], costs, screen, [24, 7, 7, 8])]),
        ]),
  ].join('\n');
}

function trial({ path, note, found, score, lowest, full }: PathTrial): string[] {
  const state = found
    ? 'found it'
    : (note ?? (full ? 'full: only a better score comes in' : 'saw nothing in it'));
  return [
    found ? bold(path) : path,
    note === null ? score.toFixed(3) : '–',
    lowest === null ? '–' : lowest.toFixed(3),
    state,
  ];
}

const signed = (value: number): string =>
  value < 0 ? `− ${(-value).toFixed(2)}` : `+ ${value.toFixed(2)}`;
const inWords = (name: string): string =>
  name.replace(/_/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
