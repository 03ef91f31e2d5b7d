/**
 * Every way in which Mneme refuses or fails. Callers switch on `code`; the text is for people. The list is closed:
 * each front end maps every code to its own status by a `Record<ErrorCode, …>`.
 */
export const ERROR_CODES = [
  'invalid_input',
  'not_found',
  'malformed_import',
  'not_a_bank',
  'newer_version',
  'locked',
  'read_only',
  'disk_full',
  'corrupt',
  'conflict',
  'unavailable',
  'interrupted',
  'unauthorised',
  'denied',
  'rate_limited',
  'too_large',
  'closed',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

interface ErrorDetails {
  /** The input field at fault, as a path: `profile.limit`. */
  readonly field?: string;
  /** The value at fault, shortened for display. */
  readonly value?: unknown;
  /** What the caller can do about it. */
  readonly hint?: string;
  /**
   * The parts of message and hint that come from memories or callers: a front end for models puts marks around them.
   */
  readonly quoted?: readonly string[];
  readonly cause?: unknown;
}

const MARK = Symbol.for('mneme.error');

/** The one error class. Recognise it with {@link MnemeError.is}, which also holds across copies of the package. */
export class MnemeError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly value: unknown;
  readonly hint: string | undefined;
  /** The parts of message and hint that come from memories or callers. */
  readonly quoted: readonly string[];
  readonly [MARK] = true;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'MnemeError';
    this.code = code;
    this.field = details.field;
    this.value = shorten(details.value);
    this.hint = details.hint;
    this.quoted = details.quoted ?? [];
  }

  static is(error: unknown): error is MnemeError {
    return typeof error === 'object' && error !== null && MARK in error;
  }

  toJSON(): Record<string, unknown> {
    return {
      code: this.code,
      message: this.message,
      field: this.field,
      value: this.value,
      hint: this.hint,
    };
  }
}

/** The error for an id that no memory has. */
export const noMemory = (
  id: string,
  field: string,
  hint = 'List the ids with `mneme list`.',
): MnemeError =>
  new MnemeError('not_found', `There is no memory ${id}.`, { field, value: id, hint });

function shorten(value: unknown): unknown {
  return typeof value === 'string' && value.length > 80 ? `${value.slice(0, 77)}…` : value;
}

const NAMED = 5;

/** The notice a verb adds to its answer when part of the bank could not be read; none for an intact bank. */
export function damageNotice(unreadable: readonly string[]): string[] {
  if (unreadable.length === 0) return [];
  const more = unreadable.length - NAMED;
  return [
    `The file is damaged: ${unreadable.slice(0, NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}. \`mneme doctor\` names all of it, --rebuild mends it.`,
  ];
}

const MAX_TRIES = 100;

/**
 * Repeats `work`, which reads, decides and commits, until nobody committed in between. Only the store's own conflict
 * counts: one that names a field is a refusal. Throws what `work` throws, and after 100 tries `conflict`.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const overtaken = MnemeError.is(error) && error.code === 'conflict' && !error.field;
      if (!overtaken || attempt >= MAX_TRIES) throw error;
    }
  }
}
