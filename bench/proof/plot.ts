/** One bar of a plot. */
export interface Bar {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Drawn strongly. */
  readonly own: boolean;
}

const [WIDTH, LABELS, VALUES, ROW, HEAD] = [640, 210, 60, 15, 44] as const;
const SHADES = [1, 0.5];

/** Horizontal bars, several beside each other for each label; legible on a light and on a dark page. */
export function drawBars(
  title: string,
  names: readonly string[],
  groups: readonly { readonly title: string; readonly bars: readonly Bar[] }[],
): string {
  const all = groups.flatMap(({ bars }) => bars.flatMap(({ values }) => values));
  const most = Math.max(0.001, ...all.map((value) => value ?? 0));
  const scale = (WIDTH - LABELS - VALUES) / most;
  const parts: string[] = [];
  let y = HEAD;
  for (const group of groups) {
    parts.push(`<text x="8" y="${y + 10}" class="head">${escaped(group.title)}</text>`);
    y += 20;
    for (const { label, values, own } of group.bars) {
      const height = Math.max(6, ROW / values.length);
      const middle = y + (height * values.length) / 2 + 4;
      parts.push(
        `<text x="${LABELS - 8}" y="${middle}" text-anchor="end">${escaped(label)}</text>`,
      );
      for (const [at, value] of values.entries()) {
        const top = y + at * height;
        const width = (value ?? 0) * scale;
        parts.push(
          `<rect x="${LABELS}" y="${top}" width="${width.toFixed(1)}" height="${height - 1}" class="${own ? 'own' : 'other'}" opacity="${SHADES[at] ?? 0.35}"/>`,
          `<text x="${(LABELS + width + 4).toFixed(1)}" y="${top + height - 1}" class="value">${value === null ? '–' : value.toFixed(2)}</text>`,
        );
      }
      y += height * values.length + 5;
    }
    y += 8;
  }
  const legend = names.length < 2 ? (names[0] ?? '') : `${names.join(', then ')} (lighter)`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="sans-serif" font-size="11">`,
    '<style>text{fill:#24292f}.head{font-weight:bold}.value{font-size:9px}.own{fill:#2f6fde}.other{fill:#8c959f}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.own{fill:#5b9bff}}</style>',
    `<text x="8" y="16" font-size="13" class="head">${escaped(title)}</text>`,
    `<text x="8" y="32">${escaped(legend)}</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
