import { linkTo } from '../../state/route.js';
import { Moment } from '../../ui/figures.js';
import { ValidityBadge } from '../../ui/memory-line.js';
import { Card } from '../../ui/page.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

type Plan = NonNullable<OutputOf<'goals'>['told']>['lines'][number];
type Line = Omit<Plan, 'state' | 'due'> & { readonly state?: Plan['state'] };

/** What people said on the matter of a page. */
export function Told({
  title,
  told,
}: {
  readonly title: string;
  readonly told: { readonly lines: readonly Line[] } | null;
}) {
  if (told === null || told.lines.length === 0) return null;
  return (
    <Card title={title} flush>
      <ul class="list">
        {told.lines.map(({ id, text, speaker, saidAt, validity, state }) => (
          <li key={id} class="stack tight">
            <a class="text quiet" href={linkTo('memory', { id })}>
              {text}
            </a>
            <div class="meta">
              {speaker !== null && <bdi>{speaker}</bdi>}
              <Moment at={saidAt} />
              {state && <span class="badge">{state}</span>}
              <ValidityBadge validity={validity} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
