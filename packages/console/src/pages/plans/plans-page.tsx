import { keep, route } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Tabs } from '../../ui/fields.js';
import { Page } from '../../ui/page.js';
import { ForecastsPart } from './forecasts.js';
import { GoalsPart } from './goals.js';
import { StrategiesPart } from './strategies.js';

const PARTS = { goals: GoalsPart, forecasts: ForecastsPart, strategies: StrategiesPart } as const;
type Part = keyof typeof PARTS;
const OPTIONS = Object.entries(T.plans.parts) as readonly (readonly [Part, string])[];

/** Goals, forecasts and strategies, each with its evidence. */
export function PlansPage() {
  const part = OPTIONS.find(([each]) => each === route.value.params['part'])?.[0] ?? 'goals';
  const View = PARTS[part];
  return (
    <Page title={T.plans.title} lead={T.plans.lead}>
      <Tabs
        label={T.plans.title}
        options={OPTIONS}
        value={part}
        choose={(next) => keep({ part: next === 'goals' ? undefined : next })}
      />
      <View />
    </Page>
  );
}
