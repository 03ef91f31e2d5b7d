/** Nodes and links as a Mermaid flowchart: https://mermaid.js.org/syntax/flowchart.html. */
export interface Chart {
  /** Left to right, or from the top down. */
  readonly direction: 'LR' | 'TD';
  readonly nodes: readonly ChartNode[];
  readonly links: readonly ChartLink[];
}

export interface ChartNode {
  readonly id: string;
  readonly text: string;
  readonly shape: 'box' | 'round' | 'hexagon';
  /** Drawn pale: what holds no longer. */
  readonly past?: boolean;
}

export interface ChartLink {
  readonly from: string;
  readonly to: string;
  /** '' for a link without a word. */
  readonly label: string;
  readonly dotted?: boolean;
}

const SHAPES: Readonly<Record<ChartNode['shape'], readonly [string, string]>> = {
  box: ['["', '"]'],
  round: ['(["', '"])'],
  hexagon: ['{{"', '"}}'],
};
const LONGEST = 80;
/** What means something to Mermaid, or to the page that draws it. */
const PLAIN = /[\p{L}\p{M}\p{N} .,;:!?'()/+@%€$£°–—…_-]/u;

/**
 * The chart as text. Whatever a text holds stays a label: each sign that could be read as Mermaid or as markup is written as its number.
 * A link to a node that is not there is left out.
 */
export function renderMermaid({ direction, nodes, links }: Chart): string {
  const names = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  const past = nodes.flatMap(({ id, past: is }) => (is === true ? (names.get(id) ?? []) : []));
  return [
    `flowchart ${direction}`,
    ...nodes.map(({ id, text, shape }) => {
      const [open, close] = SHAPES[shape];
      return `  ${names.get(id) ?? ''}${open}${label(text)}${close}`;
    }),
    ...links.flatMap(({ from, to, label: word, dotted }) => {
      const [one, other] = [names.get(from), names.get(to)];
      if (one === undefined || other === undefined) return [];
      const arrow = dotted === true ? '-.->' : '-->';
      return `  ${one} ${arrow}${word === '' ? '' : `|"${label(word)}"|`} ${other}`;
    }),
    ...(past.length === 0
      ? []
      : ['  classDef past stroke-dasharray: 4 4,opacity: 0.6', `  class ${past.join(',')} past`]),
  ].join('\n');
}

function label(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  const shown = letters.length > LONGEST ? [...letters.slice(0, LONGEST - 1), '…'] : letters;
  return shown
    .map((letter) => (PLAIN.test(letter) ? letter : `#${letter.codePointAt(0) ?? 32};`))
    .join('');
}
