import type { Bin } from './calibration-metrics.js';

const SIDE = 360;
const EDGE = 48;

/** A reliability diagram: what was said against what was, a dot a bin, its area by how many results it has. */
export function drawReliability(bins: readonly Bin[], total: number): string {
  const x = (share: number): string => (EDGE + share * SIDE).toFixed(1);
  const y = (share: number): string => (EDGE + (1 - share) * SIDE).toFixed(1);
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((at) => [
    `<line x1="${x(at)}" y1="${y(0)}" x2="${x(at)}" y2="${y(1)}" stroke="#ddd"/><line x1="${x(0)}" y1="${y(at)}" x2="${x(1)}" y2="${y(at)}" stroke="#ddd"/>`,
    `<text x="${x(at)}" y="${EDGE + SIDE + 18}" text-anchor="middle">${at}</text><text x="${EDGE - 8}" y="${y(at)}" dy="4" text-anchor="end">${at}</text>`,
  ]);
  const dots = bins.map(
    ({ said, was, count }) =>
      `<circle cx="${x(said)}" cy="${y(was)}" r="${(3 + 20 * Math.sqrt(count / total)).toFixed(1)}" fill="#2563eb" fill-opacity="0.55"><title>said ${said.toFixed(3)}, was ${was.toFixed(3)}, ${count} results</title></circle>`,
  );
  const line = bins.map(({ said, was }) => `${x(said)},${y(was)}`).join(' ');
  const whole = SIDE + 2 * EDGE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" font-family="sans-serif" font-size="12">`,
    `<rect width="${whole}" height="${whole}" fill="white"/>`,
    ...ticks,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#888" stroke-dasharray="4"/>`,
    `<polyline points="${line}" fill="none" stroke="#2563eb"/>`,
    ...dots,
    `<text x="${whole / 2}" y="${whole - 8}" text-anchor="middle">probability said</text>`,
    `<text transform="translate(14 ${whole / 2}) rotate(-90)" text-anchor="middle">share that was evidence</text>`,
    `<text x="${whole / 2}" y="24" text-anchor="middle">${total} results</text>`,
    '</svg>',
    '',
  ].join('\n');
}
