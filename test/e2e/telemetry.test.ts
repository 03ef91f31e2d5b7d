/** What a collector receives: OpenTelemetry's SDK in a process of its own sends spans to a receiver of OTLP over HTTP. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIBRARY, runScript } from '../support/run-node.js';
import { temporaryFile } from '../support/open-test-memory.js';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
  }[];
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly Span[];
    }[];
  }[];
}

/** A receiver of OTLP over HTTP, and what has arrived. */
async function collector(): Promise<{ readonly url: string; readonly bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, bodies };
}

const SCRIPT = `
import { NodeTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { trace } from '@opentelemetry/api';
const { openMemory } = await import(process.env.LIBRARY);
const exporter = new OTLPTraceExporter({ url: process.env.COLLECTOR });
const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
provider.register();
const memory = await openMemory({ file: process.env.FILE, bank: 'kari-private', ...JSON.parse(process.env.OPTIONS) });
await trace.getTracer('agent').startActiveSpan('chat', async (span) => {
  const told = await memory.remember('Kari likes zeppelins.');
  await memory.rememberAll(['Kari sails.', 'Kari rows.']);
  await memory.recall('What does Kari like?');
  await memory.context({ query: 'What does Kari like?' });
  await memory.list({ limit: 2 });
  const { id } = await memory.update(told.id, 'Kari likes airships.');
  await memory.forget([id]);
  await memory.show('m_0000000000000').catch(() => undefined);
  await memory.bank('scratch').remember('The shed is locked.');
  await memory.file.deleteBank({ name: 'scratch' });
  await memory.curation.log();
  span.end();
});
await memory.close();
await provider.shutdown();
`;

async function told(
  options: object,
): Promise<{ readonly spans: readonly Span[]; readonly raw: string }> {
  const { url, bodies } = await collector();
  const env = {
    LIBRARY: new URL(`../../${LIBRARY}`, import.meta.url).href,
    COLLECTOR: url,
    FILE: temporaryFile(),
    OPTIONS: JSON.stringify(options),
  };
  const ran = await runScript(SCRIPT, { env });
  expect(ran).toMatchObject({ code: 0, err: '' });
  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as Exported).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => (scope.scope.name === 'mneme' ? scope.spans : [])),
    ),
  );
  return { spans, raw: bodies.join('\n') };
}

const attributesOf = (span: Span | undefined): Record<string, unknown> =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue),
    ]),
  );

const ofVerb = (spans: readonly Span[], verb: string): Span | undefined =>
  spans.find((span) => attributesOf(span)['mneme.verb'] === `mneme.${verb}`);

describe('telemetry', () => {
  it('is of the conventions for memory operations, without content', async () => {
    const { spans, raw } = await told({ traces: true });
    const seen = Object.fromEntries(
      [
        'remember',
        'rememberAll',
        'recall',
        'context',
        'list',
        'update',
        'forget',
        'createBank',
        'file.deleteBank',
      ].map((verb) => {
        const span = ofVerb(spans, verb);
        const { 'gen_ai.memory.record.count': count, ...attributes } = attributesOf(span);
        expect(attributes['gen_ai.operation.name']).toBe(span?.name);
        expect(attributes['gen_ai.memory.store.id']).toMatch(/^ms_[0-9a-f]{16}$/);
        return [verb, [span?.name, count]];
      }),
    );
    expect(seen).toEqual({
      remember: ['create_memory', 1],
      rememberAll: ['create_memory', 2],
      recall: ['search_memory', 3],
      context: ['search_memory', expect.any(Number)],
      list: ['search_memory', 2],
      update: ['update_memory', 1],
      forget: ['delete_memory', 1],
      createBank: ['create_memory_store', undefined],
      'file.deleteBank': ['delete_memory_store', undefined],
    });
    expect(attributesOf(ofVerb(spans, 'update'))['gen_ai.memory.record.id']).toMatch(/^m_/);
    const failed = ofVerb(spans, 'show');
    expect(attributesOf(failed)['error.type']).toBe('not_found');
    expect(failed?.status.code).toBe(2);
    // Each store has one id; what is no memory operation keeps the verb's name, steps hang below their verb.
    const scratch = attributesOf(ofVerb(spans, 'file.deleteBank'))['gen_ai.memory.store.id'];
    expect(scratch).not.toBe(attributesOf(ofVerb(spans, 'recall'))['gen_ai.memory.store.id']);
    expect(spans.some(({ name }) => name === 'mneme.curation.log')).toBe(true);
    const steps = spans.find(({ name }) => name === 'mneme.recall.steps');
    expect(spans.find(({ spanId }) => spanId === steps?.parentSpanId)?.name).toBe('search_memory');
    // All within the agent's own trace.
    expect(new Set(['remember', 'recall'].map((verb) => ofVerb(spans, verb)?.traceId)).size).toBe(
      1,
    );
    for (const word of ['Kari', 'kari', 'zeppelin', 'airship', 'sails', 'scratch', 'shed'])
      expect(raw).not.toContain(word);
  });

  it('has questions, texts and names of banks only where that is asked for', async () => {
    const { spans } = await told({ traces: true, traceContent: true });
    const recall = attributesOf(ofVerb(spans, 'recall'));
    expect(recall).toMatchObject({
      'gen_ai.memory.store.id': 'kari-private',
      'gen_ai.memory.query.text': 'What does Kari like?',
    });
    const records = JSON.parse(String(recall['gen_ai.memory.records'])) as unknown[];
    expect(records).toContainEqual({
      id: expect.stringMatching(/^m_/),
      content: 'Kari likes zeppelins.',
      score: expect.any(Number),
    });
    expect(
      JSON.parse(String(attributesOf(ofVerb(spans, 'rememberAll'))['gen_ai.memory.records'])),
    ).toEqual([
      { id: expect.stringMatching(/^m_/), content: 'Kari sails.' },
      { id: expect.stringMatching(/^m_/), content: 'Kari rows.' },
    ]);
    expect(attributesOf(ofVerb(spans, 'file.deleteBank'))['gen_ai.memory.store.id']).toBe(
      'scratch',
    );
  });

  it('is off by default, and content alone turns nothing on', async () => {
    expect((await told({})).spans).toEqual([]);
    expect((await told({ traceContent: true })).spans).toEqual([]);
  });
});
