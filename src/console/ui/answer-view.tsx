import type { ComponentChildren } from 'preact';
import type { Asking } from '../state/answer.js';
import { T } from '../texts/index.js';
import { Problem } from './problem.js';

/** What was asked for, or that it is still coming, or why it did not. */
export function AnswerView<T>({
  of: { answer, again },
  children,
  quiet = false,
}: {
  readonly of: Asking<T>;
  readonly children: (data: T) => ComponentChildren;
  /** Nothing is shown while it comes. */
  readonly quiet?: boolean;
}) {
  const { data, error, waiting } = answer.value;
  if (error !== null)
    return (
      <>
        <Problem error={error} again={again} />
        {data !== null && children(data)}
      </>
    );
  if (data === null) return waiting && !quiet ? <Waiting /> : null;
  return <>{children(data)}</>;
}

/** That something is still coming. */
export function Waiting() {
  return (
    <div class="skeleton" role="status" aria-label={T.loading}>
      <i />
      <i />
      <i />
    </div>
  );
}
