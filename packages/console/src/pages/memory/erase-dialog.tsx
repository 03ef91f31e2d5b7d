import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OutputOf } from '@mneme/mneme/operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { call, held, type InputOf } from '../../state/server.js';
import { go, linkTo } from '../../state/route.js';
import { T } from '../../texts/index.js';
import { AnswerView, Problem } from '../../ui/answer-view.js';
import { Dialog } from '../../ui/dialog.js';
import { count } from '../../ui/figures.js';

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
