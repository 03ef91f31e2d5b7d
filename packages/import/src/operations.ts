import { z } from 'zod';
import { IMPORT_FORMATS } from '@mneme/core/domain/import-export.js';
import { Source } from '@mneme/core/domain/memory.js';
import { defineOperation } from '@mneme/core/operations/operation.js';
import { ImportReport } from './import-text.js';
import { renderImport } from './view.js';
import { definedOnly } from '@mneme/core/domain/well-formed.js';

export const importOperation = defineOperation({
  name: 'import',
  summary:
    'Take a file or a folder into memory: chats, mail, notes, tables, other memories’ exports, plain text.',
  description:
    'Running it again adds nothing; stopping it harms nothing. Of a folder each file is read as its name and content tell. A line that cannot be read stops it, unless --skip-bad is given.',
  input: z.strictObject({
    path: z.string().min(1).describe('The file or folder; - for standard input.'),
    format: z
      .enum(IMPORT_FORMATS)
      .optional()
      .describe('How to read it. Default: told from its name and first lines.'),
    from: z
      .enum(IMPORT_FORMATS)
      .optional()
      .describe('The memory or program it comes from: another word for format.'),
    skipBad: z.boolean().optional().describe('Go on after lines that cannot be read.'),
    origin: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('The name that provenance carries. Default: the file’s name.'),
    source: Source.optional().describe(
      'Who the entries come from, where they do not say it: user, agent, tool or web. Default: user.',
    ),
    settings: z
      .boolean()
      .optional()
      .describe(
        'Of a bank’s export, take its settings, too: how it is guarded, what it takes out, how it reflects.',
      ),
    sample: z
      .string()
      .optional()
      .describe('The one sample to read of a data set that holds several.'),
  }),
  output: ImportReport,
  positional: ['path'],
  pipes: 'path',
  reads: 'path',
  effect: 'write',
  forOperators: true,
  founds: true,
  idempotent: true,
  examples: [
    { command: 'mneme import chat.jsonl', shows: 'a progress bar and what became of the lines' },
    {
      command: 'mneme import ~/.claude/projects/-home-ravi-parcel/4f1c.jsonl',
      shows: 'a transcript taken in: what was said and done',
    },
    {
      command: 'mneme import - --origin old.jsonl',
      shows: 'what another program pipes in, taken in as it comes',
    },
    {
      command: 'mneme import ~/Documents/vault',
      shows: 'every note of a vault, and what was left out',
    },
    { command: 'mneme import notes.md --bank work', shows: 'a document taken into another bank' },
    {
      command: 'mneme import --from zep graph.json',
      shows: 'what another memory exported, taken in with its times',
    },
  ],
  served: { long: true, upload: true, files: ['path'], adminWith: 'settings' },
  verb: ['import', 'path'],
  asLines: renderImport,
  run: (
    memory,
    { path, from, format = from, skipBad, origin, source, settings, sample },
    { signal, onProgress, piped },
  ) =>
    memory.import(
      path === '-' && piped !== undefined ? { name: 'standard input', chunks: piped() } : path,
      {
        ...definedOnly({ format, skipBad, origin, source, settings, sample, signal }),
        ...(onProgress === undefined
          ? {}
          : { onProgress: ({ bytes, totalBytes }) => onProgress(bytes, totalBytes) }),
      },
    ),
});
