import { type Command, Option } from 'commander';
import { type OpenFlags, openOptions, placeFlags } from './flags.js';
import { tell, type Terminal } from './process.js';
import { syncFolder } from './watch-folder.js';
import { bad, bold, counted, dim, good } from '@mneme/core/format/style.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';
import {
  type FileEdit,
  type FilesOptions,
  type FilesReport,
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
      await syncFolder(
        folder,
        memory,
        {
          sync: () => memory.files.sync(folder, options),
          show: (report) => tell(terminal, flags.json, report, () => renderFiles(report)),
          didAny: ({ edits, written }) => edits.length + written.length > 0,
          waiting: ({ held, left }) => [held, left],
        },
        { terminal, signal, watch: flags.watch === true && preview !== true },
      );
    } finally {
      await memory.close();
    }
  });
}

const DONE: Readonly<Record<FileEdit['what'], string>> = {
  add: 'new',
  correct: 'corrected',
  replace: 'replaced',
  conflict: 'changed on both sides; see `mneme conflicts`',
  forget: 'forgotten',
  action: 'done',
};

const MOST_TOLD = 20;

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
    ...held
      .slice(0, MOST_TOLD)
      .map(({ file, notes: ids, why }) =>
        bad(`  ${file}  ${counted(ids.length, 'note')} missing: ${why}`),
      ),
    ...(held.length > MOST_TOLD ? [`  and ${held.length - MOST_TOLD} files more`] : []),
    ...(gone === 0
      ? []
      : [
          `Nothing of that was forgotten. To forget it: mneme files ${folder} --removed forget. To write it again: --removed restore.`,
        ]),
  ].join('\n');
}
