import uPlot from 'uplot';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import { colourReader } from '../graph/drawing.js';
import { T } from '../../texts/index.js';

type Bins = NonNullable<OutputOf<'forecasts'>['scores']>[number]['bins'];
const HEIGHT = 260;

/**
 * Draws predicted against observed frequencies, with the diagonal of perfect calibration. Returns a function that
 * removes it.
 */
export function drawCalibration(box: HTMLElement, bins: Bins): () => void {
  const style = getComputedStyle(box);
  const colour = colourReader(box);
  const font = `12px ${style.fontFamily}`;
  const axis = (label: string): uPlot.Axis => ({
    label,
    font,
    labelFont: font,
    stroke: colour('muted'),
    grid: { stroke: colour('line'), width: 1 },
    ticks: { stroke: colour('line'), width: 1 },
    values: (_, values) => values.map((value) => `${Math.round(value * 100)} %`),
  });
  const points = bins.map(({ told, came }) => ({ told, came }));
  const edges = [0, ...points.map(({ told }) => told), 1];
  const plot = new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [0, 1] }, y: { range: [0, 1] } },
      axes: [axis(T.plans.forecasts.told_), axis(T.plans.forecasts.came_)],
      series: [
        {},
        { stroke: colour('line-strong'), dash: [5, 5], points: { show: false } },
        {
          stroke: colour('accent'),
          width: 2,
          points: { show: true, size: 9, fill: colour('accent'), stroke: colour('surface') },
          spanGaps: true,
        },
      ],
    },
    [edges, edges, [null, ...points.map(({ came }) => came), null]],
    box,
  );
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: box.clientWidth, height: HEIGHT });
  });
  observer.observe(box);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}
