import type { HooksStatus } from '../../servers/hooks/hook-status.js';
import type { HooksChange } from '../../servers/hooks/install-hooks.js';
import type { HookProof } from '../../servers/hooks/prove-hooks.js';
import { redactionsInWords } from '../../domain/privacy.js';
import { HOOK_EVENTS } from '../../servers/hooks/hook-event.js';
import { accent, bad, dim, good } from '../../format/style.js';

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
  problems,
  failures,
  redactions,
  logs,
}: HooksStatus): string {
  const places = settings.map(
    ({ path, hooks }) => `${hooks > 0 ? good(`${hooks} hooks`) : 'no hooks'} in ${path}`,
  );
  const failed = failures.map(
    ({ at, event, what, code, mend }) =>
      `${new Date(at).toISOString().slice(0, 19)}Z ${event ?? '–'}: ${what}${code === null ? '' : ` (${code})`}. ${dim(mend)}`,
  );
  const takenOut = redactions.map(
    ({ at, event, redacted, redactedAt }) =>
      `  ${new Date(at).toISOString().slice(0, 19)}Z ${event}: ${redactionsInWords(redacted)}, line ${redactedAt.map(({ line }) => line).join(', ')} of what was read then`,
  );
  return [
    `Memory ${file}, bank ${bank}`,
    ...places,
    keeper
      ? good('The memory is kept open for them.')
      : 'The memory is not open; the next hook opens it.',
    ...problems.map(({ what, mend }) => `${bad(what)} ${mend}`),
    ...(failed.length === 0
      ? ['No failure is noted.']
      : [
          bad('What went wrong last:'),
          ...failed.map((line) => `  ${line}`),
          ...logs.map((log) => dim(`  from ${log}`)),
        ]),
    ...(takenOut.length === 0 ? [] : ['Taken out of what sessions said:', ...takenOut]),
    dim('`mneme doctor --hooks` goes the whole way once.'),
  ].join('\n');
}

export function renderHookProof({ path, file, bank, steps, proven }: HookProof): string {
  const lines = steps.map(({ step, ok, told }) => {
    const [first = '', ...more] = told.split('\n');
    return [
      `  ${ok ? good(step) : bad(step)}: ${first}`,
      ...more.map((line) => `    ${line}`),
    ].join('\n');
  });
  return [
    `Hooks of ${dim(path)} on ${file}, bank ${bank}:`,
    ...lines,
    proven
      ? good('What a session says goes in and comes back.')
      : bad('The hooks do not work: see above.'),
  ].join('\n');
}
