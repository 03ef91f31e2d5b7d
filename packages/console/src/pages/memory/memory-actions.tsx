import { useSignal } from '@preact/signals';
import { EraseDialog } from './erase-dialog.js';
import { attempt } from '../../state/attempt.js';
import { call, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { TextDialog } from '../../ui/dialog.js';
import { Icon } from '../../ui/icon.js';
import type { Memory } from '@mneme/core/domain/memory.js';

/** Why a memory is retracted: no reason given, no longer true, or never true. */
export type Retirement = keyof typeof T.memory.retire;

/** Retracts a memory: recall no longer finds it, the journal keeps it with the reason, and undo restores it. */
export function RetireDialog({
  id,
  why,
  close,
}: {
  readonly id: string;
  readonly why: Retirement;
  readonly close: () => void;
}) {
  const { title, lead, reason, action, done } = T.memory.retire[why];
  return (
    <TextDialog
      place={`${why}:${id}`}
      title={title}
      lead={lead}
      label={T.memory.reason}
      begin={reason}
      action={action}
      optional
      close={close}
      submit={(words) =>
        attempt(() => call('forget', { ids: [id], ...(words === '' ? {} : { reason: words }) }), {
          done,
        })
      }
    />
  );
}

type Asked = 'edit' | 'note' | 'forget' | 'wrong' | 'erase' | null;

/** The actions on a memory; all but erasure can be undone. */
export function MemoryActions({ memory }: { readonly memory: Memory }) {
  const asked = useSignal<Asked>(null);
  const { id, retractedAt } = memory;
  if (!may('write')) return <p class="small muted">{T.shell.readOnly}</p>;
  const close = (): void => {
    asked.value = null;
  };
  const ask = (what: Asked) => (): void => {
    asked.value = what;
  };
  return (
    <>
      <div class="row">
        {retractedAt === null ? (
          <>
            <button type="button" class="button" onClick={ask('edit')}>
              <Icon name="edit" size={16} />
              {T.memory.edit}
            </button>
            <button type="button" class="button" onClick={ask('note')}>
              {T.memory.note}
            </button>
            <button type="button" class="button" onClick={ask('wrong')}>
              {T.memory.retire.wrong.title}
            </button>
            <button type="button" class="button" onClick={ask('forget')}>
              <Icon name="forget" size={16} />
              {T.memory.forget}
            </button>
          </>
        ) : (
          <button
            type="button"
            class="button primary"
            onClick={() =>
              void attempt(() => call('undo', { ids: [id] }), { done: T.memory.restored })
            }
          >
            {T.memory.restore}
          </button>
        )}
        {may('admin') && (
          <button type="button" class="button plain bad" onClick={ask('erase')}>
            {T.memory.erase}
          </button>
        )}
      </div>
      <AskedDialog asked={asked.value} memory={memory} close={close} />
    </>
  );
}

/** Puts a memory's text right. */
export function EditDialog({
  id,
  content,
  close,
}: {
  readonly id: string;
  readonly content: string;
  readonly close: () => void;
}) {
  return (
    <TextDialog
      place={`edit:${id}`}
      title={T.memory.edit}
      lead={T.memory.editLead}
      label={T.memory.newWords}
      begin={content}
      action={T.save}
      close={close}
      submit={(text) =>
        attempt(() => call('update', { id, content: text }), { done: T.memory.replaced })
      }
    />
  );
}

/** The dialog of an action. */
function AskedDialog({
  asked,
  memory: { id, content },
  close,
}: {
  readonly asked: Asked;
  readonly memory: Memory;
  readonly close: () => void;
}) {
  return (
    <>
      {asked === 'edit' && (
        <EditDialog id={id} content={content} close={close} />
      )}
      {asked === 'note' && (
        <TextDialog
          place={`note:${id}`}
          title={T.memory.note}
          label={T.memory.noteLabel}
          action={T.save}
          close={close}
          submit={(note) =>
            attempt(() => call('update', { id, remark: note }), { done: T.memory.noteDone })
          }
        />
      )}
      {(asked === 'forget' || asked === 'wrong') && (
        <RetireDialog id={id} why={asked} close={close} />
      )}
      {asked === 'erase' && <EraseDialog input={{ memories: [id] }} close={close} />}
    </>
  );
}
