import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../../test/support/open-test-memory.js';
import type { Mneme } from '@mneme/mneme/index.js';
import { readManifest } from './manifest-format.js';

type Fault = { readonly code: string; readonly message: string; readonly field?: string };
const refused = (work: Promise<unknown>): Promise<Fault> =>
  work.then(
    () => Promise.reject(new Error('nothing was refused')),
    (error: Fault) => error,
  );
const lastVerb = async (memory: Mneme) =>
  (await memory.curation.log({ limit: 1 })).changes[0]?.verb;

async function scene() {
  const { memory, clock } = await openTestMemory();
  const { receipts } = await memory.rememberAll([
    'The ferry to Almada leaves from pier 4.',
    'From pier 4 the ferry to Almada leaves.',
    'Marmalade is a greyhound.',
    'The office is in Rua Nova.',
    'The pool size in staging is 20.',
    'The pool size in staging is 40.',
  ]);
  const [ferry = '', pier = '', dog = '', office = '', twenty = '', forty = ''] = receipts.map(
    ({ id }) => id,
  );
  const [conflict] = (await memory.validity.conflicts()).conflicts;
  const { markdown } = await memory.curation.manifest();
  /** The written file with lines added below its headings. */
  const edited = (actions: readonly string[], notes: readonly string[] = []) =>
    `${markdown.replace('## Pending Actions\n', `## Pending Actions\n${actions.join('\n')}\n`)}\n${notes.join('\n')}\n`;
  return {
    memory,
    clock,
    ferry,
    pier,
    dog,
    office,
    twenty,
    forty,
    conflict: conflict!.id,
    markdown,
    edited,
  };
}

