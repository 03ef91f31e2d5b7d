import { useSignal } from '@preact/signals';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { linkTo } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { percent } from '../../ui/figures.js';
import { Card } from '../../ui/page.js';

type Row = OutputOf<'explain'>['rows'][number];
const [SIZE, RADIUS, RINGS] = [320, 104, [0.25, 0.5, 0.75, 1]];

/** A radar of a memory's values in the twelve spaces; for a selected space, its neighbours there. */
export function Fingerprint({ id }: { readonly id: string }) {
  const space = useSignal<Row['space'] | null>(null);
  const explained = useAnswer(() => call('explain', { id }), [id]);
  return (
    <Card title={T.memory.fingerprint}>
      <AnswerView of={explained}>
        {({ rows, notices }) => (
          <div class="stack">
            <p class="small muted">{T.memory.fingerprintLead}</p>
            <Radar rows={rows} />
            <div class="row">
              {rows
                .filter(({ present }) => present)
                .map((row) => (
                  <button
                    key={row.space}
                    type="button"
                    class="button small"
                    aria-pressed={space.value === row.space}
                    title={row.serves ?? ''}
                    onClick={() => (space.value = row.space)}
                  >
                    {row.space.replaceAll('_', ' ')}
                  </button>
                ))}
            </div>
            {space.value !== null && <Near id={id} space={space.value} />}
            {notices.map((notice) => (
              <p key={notice} class="small muted">
                {notice}
              </p>
            ))}
          </div>
        )}
      </AnswerView>
    </Card>
  );
}

function Radar({ rows }: { readonly rows: readonly Row[] }) {
  const middle = SIZE / 2;
  const point = (at: number, share: number): string => {
    const angle = (at / rows.length) * 2 * Math.PI - Math.PI / 2;
    const x = middle + Math.cos(angle) * RADIUS * share;
    return `${x.toFixed(1)},${(middle + Math.sin(angle) * RADIUS * share).toFixed(1)}`;
  };
  const shareOf = ({ coherence, alignment }: Row): number => coherence ?? alignment ?? 0;
  const ring = (share: number): string => rows.map((_, at) => point(at, share)).join(' ');
  const words = rows.map((row) => `${row.space} ${percent(shareOf(row))}`).join(', ');
  return (
    <svg class="radar" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={words}>
      {RINGS.map((share) => (
        <polygon key={share} class="ring" points={ring(share)} />
      ))}
      <polygon class="shape" points={rows.map((row, at) => point(at, shareOf(row))).join(' ')} />
      {rows.map((row, at) => {
        const [x = 0, y = 0] = point(at, 1.16).split(',').map(Number);
        const anchor = Math.abs(x - middle) < 8 ? 'middle' : x < middle ? 'end' : 'start';
        return (
          <text key={row.space} x={x} y={y + 3} text-anchor={anchor}>
            {row.space.replaceAll('_', ' ')}
          </text>
        );
      })}
    </svg>
  );
}

function Near({ id, space }: { readonly id: string; readonly space: Row['space'] }) {
  const near = useAnswer(() => call('search_space', { space, memory: id, limit: 6 }), [id, space]);
  return (
    <AnswerView of={near}>
      {({ results }) => (
        <ul class="stack tight">
          {results.map(({ memory, score }) => (
            <li key={memory.id} class="row apart top">
              <a class="text quiet grow" href={linkTo('memory', { id: memory.id })}>
                {memory.content.slice(0, 160)}
              </a>
              <span class="number muted">{score.toFixed(2)}</span>
            </li>
          ))}
        </ul>
      )}
    </AnswerView>
  );
}
