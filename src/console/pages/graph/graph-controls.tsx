import { useSignal } from '@preact/signals';
import { keep } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { Segmented } from '../../ui/choice.js';
import { Select, Words } from '../../ui/fields.js';
import { FAMILIES, LIMITS, VIEWS, type AskedView } from './views.js';

const MAX_NAME = 500;

/** What is drawn: all of it, around somebody, the way between two, where a memory comes from, what leads to what. */
export function GraphControls({ asked }: { readonly asked: AskedView }) {
  const of = useSignal(asked.of);
  const to = useSignal(asked.to);
  const { view } = asked;
  const look = (event: Event): void => {
    event.preventDefault();
    keep({ view, of: of.value.trim(), ...(view === 'path' ? { to: to.value.trim() } : {}) });
  };
  return (
    <form class="card stack" onSubmit={look}>
      <Segmented
        label={T.graph.view}
        options={VIEWS}
        value={view}
        choose={(next) => keep({ view: next })}
      />
      <div class="option-grid">
        {view !== 'all' && (
          <Words
            label={T.graph.of[view]}
            limit={MAX_NAME}
            placeholder={view === 'lineage' ? T.graph.lineageHint : T.graph.ofHint}
            value={of.value}
            change={(value) => (of.value = value)}
          />
        )}
        {view === 'path' && (
          <Words
            label={T.graph.to}
            limit={MAX_NAME}
            placeholder={T.graph.toHint}
            value={to.value}
            change={(value) => (to.value = value)}
          />
        )}
        <Choices asked={asked} />
        {view !== 'all' && (
          <button type="submit" class="button primary fit">
            {T.graph.look}
          </button>
        )}
      </div>
    </form>
  );
}

/** What else can be said of a view. */
function Choices({ asked: { view, family, hops, memories, limit } }: { asked: AskedView }) {
  return (
    <>
      {(view === 'all' || view === 'around') && (
        <Select
          label={T.graph.family}
          value={family ?? ''}
          options={[['', T.graph.anyFamily], ...FAMILIES]}
          choose={(value) => keep({ family: value })}
        />
      )}
      {view === 'path' && (
        <Select
          label={T.graph.family}
          value={family ?? ''}
          options={[
            ['', T.graph.anyFamily],
            ...FAMILIES.filter(([each]) => each === 'causal' || each === 'semantic'),
          ]}
          choose={(value) => keep({ family: value })}
        />
      )}
      {view === 'around' && (
        <Select
          label={T.graph.hops}
          value={String(hops)}
          options={[1, 2, 3].map((each) => [String(each), T.graph.links(each)] as const)}
          choose={(value) => keep({ hops: value })}
        />
      )}
      {view === 'all' && (
        <Select
          label={T.graph.limit}
          value={String(limit)}
          options={LIMITS.map((each) => [String(each), each.toLocaleString('en')] as const)}
          choose={(value) => keep({ limit: value })}
        />
      )}
      {view === 'all' && (
        <label class="check">
          <input
            type="checkbox"
            checked={memories}
            onChange={(event) => keep({ memories: event.currentTarget.checked ? undefined : '0' })}
          />
          {T.graph.memories}
        </label>
      )}
    </>
  );
}
