import type { HierarchyAnswer, HierarchyLink } from '../hierarchy.js';
import { bad, bold, dim, good, shorten, table, type Screen } from '../../../format/style.js';

type IsA = NonNullable<HierarchyAnswer['isA']>;

const WORDS: Readonly<Record<HierarchyAnswer['relation'], string>> = {
  is_a: 'is a',
  part_of: 'is part of',
  any: 'is, or is part of, a',
};

function isALines(
  { entity, relation }: HierarchyAnswer,
  { kind, holds, reversed, confidence, chain, common, likelihood }: IsA,
): string {
  const claim = `${bold(entity.name)} ${verb(relation, kind.name)} ${bold(kind.name)}`;
  if (holds)
    return [
      `${good('Yes')}: ${claim} ${dim(`(confidence ${confidence.toFixed(2)})`)}`,
      ...chain.map(linkLine),
    ].join('\n');
  return [
    `${bad('Not told')}: that ${claim}.${reversed ? ' It was told the other way round.' : ''}`,
    ...(common.length === 0 ? [] : [`Both: ${common.map(({ name }) => name).join(', ')}.`]),
    ...(likelihood === null ? [] : [dim(`Estimated likelihood ${likelihood.toFixed(2)}.`)]),
  ].join('\n');
}

export function renderHierarchy(answer: HierarchyAnswer, screen: Screen): string {
  const { entity, direction, isA, found, total, circles } = answer;
  if (isA !== null) return isALines(answer, isA);
  const left = circles.map((link) => bad(`Left out, it closes a circle: ${linkWords(link)}`));
  if (found.length === 0)
    return [`The bank knows no ${direction} of ${entity.name}.`, ...left].join('\n');
  const rows = found.map((each) => {
    const told = direction === 'ancestors' ? each.chain.at(-1) : each.chain[0];
    return [
      String(each.depth),
      each.entity.name,
      told === undefined ? '' : `${linkWords(told)}${dim(evidenceWords(told))}`,
    ];
  });
  const more =
    total > found.length
      ? ['', dim(`${total - found.length} more: --limit ${Math.min(500, total)}`)]
      : [];
  return [
    `${bold(entity.name)}: ${direction}`,
    table(['steps', 'name', 'because'], rows, screen, [5, 24, 0]),
    ...more,
    ...left,
  ].join('\n');
}

function linkLine(link: HierarchyLink): string {
  return `  ${linkWords(link)}${dim(evidenceWords(link))}`;
}

function linkWords({ from, relation, to }: HierarchyLink): string {
  return `${from.name} ${verb(relation, to.name)} ${to.name}`;
}

/** With the article that the next word requires. */
function verb(relation: HierarchyAnswer['relation'], next: string): string {
  const words = WORDS[relation];
  return words.endsWith(' a') && /^[aeiou]/i.test(next) ? `${words}n` : words;
}

function evidenceWords({ evidence }: HierarchyLink): string {
  return evidence === null ? '' : ` – “${shorten(evidence.content, 80)}” ${evidence.id}`;
}
