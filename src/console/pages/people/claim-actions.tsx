import { useSignal } from '@preact/signals';
import { attempt, refused } from '../../state/attempt.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { RetireDialog, type Retirement } from '../memory/retire-dialog.js';
import { TextDialog } from '../memory/text-dialog.js';

/** What can be done with something that is held, by way of the memory that says so; each can be taken back. */
export function ClaimActions({ memory }: { readonly memory: string }) {
  const asked = useSignal<'edit' | Retirement | null>(null);
  const words = useSignal<string | null>(null);
  if (!may('write')) return null;
  const close = (): void => {
    asked.value = null;
  };
  // What is listed may be the beginning of a long text: all of it is put right.
  const ask = async (what: 'edit' | Retirement): Promise<void> => {
    if (what === 'edit') words.value = (await call('show', { id: memory })).memory.content;
    asked.value = what;
  };
  return (
    <span class="row claim-actions">
      {(['edit', 'over', 'wrong'] as const).map((what) => (
        <button
          key={what}
          type="button"
          class="button plain small"
          onClick={() => void ask(what).catch(refused)}
        >
          {T.thing.does[what]}
        </button>
      ))}
      {asked.value === 'edit' && words.value !== null && (
        <TextDialog
          place={`edit:${memory}`}
          title={T.memory.edit}
          lead={T.memory.editLead}
          label={T.memory.newWords}
          begin={words.value}
          action={T.save}
          close={close}
          submit={(content) =>
            attempt(() => call('update', { id: memory, content }), {
              done: T.memory.replaced,
            })
          }
        />
      )}
      {asked.value !== null && asked.value !== 'edit' && (
        <RetireDialog id={memory} why={asked.value} close={close} />
      )}
    </span>
  );
}
