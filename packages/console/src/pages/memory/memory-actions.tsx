import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { AnswerView, attempt, Problem, useAnswer } from '../../state/requests.js';
import { go, linkTo } from '../../state/route.js';
import { call, held, type InputOf, may } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { count } from '../../ui/figures.js';
import { Dialog, TextDialog } from '../../ui/forms.js';
import { Icon } from '../../ui/page.js';
import type { Memory } from '@mneme/core/domain/memory.js';
import type { OutputOf } from '@mneme/mneme/operations/table.js';

/** Previews an erasure, performs it when confirmed, shows the proof, and leaves the page of what was erased. */
export function EraseDialog({
  input,
  close,
}: {
  readonly input: Pick<InputOf<'erase'>, 'memories' | 'subject'>;
  readonly close: () => void;
}) {
  const look = useAnswer(() => call('erase', { ...input, yes: false }), [input], { still: true });
  const report = useSignal<OutputOf<'erase'> | null>(null);
  const error = useSignal<unknown>(null);
  const busy = useSignal(false);
  useEffect(() => {
    held.value = true;
    return () => {
      held.value = false;
    };
  }, []);
  const erase = async (): Promise<void> => {
    busy.value = true;
    error.value = null;
    try {
      report.value = await call('erase', { ...input, yes: true });
    } catch (reason) {
      error.value = reason;
    }
    busy.value = false;
  };
  const leave = (): void => {
    close();
    if (report.value !== null) go(linkTo(input.subject === undefined ? 'timeline' : 'people'));
  };
  const confirm =
    report.value === null
      ? { submit: () => void erase(), action: T.memory.eraseDo, tone: 'bad primary' as const }
      : {};
  return (
    <Dialog title={T.memory.erase} close={leave} busy={busy.value} {...confirm}>
      {report.value === null ? (
        <>
          <p>{T.memory.eraseLead}</p>
          <h3>{T.memory.eraseLook}</h3>
          <AnswerView of={look}>{(data) => <Reach report={data} />}</AnswerView>
          {error.value !== null && <Problem error={error.value} />}
        </>
      ) : (
        <Proof report={report.value} />
      )}
    </Dialog>
  );
}

function Reach({ report }: { readonly report: OutputOf<'erase'> }) {
  const { said, about, naming, derived } = report.memories;
  const parts = [
    [said, T.erase.said],
    [about, T.erase.about],
    [naming, T.erase.naming],
    [derived, T.erase.derived],
    [report.entities, T.erase.entities],
    [report.learned, T.erase.learned],
    [report.sealed, T.erase.sealed],
  ] as const;
  return (
    <ul class="stack tight">
      {parts
        .filter(([n]) => n > 0)
        .map(([n, words]) => (
          <li key={words(n)}>{words(n)}</li>
        ))}
      {report.names.length > 0 && (
        <li class="small muted text">
          {T.erase.names} {report.names.join(', ')}
        </li>
      )}
      {report.alike.length > 0 && (
        <li class="small muted text">
          {T.erase.alike} {report.alike.join(', ')}
        </li>
      )}
    </ul>
  );
}

function Proof({ report: { proof, remains, certificate } }: { readonly report: OutputOf<'erase'> }) {
  const clean = proof === null || proof.bytesFound === 0;
  return (
    <div class="stack">
      <p class={clean ? 'badge good' : 'badge bad'}>
        {clean ? T.memory.erased : T.memory.erasedLeft}
      </p>
      {proof !== null && (
        <p class="small muted">
          {T.erase.proof(count(proof.needles), count(proof.bytesSearched), count(proof.bytesFound))}
        </p>
      )}
      {remains.map((line) => (
        <p key={line} class="small text">
          {line}
        </p>
      ))}
      {certificate !== null && (
        <a
          class="small"
          download="erased.json"
          href={`data:application/json,${encodeURIComponent(certificate)}`}
        >
          {T.erase.certificate}
        </a>
      )}
    </div>
  );
}

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
