import { useSignal } from '@preact/signals';
import type { OutputOf } from '../../../operations/table.js';
import { attempt } from '../../state/attempt.js';
import { linkTo } from '../../state/route.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { Dialog } from '../../ui/dialog.js';
import { Icon } from '../../ui/icon.js';
import { Moment } from '../../ui/moment.js';

type Line = OutputOf<'log'>['changes'][number];

/** A change as it is read, with what takes it back. */
export function ChangeLine({ change }: { readonly change: Line }) {
  const asked = useSignal(false);
  const { verb, actor, at, reason, memories, memoryCount, reversal, state } = change;
  const links = change.links + change.removedLinks;
  const undo = (force: boolean): void => {
    asked.value = false;
    void attempt(() => call('undo', { hash: reversal, force }), { done: T.undone });
  };
  return (
    <article class="row apart top">
      <div class="stack tight grow">
        <div>
          <b>{T.journal.verbs[verb] ?? verb}</b>{' '}
          <span class="muted">
            {T.memories(memoryCount)}
            {links > 0 && `, ${T.journal.links(links)}`}
          </span>
        </div>
        {reason !== '' && <p class="text small">{reason}</p>}
        <div class="meta">
          <Moment at={at} clock />
          <bdi>{actor}</bdi>
          <span class="mono">#{change.sequence}</span>
          {memories.slice(0, 3).map((id) => (
            <a key={id} class="mono" href={linkTo('memory', { id })}>
              {id}
            </a>
          ))}
        </div>
      </div>
      {state === 'reversible' && may('write') ? (
        <button type="button" class="button small" onClick={() => (asked.value = true)}>
          <Icon name="undo" size={15} />
          {T.undo}
        </button>
      ) : (
        state !== 'reversible' && <span class="badge">{T.journal.states[state]}</span>
      )}
      {asked.value && (
        <Dialog
          title={T.journal.undoTitle}
          close={() => (asked.value = false)}
          submit={() => undo(false)}
          action={T.undo}
        >
          <p>{T.journal.undoLead}</p>
          <p class="hintbox">
            {T.journal.verbs[verb] ?? verb}: {T.memories(memoryCount)}
          </p>
          <button type="button" class="button plain small bad" onClick={() => undo(true)}>
            {T.journal.force}
          </button>
        </Dialog>
      )}
    </article>
  );
}
