import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { type OpenFlags, openOptions, placeFlags } from './flags.js';
import { tell, type Terminal } from './process.js';
import { bad, bold, counted, dim, good } from '@mneme/core/format/style.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import {
  type FileEdit,
  type FilesOptions,
  type FilesReport,
  type Mneme,
  MnemeError,
  openMemory,
} from '@mneme/mneme/index.js';

interface FilesFlags extends OpenFlags, Pick<FilesOptions, 'preview' | 'removed' | 'instructions'> {
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** `mneme files`: the notes as a folder of markdown. */
export function addFilesCommand(program: Command, terminal: Terminal, signal: AbortSignal): void {
  const command = program
    .command('files')
    .argument('<folder>', 'the folder; it is made if it is not there')
    .summary('Keep a folder of markdown in step with the notes, both ways.')
    .description(
      'Writes a file a subject: what holds, with days and the turns it was read off, and below it what was before. What you change there is taken in, each edit a change that can be undone: another value replaces a note, other words correct it, a line that is removed is forgotten, a new line “- aspect: value” is a new note. Where both sides changed a note, both versions stay and `mneme conflicts` lists them. Your own lines, and files that say nothing of a subject, are left alone.',
    )
    .option('--watch', 'go on, whenever either side changes')
    .option('--preview', 'only tell what would be done')
    .addOption(
      new Option(
        '--removed <what>',
        'notes that are gone with their file, or more than a third at once: ask, forget or restore',
      )
        .choices(['ask', 'forget', 'restore'])
        .default('ask'),
    )
    .option(
      '--instructions <file>',
      'also keep standing wishes and rules in a block of this file: CLAUDE.md, AGENTS.md',
    )
    .option('--bank <name>', 'the bank')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ mneme files notes\n  $ mneme files notes --preview\n  $ mneme files notes --watch --instructions AGENTS.md\n',
    );
  placeFlags(command).action(async (folder: string) => {
    const flags = command.optsWithGlobals<FilesFlags>();
    const memory = await openMemory({ ...openOptions(flags), mustExist: true });
    try {
      const { preview, removed, instructions } = flags;
      const options = definedOnly({ preview, removed, instructions, signal });
      const show = (report: FilesReport): void =>
        tell(terminal, flags.json, report, () => renderFiles(report));
      const report = await memory.files.sync(folder, options);
      show(report);
      if (flags.watch === true && preview !== true)
        await watchFolder(folder, memory, { options, show, terminal, signal, report });
    } finally {
      await memory.close();
    }
  });
}

interface Watching {
  readonly options: FilesOptions;
  readonly show: (report: FilesReport) => void;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  readonly report: FilesReport;
}

const TICK_MS = 500;
/** Without events, which some file systems do not send, the folder is read so often. */
const READ_EVERY = 60;

/** Syncs whenever the folder or the bank has changed, until it is stopped. */
async function watchFolder(
  folder: string,
  memory: Mneme,
  { options, show, terminal, signal, report }: Watching,
): Promise<void> {
  if (terminal.interactive) terminal.out(dim(`Watching ${folder}; stop with Ctrl+C.`));
  let { sequence } = report;
  let told = '';
  let [changed, quiet] = [false, 0];
  const watcher = follow(folder, () => {
    changed = true;
    quiet = 0;
  });
  try {
    for (let tick = 1; ; tick++) {
      await wait(TICK_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      quiet += 1;
      const [newest] = (await memory.curation.log({ limit: 1 })).changes;
      const due = changed || (newest?.sequence ?? 0) !== sequence || tick % READ_EVERY === 0;
      // An editor saves in several steps, and git switches many files at once.
      if (!due || (changed && quiet < 2) || isGitAtWork(folder)) continue;
      changed = false;
      try {
        if (!existsSync(folder))
          throw new MnemeError('not_found', `${folder} is gone; nothing was forgotten.`, {
            hint: 'It is watched again as soon as it is back.',
          });
        const next = await memory.files.sync(folder, options);
        sequence = next.sequence;
        const news = JSON.stringify([next.held, next.left]);
        if (next.edits.length + next.written.length > 0 || news !== told) show(next);
        told = news;
      } catch (error) {
        if (!MnemeError.is(error) || error.code === 'interrupted') throw error;
        if (error.message !== told)
          terminal.out(bad(`${error.message} ${error.hint ?? ''}`.trim()));
        told = error.message;
      }
    }
  } finally {
    watcher?.close();
  }
}

/** Null where the system cannot watch; the folder is then read from time to time. */
function follow(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { recursive: true, persistent: false }, (_, name) => {
      if (name === null || !name.split(/[\\/]/).some((part) => part.startsWith('.'))) onChange();
    });
    return watcher.on('error', () => undefined);
  } catch {
    return null;
  }
}

/** Whether git is writing into the working tree of the folder. */
function isGitAtWork(folder: string): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const git = join(at, '.git');
    if (existsSync(git)) return existsSync(join(git, 'index.lock'));
    if (dirname(at) === at) return false;
  }
}

const DONE: Readonly<Record<FileEdit['what'], string>> = {
  add: 'new',
  correct: 'corrected',
  replace: 'replaced',
  conflict: 'changed on both sides; see `mneme conflicts`',
  forget: 'forgotten',
  action: 'done',
};

function renderFiles(report: FilesReport): string {
  const { folder, preview, subjects, notes, edits, written, held, left, instructions } = report;
  const head = preview ? bold('Would be done') : good('In step');
  const gone = held.reduce((sum, each) => sum + each.notes.length, 0);
  return [
    `${head}: ${bold(folder)}, ${counted(notes, 'note')} on ${counted(subjects, 'subject')}; ${counted(edits.length, 'edit')} taken in, ${counted(written.length, 'file')} written.`,
    ...edits.map(({ file, line, what, says, of, refused }) => {
      const where = line === 0 ? file : `${file}:${line}`;
      return refused === null
        ? `  ${where}  ${DONE[what]}: ${says === '' ? (of ?? '') : says}`
        : `  ${where}  ${bad('refused')}: ${refused}`;
    }),
    ...(instructions === null ? [] : [`  ${instructions}  standing instructions written`]),
    ...left.map(({ file, why }) => dim(`  ${file}  left as it is: ${why}`)),
    ...held.map(({ file, notes: ids, why }) =>
      bad(`  ${file}  ${counted(ids.length, 'note')} missing: ${why}`),
    ),
    ...(gone === 0
      ? []
      : [
          `Nothing of that was forgotten. To forget it: mneme files ${folder} --removed forget. To write it again: --removed restore.`,
        ]),
  ].join('\n');
}
