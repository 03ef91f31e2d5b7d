import type { Linter } from 'eslint';

/** What each folder (or root file) of src/ may import besides itself. */
export declare const FLOORS: Readonly<Record<string, readonly string[]>>;

/** Why an import is forbidden, or undefined when it is allowed; `file` is relative to the root, with forward slashes. */
export declare function forbiddenImport(file: string, specifier: string): string | undefined;

export declare const floorsConfig: Linter.Config;
