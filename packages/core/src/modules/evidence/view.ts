import type { KnownVerdict } from '../../domain/recollection.js';
import type { Precedent, ToldWay } from './precedents.js';
import type { ToldLine } from './told.js';
import type { ToldPlan } from './plans.js';
import { bad, bold, dim, good } from '../../format/style.js';

/** The heading: whether the lines answer, or are only close to the matter. */
export function toldHeader({ known }: { readonly known: KnownVerdict }): string {
  if (known === 'unknown') return 'Nobody said so outright. The nearest to it:';
  if (known === 'lapsed') return 'It was so, and is not known any more:';
  return known === 'unsure' ? 'What may bear on it:' : 'What was said of it:';
}

type AnyLine = ToldLine | Precedent | ToldPlan | ToldWay;

/** Text, speaker and time of each line, and for a note the turn it was read from, each turn once. */
export function renderTold(lines: readonly AnyLine[]): string[] {
  const quoted = new Set<string>();
  return lines.map((line) => {
    const { text, speaker, saidDay, id, said } = line;
    const by = speaker === null ? '' : `${speaker}, `;
    const isNew = said !== null && !quoted.has(said.id);
    if (isNew) quoted.add(said.id);
    const words = !isNew ? '' : `\n    ${dim(`“${said.text}”`)}`;
    return `${markOf(line)}${text} ${dim(`(${by}${dayOf(saidDay)}, ${id})`)}${words}`;
  });
}

const WAY_MARKS: Readonly<Record<ToldWay['way'], string>> = {
  never: bad('⊘'),
  how: bold('•'),
  rule: bold('•'),
  worked: good('✓'),
  failed: bad('✗'),
};

function markOf(line: AnyLine): string {
  if ('way' in line) return `${WAY_MARKS[line.way]} `;
  if ('state' in line)
    return line.state === null
      ? '  '
      : `${dim([line.state, line.due].filter((each) => each !== null).join(' '))} `;
  if (!('went' in line)) return '  ';
  if (line.forbids) return `${bad('⊘')} `;
  if (line.went === null) return '  ';
  return line.went === 'well' ? `${good('✓')} ` : line.went === 'badly' ? `${bad('✗')} ` : '± ';
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (day: string): string => DAY.format(Date.parse(day));
