import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server';
import { MnemeError } from '@mneme/core/domain/errors.js';
import {
  assertAllows,
  assertMayCall,
  noBank,
  type Admission,
  type Caller,
} from '../auth/admission.js';
import {
  assertParsable,
  type BodyLimits,
  limitedBody,
  refuseServerFiles,
} from '../auth/input-limits.js';
import type { Runner } from '../running/runner.js';
import { createMcpServer } from './server.js';
import { refusedAnswer, type McpTool, type PerformOperation } from './tool.js';

export interface MountParts {
  readonly runner: Runner;
  readonly admission: Admission;
  readonly tools: readonly McpTool[];
  readonly version: string;
  readonly limits: BodyLimits;
  readonly fault: (error: unknown) => void;
}

/**
 * The Model Context Protocol over HTTP, behind the same checks as REST: callers see the tools that their key allows,
 * on one bank.
 */
export class McpMount {
  readonly #handler: McpHttpHandler;

  constructor(private readonly parts: MountParts) {
    const { runner, version, limits, fault } = parts;
    this.#handler = createMcpHandler(
      ({ authInfo }) => {
        const { caller, bank } = authInfo?.extra as { caller: Caller; bank: string };
        return createMcpServer({
          memory: runner.bankFor(caller, bank),
          inTurn: (work) => runner.inTurn(caller, bank, work),
          tools: this.#toolsFor(caller),
          version,
        });
      },
      { onerror: fault, maxRequestBodySize: limits.bodyBytes },
    );
  }

  /**
   * Serves one request. Throws `not_found` for a bank the caller may not access, `denied` for a key that may not
   * read.
   */
  async serve(request: Request, caller: Caller, bank: string): Promise<Response> {
    const memory = this.parts.runner.bankFor(caller, bank);
    assertAllows(caller, 'read');
    if (!caller.scopes.some((scope) => scope !== 'read') && (await memory.care.info()) === null)
      throw noBank(bank);
    return this.#handler.fetch(await this.#readable(request, caller), {
      authInfo: {
        token: '',
        clientId: caller.id,
        scopes: [...caller.scopes],
        extra: { caller, bank },
      },
    });
  }

  /** The request with its body read and checked for size and depth. Throws `too_large`, `invalid_input`. */
  async #readable(request: Request, caller: Caller): Promise<Request> {
    const { bodyBytes, patienceMs } = this.parts.limits;
    if (request.body === null) return request;
    const parts: Uint8Array[] = [];
    for await (const part of limitedBody(request.body, bodyBytes, () => patienceMs))
      parts.push(part);
    const body = Buffer.concat(parts);
    this.parts.admission.charge(caller, body.length);
    assertParsable(body.toString());
    const { url, method, headers, signal } = request;
    return new Request(url, { method, headers, signal, body });
  }

  close(): Promise<void> {
    return this.#handler.close();
  }

  #toolsFor(caller: Caller): McpTool[] {
    return this.parts.tools
      .filter(({ operation }) => operation.served?.upload !== true && mayCall(caller, operation))
      .map((tool) => guarded(tool, caller, this.parts.runner));
  }
}

/** Whether the caller may call it at all, if only to read. */
function mayCall(caller: Caller, operation: McpTool['operation']): boolean {
  try {
    assertMayCall(caller, operation, {});
    return true;
  } catch {
    return false;
  }
}

/** A tool that also checks each call: the scope may depend on the input, and a path in it would be the server's. */
function guarded(tool: McpTool, caller: Caller, runner: Runner): McpTool {
  const perform: PerformOperation = async ({ bankName }, operation, input, context) =>
    JSON.parse(
      await runner.runTool({ caller, bank: bankName, operation, input }, context),
    ) as unknown;
  return {
    ...tool,
    call: async (memory, args, context) => {
      try {
        assertMayCall(caller, tool.operation, args ?? {});
        refuseServerFiles(args, tool.operation.served?.files);
      } catch (error) {
        if (MnemeError.is(error)) return refusedAnswer(error);
        throw error;
      }
      return tool.call(memory, args, { ...context, perform });
    },
  };
}
