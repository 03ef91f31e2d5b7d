import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { attempt } from '../../state/attempt.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { MemoryLine } from '../../ui/memory-line.js';
import { Card } from '../../ui/page.js';

/** What was said of something lately; those that say the same can be made one. */
export function RecentWithMerge({ about }: { readonly about: OutputOf<'about'> }) {
  const chosen = useSignal<readonly string[] | null>(null);
  const toggle = (id: string): void => {
    const now = chosen.value ?? [];
    chosen.value = now.includes(id) ? now.filter((each) => each !== id) : [...now, id];
  };
  const merge = async (): Promise<void> => {
    const ids = [...(chosen.value ?? [])];
    if ((await attempt(() => call('merge', { ids }), { done: T.thing.merged })) !== null)
      chosen.value = null;
  };
  if (about.recent.length === 0) return null;
  const aside = may('write') && (
    <button
      type="button"
      class="button small"
      aria-pressed={chosen.value !== null}
      onClick={() => (chosen.value = chosen.value === null ? [] : null)}
    >
      {T.thing.choose}
    </button>
  );
  return (
    <Card title={T.thing.recent} aside={aside} flush>
      {chosen.value !== null && (
        <div class="padded row apart">
          <span class="small muted">{T.thing.mergeLead}</span>
          <button
            type="button"
            class="button primary small"
            disabled={chosen.value.length < 2}
            onClick={() => void merge()}
          >
            {T.thing.merge}
          </button>
        </div>
      )}
      <ul class="list">
        {about.recent.map((memory) => (
          <li key={memory.id} class={chosen.value === null ? '' : 'choosing'}>
            {chosen.value !== null && (
              <input
                type="checkbox"
                aria-label={memory.content.slice(0, 80)}
                checked={chosen.value.includes(memory.id)}
                onChange={() => toggle(memory.id)}
              />
            )}
            <MemoryLine memory={memory} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
