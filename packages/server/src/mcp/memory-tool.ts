import { z } from 'zod';
import { OwnText } from '@mneme/core/domain/schema.js';
import type { MemoryToolCall } from '@mneme/core/modules/files/memory-tool.js';
import { defineOperation } from '@mneme/core/operations/operation.js';
import { type McpTool, view } from './tool.js';

const Path = z.string().optional();

/** All fields of all commands, as a tool of the protocol takes one object; which go together is checked by the call. */
const Call = z.strictObject({
  command: z.enum(['view', 'create', 'str_replace', 'insert', 'delete', 'rename']),
  path: Path.describe('A file or folder, below /memories. For all commands but rename.'),
  view_range: z.array(z.int()).length(2).optional().describe('With view: first and last line.'),
  file_text: z.string().optional().describe('With create.'),
  old_str: z.string().optional().describe('With str_replace: a passage that is there once.'),
  new_str: z.string().optional().describe('With str_replace.'),
  insert_line: z.int().optional().describe('With insert: the line after which, 0 for the top.'),
  insert_text: z.string().optional().describe('With insert.'),
  old_path: Path.describe('With rename.'),
  new_path: Path.describe('With rename.'),
});

/** Anthropic's memory tool over a folder that is kept in step with the notes (docs/decisions/0333). */
export function memoryTool(folder: string): McpTool {
  const operation = defineOperation({
    name: 'memory',
    summary: 'Read and edit what is known as files below /memories, one a subject.',
    description:
      'A note is a line “- **aspect**: value”, its sentence below; a new file begins with “---”, “about: whom”, “---”. View /memories before a task. What you write is remembered, what you delete is forgotten; both can be undone.',
    input: Call,
    output: z.strictObject({ told: OwnText, content: z.string() }),
    positional: [],
    effect: 'retract',
    idempotent: false,
    examples: [],
    run: async (memory, call) => {
      const answer = await memory.files.tool(folder, call as MemoryToolCall);
      const end = answer.indexOf('\n');
      return end < 0
        ? { told: answer, content: '' }
        : { told: answer.slice(0, end), content: answer.slice(end + 1) };
    },
  });
  return view(operation, {
    name: operation.name,
    input: Call,
    asText: ({ told, content }) => (content === '' ? told : `${told}\n${content}`),
  });
}
