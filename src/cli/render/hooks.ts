import { HOOK_FAULTS, type HookFailure } from '../../servers/hooks/hook-log.js';
import type { HooksChange } from '../../servers/hooks/install-hooks.js';
import { HOOK_EVENTS } from '../../servers/hooks/hook-event.js';
import { accent, bad, dim, good } from './style.js';

export interface HooksStatus {
  readonly file: string;
  readonly bank: string;
  /** For the user and for this folder: the file, and how many hooks of ours it has. */
  readonly settings: readonly { readonly path: string; readonly hooks: number }[];
  /** Whether the process that serves hooks runs. */
  readonly keeper: boolean;
  /** The newest first. */
  readonly failures: readonly HookFailure[];
  readonly log: string;
}

export function renderHooksChange({ path, action, before, after }: HooksChange): string {
  if (action === 'none') return `Claude Code (${path}): nothing to change.`;
  const lines = (sign: string, commands: readonly string[]): string[] =>
    [...new Set(commands)].map((command) => `${sign} ${command}`);
  return [
    `Claude Code, ${dim(path)}, in "hooks" at ${HOOK_EVENTS.join(', ')}:`,
    ...lines('-', before).map(bad),
    ...lines('+', after).map(accent),
  ].join('\n');
}

export function renderHooksStatus({
  file,
  bank,
  settings,
  keeper,
  failures,
  log,
}: HooksStatus): string {
  const places = settings.map(
    ({ path, hooks }) => `${hooks > 0 ? good(`${hooks} hooks`) : 'no hooks'} in ${path}`,
  );
  const failed = failures.map(
    ({ at, event, why, code }) =>
      `${new Date(at).toISOString().slice(0, 19)}Z ${event ?? '–'}: ${HOOK_FAULTS[why]}${code === null ? '' : ` (${code})`}`,
  );
  return [
    `Memory ${file}, bank ${bank}`,
    ...places,
    keeper
      ? good('The memory is kept open for them.')
      : 'The memory is not open; the next hook opens it.',
    ...(failed.length === 0
      ? ['No failure is noted.']
      : [bad('What went wrong last:'), ...failed.map((line) => `  ${line}`), dim(`  from ${log}`)]),
  ].join('\n');
}
