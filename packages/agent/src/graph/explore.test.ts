import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestMemory } from '../../../../test/support/open-test-memory.js';
import { renderMermaid } from './explore.js';

/** Lines that a generated flowchart may contain. */
const LINE =
  /^(?:flowchart (?:LR|TD)| {2}n\d+(?:\["[^"<>[\]{}|`]*"\]|\(\["[^"<>[\]{}|`]*"\]\)|\{\{"[^"<>[\]{}|`]*"\}\})| {2}n\d+ -\.?->?>?(?:\|"[^"<>[\]{}|`]*"\|)? n\d+| {2}classDef past [\w:\-,. ]+| {2}class n\d+(?:,n\d+)* past)$/;

describe('a picture of a part of the bank', () => {
  it('is a flowchart of what is linked to somebody', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll(['Tom moved to Porto.', 'Tom works with Priya at the bakery.']);
    const { mermaid = '' } = await memory.graph.explore({ of: 'Tom', mermaid: 'neighbourhood' });
    const lines = mermaid.split('\n');
    expect(lines[0]).toBe('flowchart LR');
    expect(lines).toContain('  n0(["Tom"])');
    expect(mermaid).toContain('["Tom moved to Porto."]');
    expect(lines.filter((line) => line.includes('--')).length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(LINE);
  });

  it('shows how a memory came to be as it is, and what took its place', async () => {
    const { memory } = await openTestMemory();
    const { id } = await memory.remember('The gateway allows 50 requests.');
    await memory.update(id, { boost: 0.1 });
    await memory.update(id, { content: 'The gateway allows 100 requests.' });
    const { mermaid = '' } = await memory.graph.explore({ of: id, mermaid: 'lineage' });
    expect(mermaid).toContain('remember by');
    expect(mermaid).toContain('|"superseded by"|');
    expect(mermaid).toContain('["The gateway allows 100 requests."]');
    expect(mermaid).toMatch(/class n0.* past$/m);
  });

  it('walks stated causes as far as it is asked to, and ends where they turn in a circle', async () => {
    const { memory } = await openTestMemory();
    await memory.rememberAll([
      'The power cut happened because of the storm.',
      'The server stopped because of the power cut.',
      'The storm happened because of the server stopped.',
    ]);
    const { mermaid = '' } = await memory.graph.explore({
      of: 'the server stopped',
      mermaid: 'causes',
      hops: 3,
    });
    expect(mermaid).toMatch(/power cut/i);
    expect(mermaid).toMatch(/storm/i);
  });

  it('refuses the lineage of what is no memory, and names what is not there', async () => {
    const { memory } = await openTestMemory();
    await expect(memory.graph.explore({ of: 'Tom', mermaid: 'lineage' })).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'graph.of',
    });
    await expect(
      memory.graph.explore({ of: 'm_01h5k0c2x9w7a', mermaid: 'lineage' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lets no text out of its label, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), fc.string(), (text, label) => {
        const chart = renderMermaid({
          direction: 'LR',
          nodes: [
            { id: 'a', text, shape: 'box' },
            { id: 'b', text: `"]; click n0 "javascript:x" ${text}`, shape: 'hexagon', past: true },
          ],
          links: [{ from: 'a', to: 'b', label }],
        });
        for (const line of chart.split('\n')) expect(line).toMatch(LINE);
      }),
    );
  });
});
