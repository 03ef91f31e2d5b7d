import { DAY } from '../../domain/time.js';
import { countTokens } from '../../language/count-tokens.js';
import { describeInterval } from '../../language/describe-interval.js';
import type { Costs, Kept, Source } from './distill.js';

/** The forms in which distilled passages are shown to a model. */
export const DIGEST_FORMS = ['structured', 'narrative', 'code_focused'] as const;
export type DigestForm = (typeof DIGEST_FORMS)[number];

/** The day it was said, which "yesterday" in a passage refers to. */
function dayOf({ saidAt }: Source): string {
  const from = Math.floor(saidAt / DAY) * DAY;
  return describeInterval(from, from + DAY, 'day');
}

/** Memories of one session and day share a heading. */
function groupOf(source: Source): string {
  return `${Math.floor(source.saidAt / DAY)} ${source.session ?? ''}`;
}

const FENCE = '```';
/** Tokens of the fences around a block of code. */
const FENCE_TOKENS = 2 * countTokens(`\n${FENCE}\n`);

/** The tokens a memory takes besides its passages. `cite` returns its citation. */
export function costsOf(form: DigestForm, cite: (source: Source) => string): Costs {
  return {
    line: (source) =>
      countTokens(lineOf(form, { source, passages: [], code: [], whole: true }, cite)) +
      (form === 'code_focused' ? FENCE_TOKENS : 1),
    heading: (source) => ({
      key: groupOf(source),
      tokens: countTokens(headingOf(form, source)) + 1,
    }),
  };
}

/**
 * The passages as text, day by day, each memory's followed by its citation; if code is wanted, memories
 * with code first.
 */
export function renderDigest(
  form: DigestForm,
  kept: readonly Kept[],
  cite: (source: Source) => string,
): string {
  if (form === 'code_focused' && kept.some(hasCode) && !kept.every(hasCode))
    return [kept.filter(hasCode), kept.filter((each) => !hasCode(each))]
      .map((part) => renderDigest(form, part, cite))
      .join('\n');
  const ordered = [...kept].sort(
    (a, b) => a.source.saidAt - b.source.saidAt || (a.source.id < b.source.id ? -1 : 1),
  );
  const groups = new Map<string, Kept[]>();
  for (const each of ordered)
    groups.set(groupOf(each.source), [...(groups.get(groupOf(each.source)) ?? []), each]);
  return [...groups.values()]
    .map((members) => {
      const lines = members.map((each) => lineOf(form, each, cite));
      const heading = members[0] === undefined ? '' : headingOf(form, members[0].source);
      return form === 'narrative'
        ? `${heading} ${lines.join(' ')}`
        : [heading, ...lines].join('\n');
    })
    .join('\n');
}

function headingOf(form: DigestForm, source: Source): string {
  return form === 'narrative' ? `On ${dayOf(source)},` : `${dayOf(source)}:`;
}

function hasCode({ code }: Kept): boolean {
  return code.includes(true);
}

/** The passages in sequence; code verbatim between fences, consecutive blocks between the same ones. */
function withBlocks({ passages, code }: Kept): string {
  const parts = passages.map((passage, at) =>
    code[at] === true
      ? [
          code[at - 1] === true ? '' : `${FENCE}\n`,
          passage,
          code[at + 1] === true ? '' : `\n${FENCE}`,
        ].join('')
      : passage,
  );
  return `${code[0] === true ? '\n' : ''}${parts.join('\n')}${code.at(-1) === true ? '\n' : ''}`;
}

function lineOf(form: DigestForm, kept: Kept, cite: (source: Source) => string): string {
  const { source, passages } = kept;
  const behind = [source.remark === '' ? '' : ` (${source.remark})`, ` ${cite(source)}`].join('');
  const said =
    form === 'code_focused' && hasCode(kept)
      ? withBlocks(kept)
      : passages.join(passages.some((passage) => passage.includes('\n')) ? '\n' : ' ');
  if (form === 'narrative')
    return `${source.speaker === null ? 'it was noted' : `${source.speaker} said`}: “${said}”${behind}${behind.endsWith('.') ? '' : '.'}`;
  return `${source.speaker === null ? '' : `${source.speaker}: `}${said}${behind}`;
}
