import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { draft } from '../../state/draft.js';
import { attempt } from '../../state/attempt.js';
import { route } from '../../state/route.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Card } from '../../ui/page.js';

/** Something to be remembered, in one's own words. */
export function TellForm() {
  const { bank } = route.value;
  const text = useMemo(() => draft(`tell:${bank}`), [bank]);
  const busy = useSignal(false);
  const tell = async (event: Event): Promise<void> => {
    event.preventDefault();
    const content = text.value.trim();
    if (content === '') return;
    busy.value = true;
    const receipt = await attempt(() => call('remember', { content }), {
      done: ({ outcome, notes }) =>
        [T.home.outcome[outcome], ...notes.map((note) => `${note}.`)].join(' '),
    });
    if (receipt !== null) text.value = '';
    busy.value = false;
  };
  return (
    <Card title={T.home.tell}>
      <form class="stack" onSubmit={(event) => void tell(event)}>
        <label class="field">
          <span class="visually-hidden">{T.home.tellLabel}</span>
          <textarea
            class="input"
            rows={2}
            dir="auto"
            placeholder={T.home.tellLabel}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <div>
          <button
            type="submit"
            class="button primary"
            disabled={busy.value || text.value.trim() === ''}
          >
            {T.home.remember}
          </button>
        </div>
      </form>
    </Card>
  );
}
