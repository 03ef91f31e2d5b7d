import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { dark } from '../../state/theme.js';
import { T } from '../../texts/index.js';
import { count } from '../../ui/figures.js';
import { Empty } from '../../ui/page.js';
import { groupOf, type Group } from './colours.js';
import type { Direction, Drawn } from './draw.js';
import type { Drawing } from './drawing.js';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const ZOOMS: Readonly<Record<string, 'in' | 'out' | 'all'>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  '0': 'all',
};

/** The picture, drawn by what is loaded for it now. Where nothing can draw, the table below tells the same. */
export function GraphCanvas({
  drawing,
  place,
  pick,
}: {
  readonly drawing: Drawing;
  readonly place: number | null;
  readonly pick: (place: number | null) => void;
}) {
  const { box, drawn, failed } = useDrawn(drawing, pick);
  useEffect(() => drawn.current?.mark(place), [place]);
  const key = (event: KeyboardEvent): void => {
    const direction = DIRECTIONS[event.key];
    const zoom = ZOOMS[event.key];
    if (direction !== undefined) pick(drawn.current?.towards(direction, place) ?? place);
    else if (zoom !== undefined) drawn.current?.zoom(zoom);
    else if (event.key === 'Escape') pick(null);
    else return;
    event.preventDefault();
  };
  if (failed.value)
    return (
      <div class="card">
        <Empty title={T.graph.cannotDraw}>
          <p>{T.graph.cannotDrawHint}</p>
        </Empty>
      </div>
    );
  return (
    <div class="card flush graph-card">
      <div
        class="graph"
        tabIndex={0}
        role="application"
        aria-label={T.graph.picture}
        aria-describedby="graph-help"
        onKeyDown={key}
      >
        <div ref={box} class="graph-box" />
      </div>
      <div class="graph-foot">
        <Legend drawing={drawing} />
        <Zooms zoom={(by) => drawn.current?.zoom(by)} />
        <p class="small muted" id="graph-help">
          {T.graph.counts(
            count(drawing.nodes.length),
            drawing.total > drawing.nodes.length ? count(drawing.total) : null,
            count(drawing.from.length),
          )}{' '}
          {T.graph.keys}
        </p>
      </div>
    </div>
  );
}

/** What draws is loaded, and draws anew for another graph and other colours. */
function useDrawn(drawing: Drawing, pick: (place: number | null) => void) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const failed = useSignal(false);
  useEffect(() => {
    let gone = false;
    const begin = async (): Promise<void> => {
      try {
        const { draw } = await import('./draw.js');
        if (gone || box.current === null) return;
        drawn.current = draw(box.current, drawing, pick);
        box.current.dataset['drawn'] = String(drawing.nodes.length);
      } catch {
        failed.value = true;
      }
    };
    void begin();
    return () => {
      gone = true;
      drawn.current?.end();
      drawn.current = null;
    };
  }, [drawing, dark.value]);
  return { box, drawn, failed };
}

function Zooms({ zoom }: { readonly zoom: (by: 'in' | 'out' | 'all') => void }) {
  return (
    <span class="row">
      {(['in', 'out', 'all'] as const).map((by) => (
        <button
          key={by}
          type="button"
          class="button small"
          aria-label={T.graph.zooms[by]}
          title={T.graph.zooms[by]}
          onClick={() => zoom(by)}
        >
          {{ in: '+', out: '−', all: '⤢' }[by]}
        </button>
      ))}
    </span>
  );
}

/** Which colour is what, of those that are there. */
function Legend({ drawing: { nodes } }: { readonly drawing: Drawing }) {
  const groups = new Set<Group | 'past'>(
    nodes.map(({ kind, past }) => (past ? 'past' : groupOf(kind))),
  );
  return (
    <ul class="legend">
      {(Object.keys(T.graph.groups) as (Group | 'past')[])
        .filter((group) => groups.has(group))
        .map((group) => (
          <li key={group}>
            <i class={`graph-dot ${group}`} />
            {T.graph.groups[group]}
          </li>
        ))}
    </ul>
  );
}
