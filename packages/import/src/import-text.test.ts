import { describe, expect, it } from 'vitest';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { READER_NAMES } from '@mneme/core/domain/import-export.js';
import { chooseReader, READERS, readerNamed } from './import-text.js';

describe('chooseReader', () => {
  it.each([
    ['a/Chat.JSONL', '', 'chat-jsonl'],
    ['broken.jsonl', '{content: 1}', 'chat-jsonl'],
    ['notes.md', '{"content": 1}', 'markdown'],
    ['notes.txt', '# A\n# B', 'text'],
    ['data.json', '[{"qa": [{"question": "a", "evidence": []', 'locomo'],
    ['data.json', '{"conversation": {"speaker_a": "Ada"', 'locomo'],
    ['data.json', '\uFEFF[\n{"question_id": "q", "question_type": "x"', 'longmemeval'],
    ['data.json', '{"content": "a"}\n{"content": "b"}\n', 'chat-jsonl'],
    ['export', '{"role": "user", "content": "a"}\n', 'chat-jsonl'],
    ['README', '# A\n\nText.\n\n## B\n', 'markdown'],
    ['README', 'Just words.', 'text'],
    ['', '', 'text'],
  ])('%s starting with %j is %s', (path, head, name) => {
    expect(chooseReader(path, head).name).toBe(name);
  });
});

describe('readerNamed', () => {
  it('finds each of them', () => {
    expect(READERS.map(({ name }) => name)).toEqual(READER_NAMES);
    for (const name of READER_NAMES) expect(readerNamed(name).name).toBe(name);
  });

  it('names those there are when there is none of the name', () => {
    const error: unknown = (() => {
      try {
        return readerNamed('xlsx');
      } catch (caught) {
        return caught;
      }
    })();
    expect(MnemeError.is(error) && [error.code, error.field, error.hint]).toEqual([
      'invalid_input',
      'format',
      `Choose one of ${READER_NAMES.join(', ')}.`,
    ]);
  });
});
