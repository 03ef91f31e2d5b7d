import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { OutputOf } from '../../../operations/table.js';
import { useAnswer } from '../../state/answer.js';
import { orEmpty } from '../../state/no-bank.js';
import { keep, route } from '../../state/route.js';
import { call, type InputOf } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { AnswerView } from '../../ui/answer-view.js';
import { Segmented, Tabs } from '../../ui/choice.js';
import { Card, Empty, Page } from '../../ui/page.js';
import { ChangeLine } from './change-line.js';
import { DiffPart } from './diff-part.js';

type Type = NonNullable<InputOf<'log'>['type']>;
type Line = OutputOf<'log'>['changes'][number];
const TYPES = Object.entries(T.journal.types) as readonly (readonly [Type, string])[];
const PARTS = [
  ['changes', T.journal.changes],
  ['diff', T.journal.diff],
] as const;
const PAGE = 40;

/** Who changed what, and what a stretch of time changed. */
export function JournalPage() {
  const part = route.value.params['part'] === 'diff' ? 'diff' : 'changes';
  return (
    <Page title={T.journal.title} lead={T.journal.lead}>
      <Tabs
        label={T.journal.title}
        options={PARTS}
        value={part}
        choose={(next) => keep({ part: next === 'changes' ? undefined : next })}
      />
      {part === 'diff' ? <DiffPart /> : <Changes />}
    </Page>
  );
}

function Changes() {
  const { params, bank } = route.value;
  const type = TYPES.find(([each]) => each === params['type'])?.[0] ?? 'all';
  const older = useSignal<readonly Line[]>([]);
  const next = useSignal<number | null>(null);
  const log = useAnswer(() => orEmpty(call('log', { type, limit: PAGE })), [type]);
  const first = log.answer.value.data;
  useEffect(() => {
    older.value = [];
    next.value = first?.next ?? null;
  }, [first, bank]);
  const more = async (): Promise<void> => {
    if (next.value === null) return;
    const page = await call('log', { type, limit: PAGE, before: next.value });
    older.value = [...older.value, ...page.changes];
    next.value = page.next;
  };
  return (
    <>
      <div class="scroll-x">
        <Segmented
          label={T.journal.which}
          options={TYPES}
          value={type}
          choose={(value) => keep({ type: value === 'all' ? undefined : value })}
        />
      </div>
      <Card flush>
        <AnswerView of={log}>
          {(data) =>
            (data?.changes.length ?? 0) === 0 ? (
              <Empty title={T.journal.none} />
            ) : (
              <ol class="list">
                {[...(data?.changes ?? []), ...older.value].map((change) => (
                  <li key={change.sequence}>
                    <ChangeLine change={change} />
                  </li>
                ))}
              </ol>
            )
          }
        </AnswerView>
      </Card>
      {next.value !== null && (
        <div>
          <button type="button" class="button" onClick={() => void more()}>
            {T.more}
          </button>
        </div>
      )}
    </>
  );
}
