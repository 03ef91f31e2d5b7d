import { createHash, randomBytes } from 'node:crypto';
import {
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ReplyStore } from '@mneme/core/bank/access.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { Caller } from '../auth/admission.js';
import { declaredIn } from './tasks.js';

/** How long a person may take to answer, in seconds. */
const TTL_SECONDS = 600;
const SECRET_BYTES = 32;
/** Where the servers of one memory find the key they share: under an owner that no caller can be. */
const SECRET = { owner: 'server:mcp', key: 'requestState', request: '', status: 0 };
/** The longest part of a call that the person is shown, in characters. */
const SHOWN = 600;
const ALLOW = 'allow';

interface ConsentParts {
  /** Kept where all servers of the memory see it, so that any of them takes the state that another signed. */
  readonly replies: ReplyStore;
  readonly caller: Caller;
  readonly bank: string;
}

/**
 * Asks the person at the client before an agent does what is for people alone (docs/decisions/0337). The server keeps
 * nothing meanwhile: what was asked goes out signed in `requestState`, bound to the caller and the bank, and comes
 * back with the answer.
 */
export class Consent {
  constructor(private readonly parts: ConsentParts) {}

  /** The call that a state was signed for. Throws for one that is forged, altered, expired, or of another caller. */
  readonly verify = async (state: string, context: ServerContext): Promise<string> =>
    (await this.#codec()).verify(state, context);

  /**
   * Null once the person has allowed exactly this call; before, the question to send. Throws `reserved` where the
   * client cannot ask, `denied` where the person refused, and the protocol's error for the state of another call.
   */
  async seek(
    { tool, args, reserved }: { tool: string; args: unknown; reserved: MnemeError },
    context: ServerContext,
    capabilities: ClientCapabilities | undefined,
  ): Promise<InputRequiredResult | null> {
    const { elicitation } = declaredIn(context) ?? capabilities ?? {};
    const asks = elicitation?.form !== undefined || elicitation?.url === undefined;
    if (elicitation === undefined || !asks) throw reserved;
    const call = createHash('sha256')
      .update(JSON.stringify([tool, args]))
      .digest('base64url');
    const state = context.mcpReq.requestState<string>();
    if (state === undefined) return this.#question(tool, args, call, context);
    if (state !== call)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'This requestState is of another call. Send the call again without it.',
      );
    const response = inputResponse(context.mcpReq.inputResponses, ALLOW);
    if (response.kind === 'elicit' && response.action === 'accept') return null;
    throw new MnemeError('denied', 'The person did not allow it.', {
      hint: 'Leave it, or ask them what they want.',
    });
  }

  async #question(
    tool: string,
    args: unknown,
    call: string,
    context: ServerContext,
  ): Promise<InputRequiredResult> {
    const shown = JSON.stringify(args);
    const cut = shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
    return inputRequired({
      inputRequests: {
        [ALLOW]: inputRequired.elicit({
          message: `The agent wants to call “${tool}” with ${cut}, which only a person may decide. Allow it this once?`,
          requestedSchema: { type: 'object', properties: {} },
        }),
      },
      requestState: await (await this.#codec()).mint(call, context),
    });
  }

  async #codec(): Promise<RequestStateCodec<string>> {
    const { caller, bank } = this.parts;
    return createRequestStateCodec<string>({
      key: await this.#key(),
      ttlSeconds: TTL_SECONDS,
      bind: () => JSON.stringify([caller.id, bank]),
    });
  }

  /** Read each time: it is renewed daily, by whichever server needs it first. */
  async #key(): Promise<string> {
    const { replies } = this.parts;
    const found = await replies.find(SECRET.owner, SECRET.key);
    if (found !== null) return found.body;
    await replies.keep({ ...SECRET, body: randomBytes(SECRET_BYTES).toString('hex') });
    return this.#key();
  }
}
