import { existsSync } from 'node:fs';
import { readConfig } from '../config/config.js';
import { MnemeError, type OpenOptions } from '../index.js';

/** The flags that choose a memory, as every command has them. */
export interface OpenFlags {
  readonly file?: string;
  readonly bank?: string;
  readonly readOnly?: boolean;
}

export function openOptions({ file, bank, readOnly }: OpenFlags): Pick<OpenOptions, keyof OpenFlags> {
  return { ...(file === undefined ? {} : { file }), ...(bank === undefined ? {} : { bank }), ...(readOnly === undefined ? {} : { readOnly }) } as Pick<OpenOptions, keyof OpenFlags>;
}

/** A mistyped path must not found a memory and back up nothing. */
export function assertThere(flags: OpenFlags): void {
  const { file } = readConfig(openOptions(flags));
  if (!existsSync(file)) throw new MnemeError('not_found', `There is no memory at ${file}.`, { field: 'file', value: file, hint: 'Name it with --file.' });
}
