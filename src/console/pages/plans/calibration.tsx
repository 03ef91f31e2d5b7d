import { useEffect, useRef } from 'preact/hooks';
import type { OutputOf } from '../../../operations/table.js';
import { dark } from '../../state/theme.js';
import { T } from '../../texts/index.js';
import { percent } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';

type Scores = NonNullable<OutputOf<'forecasts'>['scores']>;

const figure = (value: number | null): string => (value === null ? '' : value.toFixed(2));

/** How good the chances were that were told: as a picture, and in figures by field. */
export function Calibration({ domains }: { readonly domains: Scores }) {
  const [all] = domains;
  if (all === undefined || all.settled === 0) return null;
  return (
    <div class="columns">
      <Card title={T.plans.forecasts.calibration}>
        <Plot bins={all.bins} />
        <p class="small muted">{T.plans.forecasts.calibrationLead}</p>
      </Card>
      <Card title={T.plans.forecasts.scores} flush>
        <div class="scroll-x" tabIndex={0} role="group" aria-label={T.plans.forecasts.scores}>
          <ScoreTable domains={domains} />
        </div>
      </Card>
    </div>
  );
}

/** Drawn by what is loaded for it now; its words say the same. */
function Plot({ bins }: { readonly bins: Scores[number]['bins'] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end: (() => void) | null = null;
    let gone = false;
    void import('./draw-calibration.js').then(({ drawCalibration }) => {
      if (!gone && box.current !== null) end = drawCalibration(box.current, bins);
    });
    return () => {
      gone = true;
      end?.();
    };
  }, [bins, dark.value]);
  const words = bins
    .map(({ told, came, count }) => T.plans.forecasts.bin(percent(told), percent(came), count))
    .join('; ');
  return <div ref={box} class="calibration" role="img" aria-label={words} />;
}

function ScoreTable({ domains }: { readonly domains: Scores }) {
  const { columns } = T.plans.forecasts;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{columns.field}</th>
          <th scope="col">{columns.settled}</th>
          <th scope="col">{columns.brier}</th>
          <th scope="col">{columns.skill}</th>
          <th scope="col">{columns.error}</th>
        </tr>
      </thead>
      <tbody>
        {domains.map(({ domain, settled, open, due, brier, skill, calibrationError }) => (
          <tr key={domain}>
            <th scope="row">
              <bdi>{domain}</bdi>
            </th>
            <td class="number">{T.plans.forecasts.of(settled, settled + open + due)}</td>
            <td class="number">{figure(brier)}</td>
            <td class="number">{figure(skill)}</td>
            <td class="number">{figure(calibrationError)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
