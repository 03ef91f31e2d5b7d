import type { BankReceipt } from '@mneme/core/modules/maintenance/configure-bank.js';
import type { Knowledge } from './knowledge.js';
import type { OpinionReceipt } from '@mneme/core/domain/opinion.js';
import type { OpinionList } from './find-opinions.js';
import type { ReflectReport } from '@mneme/core/domain/reflection.js';
import {
  accent,
  bold,
  counted,
  dim,
  good,
  moment,
  shorten,
  table,
  type TextFormat,
} from '@mneme/core/format/style.js';
import { renderTold, toldHeader } from '@mneme/core/modules/evidence/view.js';

export function renderReflection(
  { kinds, changed, considered, notices }: ReflectReport,
  screen: TextFormat,
): string {
  const rows = Object.entries(kinds).map(([kind, { made, renewed, retracted }]) => [
    `${kind}s`,
    String(made),
    String(renewed),
    String(retracted),
  ]);
  const written = changed.map(({ id, kind, about, content, confidence, evidence, against }) =>
    [
      `${bold(about === null || content.includes(about) ? kind : `${kind} of ${about}:`)} ${shorten(content, 600)}`,
      dim(
        `${id} · confidence ${confidence.toFixed(2)} · rests on ${counted(evidence.length, 'memory', 'memories')}${against.length === 0 ? '' : `, ${against.length} against it`}`,
      ),
    ].join('\n'),
  );
  const verdict =
    changed.length === 0 && rows.every(([, , , retracted]) => retracted === '0')
      ? ['Nothing has changed.']
      : [];
  return [
    ...verdict,
    table(['', 'made', 'renewed', 'taken back'], rows, screen),
    ...(considered > 0 ? [dim(`${considered} names looked at.`)] : []),
    ...written,
    ...notices.map(dim),
  ].join('\n');
}

export function renderConfigured({
  bank,
  disposition,
  privacy,
  tokens,
  guard,
  zone,
  owner,
  reading,
  dreamAt,
  clearAfterDays,
  clearBelow,
  changed,
}: BankReceipt): string {
  const { scepticism, literalism, empathy } = disposition;
  return `${changed ? good('Set') : 'Unchanged'}: bank ${bold(bank)} has scepticism ${scepticism}, literalism ${literalism}, empathy ${empathy}; privacy ${privacy}${tokens ? ' with tokens' : ''}, guard ${guard}; time zone ${zone}; ${reading ? 'read into notes' : 'not read by itself'}${owner === null ? '' : `; owner ${owner}`}; dreams ${dreamAt === 'off' ? 'when asked' : dreamAt === 'idle' ? 'when idle' : `from ${dreamAt}`}${clearAfterDays === 0 ? '' : `; clears what matters less than ${clearBelow} after ${clearAfterDays} days`}.`;
}

export function renderOpinionList({ opinions, told }: OpinionList, screen: TextFormat): string {
  const rows = opinions.map(({ id, content, confidence, evidence, against, stale, revise }) => [
    id,
    confidence.toFixed(2),
    `${evidence.length} : ${against.length}`,
    content + [...(stale ? ['stale'] : []), ...revise].map((why) => accent(` (${why})`)).join(''),
  ]);
  const said = renderTold(told?.lines ?? []);
  if (rows.length === 0 && said.length === 0) return 'No opinions.';
  return [
    ...(rows.length === 0
      ? []
      : [table(['id', 'sure', 'for : against', 'opinion'], rows, screen, [15, 6, 13, 0])]),
    ...(told === null || said.length === 0 ? [] : [toldHeader(told), ...said]),
  ].join('\n');
}

export function renderOpinionMove({
  id,
  content,
  before,
  after,
  changed,
  circular,
}: OpinionReceipt): string {
  const same =
    circular.length > 0
      ? 'as this evidence rests on the opinion itself'
      : 'as this evidence was counted before';
  const line = `${changed ? `${before.toFixed(3)} → ${bold(after.toFixed(3))}` : `${after.toFixed(3)}, ${same}`}  ${content} ${dim(id)}`;
  return circular.length === 0
    ? line
    : `${line}\n${dim(`circular support, not counted: ${circular.join(', ')}`)}`;
}

export function renderKnowledge({
  about,
  entity,
  verdict,
  probability,
  doubts,
  memories,
  newest,
  confidence,
  observation,
}: Knowledge): string {
  const who = entity === null ? `the topic “${about}”` : `${entity.name} (${entity.type})`;
  const figures =
    memories === 0
      ? 'no memory names it'
      : `${counted(memories, 'memory', 'memories')}, newest ${newest === null ? '' : moment(newest)}, mean confidence ${confidence.toFixed(2)}`;
  return [
    `${bold(verdict)}: ${who}${probability === null ? '' : `, probability ${probability.toFixed(2)}`}`,
    dim(figures),
    ...doubts.map((doubt) => dim(doubt)),
    ...(observation === null ? [] : [dim(`summary: ${observation}`)]),
  ].join('\n');
}