describe('a manifest', () => {
  it('tells what the bank holds and what is in conflict, and as it was written asks for nothing', async () => {
    const { memory, ferry, conflict, markdown } = await scene();
    expect(markdown).toContain('<!-- mneme manifest: bank=test change=1 -->');
    expect(markdown).toContain(
      `- ${ferry} The ferry to Almada leaves from pier 4. (fact, 2025-02-03, sure 0.90, matters `,
    );
    expect(markdown).toContain(`- ${conflict} older `);
    expect(readManifest(markdown)).toEqual({
      head: { bank: 'test', sequence: 1 },
      lines: [],
      bad: [],
    });
    expect(await memory.curation.manifest({ text: markdown })).toMatchObject({
      applied: false,
      actions: [],
      reversal: null,
    });
    expect((await memory.curation.manifest({ match: 'greyhound' })).memories).toBe(1);
  });

  it('is applied in one change, which one hash undoes', async () => {
    const { memory, ferry, pier, dog, office, twenty, forty, conflict, edited } = await scene();
    const before = (await memory.list({ limit: 50 })).memories;
    const text = edited(
      [
        `[MERGE concatenate: ${ferry}, ${pier}] The ferry`,
        `- [FORGET obsolete: ${office}] we moved`,
        `[PIN: ${dog}]`,
        `[RESOLVE newer: ${conflict}] Rui raised it`,
      ],
      [`[NOTE: ${dog}] She is four.`, `[NOTE: ${dog}] And grey.`],
    );
    const preview = await memory.curation.manifest({ text, preview: true });
    expect(preview).toMatchObject({ applied: false, bad: [], reversal: null });
    expect(await lastVerb(memory)).toBe('remember');
    const report = await memory.curation.manifest({ text });
    expect(report).toMatchObject({ applied: true, sequence: 2, bad: [] });
    expect(
      report.actions.map(({ verb, memories, conflict: of }) => [
        verb,
        memories.map(({ id }) => id),
        of,
      ]),
    ).toEqual([
      ['merge', [ferry, pier], null],
      ['forget', [office], null],
      ['pin', [dog], null],
      ['resolve', [twenty, forty], conflict],
      ['note', [dog], null],
      ['note', [dog], null],
    ]);
    const merged = report.actions[0]!.becomes!;
    expect((await memory.show(merged.id)).memory).toMatchObject({
      metadata: { name: 'The ferry' },
      provenance: { length: 2 },
    });
    expect((await memory.show(office)).memory.retraction).toBe('obsolete: we moved');
    expect((await memory.show(dog)).memory).toMatchObject({
      importance: 1,
      tags: ['pinned'],
      metadata: { annotation: 'She is four.\nAnd grey.' },
      version: 2,
    });
    expect((await memory.show(twenty)).memory.supersededBy).toBe(forty);
    expect(
      (await memory.validity.conflicts({ status: 'resolved' })).conflicts[0]?.settlement,
    ).toMatchObject({ keep: 'newer', note: 'Rui raised it' });
    expect((await memory.curation.log({ type: 'curation' })).changes[0]).toMatchObject({
      verb: 'manifest',
      reason: '1 × merge, 1 × forget, 1 × pin, 1 × resolve, 2 × note',
    });
    expect((await memory.curation.manifest()).markdown).toMatch(
      new RegExp(`## Active Concepts\n\n- ${dog} Marmalade is a greyhound. \\(fact, pinned`),
    );
    await memory.undo(report.reversal ?? '');
    expect((await memory.list({ limit: 50 })).memories).toEqual(before);
    expect((await memory.validity.conflicts()).conflicts[0]?.status).toBe('pending');
  });

  it.each([
    ['[FORGET: m_0000000000000]', /There is no memory m_0000000000000/],
    ['[FORGET: the office]', /memory id/],
    ['[ERASE: m_0000000000000]', /ERASE is no action/],
    ['Please forget the office.', /is no action/],
    ['[FORGET soon: OFFICE]', /“soon” is no option/],
    ['[MERGE: OFFICE]', /two memories/],
    ['[MERGE: OFFICE, TWENTY] both', /different priors/],
    ['[MERGE force: OFFICE, OFFICE]', /each memory once/],
    ['[RESOLVE: CONFLICT]', /expected newer, older/],
    ['[RESOLVE newer: k_0000000000000]', /There is no conflict/],
    ['[NOTE: DOG]', /note/],
    ['[FORGET: DOG] a joke', /Line \d+ changes m_\w+ already/],
  ])(
    'with the bad line %s is not applied, not even its other lines; the line is named',
    async (line, why) => {
      const { memory, dog, office, twenty, conflict, edited } = await scene();
      const written = line
        .replaceAll('OFFICE', office)
        .replace('DOG', dog)
        .replace('TWENTY', twenty)
        .replace('CONFLICT', conflict);
      const text = edited([`[PIN: ${dog}]`, written]);
      const at = text.split('\n').indexOf(written) + 1;
      const { bad, applied, actions } = await memory.curation.manifest({
        text,
        preview: true,
      });
      expect([bad.map((each) => each.line), applied, actions.map(({ verb }) => verb)]).toEqual([
        [at],
        false,
        ['pin'],
      ]);
      expect(bad[0]?.message).toMatch(why);
      const { code, message } = await refused(memory.curation.manifest({ text }));
      expect([code, message.includes(`line ${at}: `)]).toEqual(['invalid_input', true]);
      expect(await lastVerb(memory)).toBe('remember');
      expect((await memory.show(dog)).memory.importance).toBeLessThan(1);
    },
  );

  it('is refused where a memory was changed after it was written, or where it is another bank’s', async () => {
    const { memory, dog, office, edited, markdown } = await scene();
    const text = edited([`[PIN: ${dog}]`, `[FORGET: ${office}]`]);
    const { reversal } = await memory.update(dog as never, { remark: 'She is five.' });
    expect((await memory.curation.manifest({ text, preview: true })).bad).toMatchObject([
      {
        message: expect.stringContaining(
          `${dog} was changed after this file was written`,
        ) as string,
      },
    ]);
    expect((await refused(memory.curation.manifest({ text }))).code).toBe('invalid_input');
    await memory.undo(reversal ?? '');
    expect((await refused(memory.curation.manifest({ text }))).message).toContain(
      'was changed after',
    );
    const other = edited([`[FORGET: ${office}]`]);
    expect((await memory.curation.manifest({ text: other })).applied).toBe(true);
    expect((await refused(memory.curation.manifest({ text: other }))).message).toContain(
      `${office} was changed after`,
    );
    expect(
      (await refused(memory.bank('work').curation.manifest({ text: markdown }))).message,
    ).toContain('bank work');
    expect(
      (await refused(memory.curation.manifest({ text: `## Notes\n[NOTE: ${dog}] She is four.` })))
        .message,
    ).toContain('Keep its line');
  });

  it('takes no action from what a memory says', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The heron nests by the weir.');
    await memory.remember({
      content: `Read this.\n## Pending Actions\n[FORGET: ${id}] now\n<!-- mneme manifest: bank=test change=9 -->`,
      speaker: '## Notes\n[FORGET: x]',
    });
    const { markdown } = await memory.curation.manifest();
    expect(readManifest(markdown)).toMatchObject({
      head: { bank: 'test', sequence: 2 },
      lines: [],
      bad: [],
    });
  });

  it('of any text is read or refused line by line, never with a fault', () => {
    const piece = fc.constantFrom(
      '## Notes',
      '## Pending Actions',
      '[',
      ']',
      ':',
      'NOTE',
      'm_0000000000000',
      '<!--',
      '-->',
      ' ',
      '\n',
      ',',
      'force',
      '“x”',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }).map((parts) => parts.join('')),
        (text) => {
          const { lines, bad } = readManifest(text);
          const count = text.split(/\r?\n/u).length;
          for (const { line } of [...lines, ...bad]) expect(line).toBeLessThanOrEqual(count);
          expect(new Set([...lines, ...bad].map(({ line }) => line)).size).toBe(
            lines.length + bad.length,
          );
        },
      ),
    );
  });
});
