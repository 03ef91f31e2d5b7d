import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/open-test-memory.js';
import { openMemory } from '@mneme/mneme/index.js';

const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('a memory that must exist', () => {
  it('is refused with what may be meant, and founded where it need not', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'agent.mneme');
    const mistyped = join(folder, 'agnet.mneme');
    expect(await faultOf(openMemory({ file, mustExist: true }))).toMatchObject({
      code: 'not_found',
      field: 'file',
      value: file,
      hint: expect.stringContaining('mneme remember') as string,
    });
    // A server started by an agent creates its file: the first answer is “nothing known”.
    const first = await openMemory({ file, bank: 'work' as never });
    expect((await first.recall('What do we know?')).results).toEqual([]);
    await first.close();
    expect(await faultOf(openMemory({ file: mistyped, mustExist: true }))).toMatchObject({
      hint: `Did you mean agent.mneme? It is sought in ${folder}.`,
    });
    expect(existsSync(mistyped)).toBe(false);
    expect(
      await faultOf(openMemory({ file, bank: 'wrok' as never, mustExist: true })),
    ).toMatchObject({
      code: 'not_found',
      field: 'bank',
      value: 'wrok',
      hint: expect.stringMatching(/^Did you mean work\? The file holds work/) as string,
    });
    const again = await openMemory({ file, bank: 'work' as never, mustExist: true });
    expect((await again.file.banks()).map(({ name }) => name)).toEqual(['work']);
    await again.close();
  });
});
