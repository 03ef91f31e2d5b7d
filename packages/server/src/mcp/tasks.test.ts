import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Operation, OperationContext } from '@mneme/core/operations/operation.js';
import { OPERATIONS } from '@mneme/mneme/operations/table.js';
import { LOCAL } from '../auth/admission.js';
import { LongWork } from '../running/jobs.js';
import { answerOrTask, TASKS } from './tasks.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const parts = () => ({ work: new LongWork(() => undefined), caller: LOCAL, bank: 'default' });
const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { extensions: TASKS } };
const context = { mcpReq: { envelope: capabilities } } as unknown as ServerContext;
const told = (text: string, isError = false): CallToolResult => ({
  isError,
  content: [{ type: 'text', text }],
});

/** Starts a call, by default of a verb that is no long one, but not known to be quick. */
function call(
  where: ReturnType<typeof parts>,
  asked: OperationContext = {},
  operation: { readonly name: string } = OPERATIONS.dream,
) {
  let given: OperationContext = {};
  let resolve: (answer: CallToolResult) => void = () => undefined;
  const promise = new Promise<CallToolResult>((settle) => (resolve = settle));
  const answer = answerOrTask(
    where,
    operation as unknown as Operation,
    (how) => {
      given = how;
      return promise;
    },
    { args: {}, context, asked },
  );
  return { answer, end: { resolve }, given: () => given };
}

it('is a task once a call has computed for a while, and its end is kept for the time that was told', async () => {
  const where = parts();
  const request = new AbortController();
  const { answer, end, given } = call(where, { signal: request.signal });
  await vi.advanceTimersByTimeAsync(1_000);
  const { taskId } = (await answer) as unknown as { taskId: string };
  // The request is over: its end stops nothing any more.
  request.abort();
  expect(given().signal?.aborted).toBe(false);
  given().onProgress?.(3, 4);
  const progress = { done: 3, total: 4 };
  expect(where.work.getOwn(LOCAL, 'default', taskId)).toMatchObject({ state: 'running', progress });
  end.resolve(told('joined'));
  await vi.advanceTimersByTimeAsync(0);
  for (let at = 0; at < 60; at += 1) {
    where.work.start({ caller: LOCAL, bank: 'default', operation: 'x' }, async () => '1');
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(where.work.getOwn(LOCAL, 'default', taskId).result).toEqual(told('joined'));
});

it('is a task from the start for a long verb, however soon it ends', async () => {
  const where = parts();
  const { answer, end } = call(where, {}, OPERATIONS.doctor);
  end.resolve(told('healthy'));
  const { taskId } = (await answer) as unknown as { taskId: string };
  await vi.advanceTimersByTimeAsync(0);
  expect(where.work.getOwn(LOCAL, 'default', taskId).result).toEqual(told('healthy'));
});

it('is a plain answer when it comes soon, and where no place is free', async () => {
  const where = parts();
  const soon = call(where);
  soon.end.resolve(told('soon'));
  expect(await soon.answer).toEqual(told('soon'));
  for (let at = 0; at < 8; at += 1)
    where.work.start(
      { caller: LOCAL, bank: 'default', operation: 'x' },
      () => new Promise(() => 0),
    );
  const full = call(where);
  await vi.advanceTimersByTimeAsync(1_000);
  full.end.resolve(told('late'));
  expect(await full.answer).toEqual(told('late'));
});

it('stops with its request until it is a task', async () => {
  const request = new AbortController();
  const { answer, end, given } = call(parts(), { signal: request.signal });
  request.abort();
  expect(given().signal?.aborted).toBe(true);
  end.resolve(told('stopped', true));
  expect(await answer).toEqual(told('stopped', true));
});
