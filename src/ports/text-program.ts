/**
 * A command on this machine that gets a text and answers with one. Errors: `unavailable` when there is no such
 * program, when it fails, answers nothing, too much or too late; `interrupted`.
 */
export interface TextProgram {
  /** What names it: `program claude`. */
  readonly id: string;
  ask(text: string, signal?: AbortSignal): Promise<string>;
}
