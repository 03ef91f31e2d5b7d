import { dismiss, notices } from '../state/notices.js';
import { T } from '../texts/index.js';

/** What was just done, with its undo, in a corner. */
export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, tone, undo }) => (
        <div key={id} class={`notice fade-in ${tone}`}>
          <span class="grow text">{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              class="button small"
              aria-label={T.undoOf(text)}
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {T.undo}
            </button>
          )}
          <button
            type="button"
            class="button small plain"
            aria-label={T.dismiss}
            onClick={() => dismiss(id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
