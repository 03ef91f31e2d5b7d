/** One ring of a radar chart: a value of 0..1 for each axis, null for none. */
export interface RadarSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export interface RadarPicture {
  readonly title: string;
  readonly axes: readonly string[];
  readonly series: readonly RadarSeries[];
}

const WIDTH = 640;
const HEIGHT = 560;
const CENTRE = { x: WIDTH / 2, y: 290 } as const;
const RADIUS = 180;
const RINGS = [0.25, 0.5, 0.75, 1];
/** Colours that the colour-blind can distinguish, too (Okabe and Ito 2008). */
const COLOURS = ['#0072b2', '#d55e00', '#009e73'];

/** Follows the viewer's light or dark preference; has its own background as a separate page. */
const STYLE = [
  'svg{background:#ffffff;color:#1f2328;font-family:system-ui,sans-serif}',
  '@media(prefers-color-scheme:dark){svg{background:#0d1117;color:#e6edf3}}',
  'text{fill:currentColor;font-size:13px}.title{font-size:16px;font-weight:600}.absent{opacity:.45}.scale{font-size:10px;opacity:.6}',
  '.grid{fill:none;stroke:currentColor;stroke-opacity:.25}',
].join('');

/**
 * A radar chart as self-contained SVG. An axis without any value is dimmed; a null does not break the polygon, it
 * counts as 0.
 */
export function radarSvg({ title, axes, series }: RadarPicture): string {
  const point = (at: number, value: number): string => {
    const angle = (2 * Math.PI * at) / axes.length - Math.PI / 2;
    return `${round(CENTRE.x + RADIUS * value * Math.cos(angle))},${round(CENTRE.y + RADIUS * value * Math.sin(angle))}`;
  };
  const ring = (values: readonly number[]): string =>
    values.map((value, at) => point(at, value)).join(' ');
  const absent = (at: number): boolean =>
    series.every(({ values }) => (values[at] ?? null) === null);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${escape(title)}">`,
    `<title>${escape(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<text class="title" x="${CENTRE.x}" y="30" text-anchor="middle">${escape(title)}</text>`,
    ...RINGS.map((value) => `<polygon class="grid" points="${ring(axes.map(() => value))}"/>`),
    ...RINGS.map(
      (value) =>
        `<text class="scale" x="${CENTRE.x + 4}" y="${round(CENTRE.y - RADIUS * value + 3)}">${value}</text>`,
    ),
    ...axes.map((_, at) => `<polyline class="grid" points="${point(at, 0)} ${point(at, 1)}"/>`),
    ...series.flatMap(({ name, values }, at) => {
      const colour = COLOURS[at % COLOURS.length] ?? '';
      const shown = values.map((value) => Math.min(1, Math.max(0, value ?? 0)));
      const dots = values.flatMap((value, axis) => {
        const [x, y] = point(axis, shown[axis] ?? 0).split(',');
        return value === null
          ? []
          : [
              `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"><title>${escape(`${axes[axis]}: ${name} ${value.toFixed(2)}`)}</title></circle>`,
            ];
      });
      return [
        `<polygon points="${ring(shown)}" fill="${colour}" fill-opacity="0.15" stroke="${colour}" stroke-width="2" stroke-linejoin="round"/>`,
        ...dots,
      ];
    }),
    ...axes.map((axis, at) => label(axis, at, axes.length, absent(at), series)),
    ...series.map(
      ({ name }, at) =>
        `<g transform="translate(20,${HEIGHT - 20 - 20 * (series.length - 1 - at)})"><rect width="12" height="12" y="-10" fill="${COLOURS[at % COLOURS.length]}"/><text x="18">${escape(name)}</text></g>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

function label(
  axis: string,
  at: number,
  count: number,
  absent: boolean,
  series: readonly RadarSeries[],
): string {
  const angle = (2 * Math.PI * at) / count - Math.PI / 2;
  const [x, y] = [
    CENTRE.x + (RADIUS + 16) * Math.cos(angle),
    CENTRE.y + (RADIUS + 16) * Math.sin(angle) + 4,
  ];
  const anchor = Math.abs(Math.cos(angle)) < 0.1 ? 'middle' : Math.cos(angle) > 0 ? 'start' : 'end';
  const figures = series.map(({ values }) => values[at]?.toFixed(2) ?? '–').join(' · ');
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${absent ? ' class="absent"' : ''}>${escape(axis)} ${absent ? 'absent' : figures}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Escapes text for XML; characters that XML does not allow are dropped. */
function escape(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '',
    )
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
