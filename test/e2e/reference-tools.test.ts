/** The reference memory server’s nine tools, by a real server process and the protocol's official client. */
import { describe, expect, it, vi } from 'vitest';
import { stdioClient } from '../support/mcp-process.js';
import { runProgram } from '../support/run-node.js';
import { temporaryFile } from '../support/open-test-memory.js';
import { writeFileSync } from 'node:fs';

vi.setConfig({ testTimeout: 120_000 });

const JOHN = {
  name: 'John_Smith',
  entityType: 'person',
  observations: ['Speaks fluent Spanish', 'Graduated in 2019'],
};
const ACME = { name: 'Acme', entityType: 'organisation', observations: [] };
const WORKS = { from: 'John_Smith', to: 'Acme', relationType: 'works_at' };

/** The shapes are the reference server's; observations stand between marks besides, as all that was remembered does. */
const unmarked = (text: string): string => text.replaceAll(/<\/?recalled-memory>/g, '');

async function open(file: string) {
  const client = await stdioClient(['--file', file, '--tools', 'reference']);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { isError, structuredContent, content } = await client.callTool({
      name,
      arguments: args,
    });
    const text = unmarked((content as { text: string }[])[0]?.text ?? '');
    return {
      isError: isError === true,
      answer: (isError === true
        ? JSON.parse(text)
        : JSON.parse(unmarked(JSON.stringify(structuredContent)))) as Record<string, unknown>,
      text,
    };
  };
  return { client, call };
}

describe('the tools of the reference memory server', () => {
  it('keep a graph under its names and in its shapes, and nothing is merged or lost', async () => {
    const file = temporaryFile();
    const { client, call } = await open(file);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'create_entities',
      'create_relations',
      'add_observations',
      'delete_entities',
      'delete_observations',
      'delete_relations',
      'read_graph',
      'search_nodes',
      'open_nodes',
    ]);
    // Said before in passing, in the same words: it becomes no part of the graph, and keeps none out of it.
    await runProgram(['remember', 'John Smith works at Acme.', '--file', file]);
    const created = await call('create_entities', {
      entities: [JOHN, ACME, { ...JOHN, entityType: 'robot' }],
    });
    expect(created.answer).toEqual({ entities: [JOHN, ACME] });
    expect(JSON.parse(created.text)).toEqual([JOHN, ACME]);
    expect((await call('create_entities', { entities: [ACME] })).answer).toEqual({ entities: [] });
    expect((await call('create_relations', { relations: [WORKS, WORKS] })).answer).toEqual({
      relations: [WORKS],
    });
    const added = await call('add_observations', {
      observations: [
        {
          entityName: 'John_Smith',
          contents: ['Likes tea', 'Really likes tea', 'Likes tea', 'Graduated in 2019'],
        },
      ],
    });
    expect(added.answer).toEqual({
      results: [{ entityName: 'John_Smith', addedObservations: ['Likes tea', 'Really likes tea'] }],
    });
    const whole = {
      ...JOHN,
      observations: [...JOHN.observations, 'Likes tea', 'Really likes tea'],
    };
    expect((await call('read_graph')).answer).toEqual({
      entities: [whole, ACME],
      relations: [WORKS],
    });
    expect((await call('open_nodes', { names: ['Acme', 'Nobody'] })).answer).toEqual({
      entities: [ACME],
      relations: [WORKS],
    });
    for (const query of ['spanish', 'When did John graduate?'])
      expect((await call('search_nodes', { query })).answer).toEqual({
        entities: [whole],
        relations: [WORKS],
      });
    expect((await call('search_nodes', { query: 'quantum chromodynamics' })).answer).toEqual({
      entities: [],
      relations: [],
    });

    const unknown = await call('add_observations', {
      observations: [
        { entityName: 'Acme', contents: ['Makes anvils'] },
        { entityName: 'Nobody', contents: ['x'] },
      ],
    });
    expect([unknown.isError, unknown.answer['error']]).toEqual([
      true,
      expect.objectContaining({
        code: 'not_found',
        field: 'observations.1.entityName',
        value: 'Nobody',
      }),
    ]);
    expect(
      (await call('create_relations', { relations: [{ ...WORKS, to: 'Nobody' }] })).isError,
    ).toBe(true);
    expect(
      (
        await call('create_entities', {
          entities: [{ name: '', entityType: 'x', observations: [] }],
        })
      ).answer['error'],
    ).toMatchObject({ code: 'invalid_input', field: 'create_entities.entities.0.name' });
    expect((await call('open_nodes', { names: ['Acme'] })).answer).toEqual({
      entities: [ACME],
      relations: [WORKS],
    });

    expect(
      (
        await call('delete_observations', {
          deletions: [
            { entityName: 'John_Smith', observations: ['Likes tea', 'never said'] },
            { entityName: 'Nobody', observations: ['x'] },
          ],
        })
      ).answer,
    ).toEqual({
      success: true,
      message: 'Deleted 1 of 3 observations. Entities not found: Nobody',
    });
    expect((await call('delete_relations', { relations: [WORKS] })).text).toBe(
      'Relations deleted successfully',
    );
    expect((await call('delete_entities', { entityNames: ['Acme'] })).answer).toEqual({
      success: true,
      message: 'Entities deleted successfully',
    });
    expect((await call('read_graph')).answer).toEqual({
      entities: [{ ...whole, observations: [...JOHN.observations, 'Really likes tea'] }],
      relations: [],
    });
    // Deleted is forgotten: what was said in passing stays, and the same can be told again.
    expect((await call('create_entities', { entities: [ACME] })).answer).toEqual({
      entities: [ACME],
    });
    expect(
      (await runProgram(['recall', 'Where does John Smith work?', '--file', file])).out,
    ).toContain('John Smith works at Acme.');
  });

  it('read on what the reference server’s own file brought', async () => {
    const file = temporaryFile();
    const lines = `${file}.jsonl`;
    writeFileSync(
      lines,
      [
        { type: 'entity', ...JOHN },
        { type: 'entity', ...ACME },
        { type: 'relation', ...WORKS },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    await runProgram(['import', lines, '--file', file]);
    const { call } = await open(file);
    expect((await call('read_graph')).answer).toEqual({
      entities: [JOHN, ACME],
      relations: [WORKS],
    });
    expect(
      (
        await call('delete_observations', {
          deletions: [{ entityName: 'John_Smith', observations: JOHN.observations }],
        })
      ).answer,
    ).toMatchObject({ success: true });
    expect((await call('open_nodes', { names: ['John_Smith'] })).answer).toEqual({
      entities: [{ ...JOHN, observations: [] }],
      relations: [WORKS],
    });
  });
});
