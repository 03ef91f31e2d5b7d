import type { OpenOptions } from '../index.js';

/** The flags that choose a memory, as every command has them. */
export interface OpenFlags {
  readonly file?: string;
  readonly bank?: string;
  readonly readOnly?: boolean;
}

export function openOptions({ file, bank, readOnly }: OpenFlags): Pick<OpenOptions, keyof OpenFlags> {
  return { ...(file === undefined ? {} : { file }), ...(bank === undefined ? {} : { bank }), ...(readOnly === undefined ? {} : { readOnly }) } as Pick<OpenOptions, keyof OpenFlags>;
}
