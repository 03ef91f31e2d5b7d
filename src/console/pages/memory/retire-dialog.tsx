import { attempt } from '../../state/attempt.js';
import { call } from '../../state/server.js';
import { T } from '../../texts/index.js';
import { TextDialog } from './text-dialog.js';

/** Why somebody takes a memory back: for no reason that they name, since it was so and is no longer, or since it never was. */
export type Retirement = keyof typeof T.memory.retire;

/** Recall no longer finds it; the journal keeps it with the reason, and one click brings it back. */
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
