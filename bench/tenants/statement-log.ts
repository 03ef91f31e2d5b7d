import { BANK_TABLES } from '../../packages/postgres/src/migrations.js';

/** What one session has entered, and the statement of which the values come next. */
interface SessionState {
  entered: string | null;
  statement: string | null;
}

const TOUCHES = new RegExp(
  `\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+"?(?:${BANK_TABLES.join('|')})\\b`,
  'i',
);

/**
 * The server's own word, one session at a time: of every statement that touches a table of banks, whether it names a
 * bank, and whether that is the one the session has entered.
 */
export function readStatementLog(log: string): Readonly<Record<string, number>> {
  const sessions = new Map<string, SessionState>();
  const counts = {
    statements: 0,
    statements_named_bank: 0,
    statements_by_wall: 0,
    statements_beyond_bank: 0,
  };
  for (const record of records(log)) {
    const state = sessions.get(record.session) ?? { entered: null, statement: null };
    sessions.set(record.session, state);
    if (record.kind === 'LOG') {
      state.statement = /^(?:execute [^:]*|statement): ([\s\S]*)$/.exec(record.text)?.[1] ?? null;
      if (state.statement !== null && !state.statement.includes('$1')) judge(state, {}, counts);
    } else if (record.kind === 'DETAIL' && state.statement !== null) {
      const values = parameters(record.text);
      if (state.statement.includes("set_config('mneme.bank'")) state.entered = values['1'] ?? null;
      else judge(state, values, counts);
      state.statement = null;
    }
  }
  return counts;
}

function judge(
  { statement, entered }: SessionState,
  values: Readonly<Record<string, string>>,
  counts: Record<
    'statements' | 'statements_named_bank' | 'statements_by_wall' | 'statements_beyond_bank',
    number
  >,
): void {
  if (statement === null || /^\s*(?:CREATE|ALTER)\b/.test(statement) || !TOUCHES.test(statement))
    return;
  counts.statements++;
  const named = [
    ...[...statement.matchAll(/\bbank = \$(\d+)/g)].map(([, at = '']) => values[at]),
    ...[...statement.matchAll(/\bbank = (\d+)/g)].map(([, bank]) => bank),
  ];
  if (/\bINSERT INTO \w+ \(bank\b/.test(statement)) named.push(values['1']);
  if (named.some((bank) => bank !== entered)) counts.statements_beyond_bank++;
  else if (named.length > 0) counts.statements_named_bank++;
  else counts.statements_by_wall++;
}

interface LogRecord {
  readonly session: string;
  readonly kind: string;
  readonly text: string;
}

/** A record's further lines begin with a tab, whatever a value holds. */
function* records(log: string): Generator<LogRecord> {
  for (const [, session = '', kind = '', text = ''] of log.matchAll(
    /^(\d+) (\w+): {2}(.*(?:\n\t.*)*)/gm,
  ))
    yield { session, kind, text };
}

/** `$1 = '…'`, with a quote within a value doubled. */
function parameters(detail: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [, at = '', value = ''] of detail.matchAll(/\$(\d+) = '((?:[^']|'')*)'/g))
    values[at] ??= value;
  return values;
}
