import { CALLS } from './calls.js';
import type { Fields, Transport, Watch } from './transport.js';
import type { Bank } from '@mneme/core/domain/bank.js';
import type { ImageInput } from '@mneme/core/domain/memory.js';
import type { AcceptedReceipt } from '@mneme/core/domain/receipt.js';
import type { FurtherMethod } from '@mneme/core/kernel/operation.js';
import type { KeptScope, MemoryScope } from '@mneme/core/domain/ids.js';
import { textOf } from '@mneme/core/domain/import-export.js';
import { bankOfUser, idsGiven, oneUser, takeUser } from '@mneme/core/domain/user-bank.js';
import { definedOnly, isRecord } from '@mneme/core/domain/well-formed.js';
import type { Mneme } from '@mneme/core/mneme.js';
import type { SessionMemory } from '@mneme/core/modules/context/session.js';
import type { OperationName, OPERATIONS, OutputOf } from '@mneme/mneme/operations/table.js';
import { bankPath } from '@mneme/server/rest/places.js';
import type { Work } from '@mneme/server/running/jobs.js';

/** Inputs with images. */
interface Pictured {
  readonly image?: ImageInput;
  readonly images?: readonly ImageInput[];
  readonly inputs?: readonly (Fields | string)[];
}

/** An input with its images made sendable; a plain string among `inputs` becomes a text to remember. */
async function withPictures(input: Fields): Promise<Fields> {
  const { image, images, inputs } = input as Pictured;
  return {
    ...input,
    ...(image === undefined ? {} : { image: await sendable(image) }),
    ...(images === undefined ? {} : { images: await Promise.all(images.map(sendable)) }),
    ...(inputs === undefined
      ? {}
      : {
          inputs: await Promise.all(
            inputs.map(async (each) =>
              typeof each === 'string' ? { content: each } : withPictures(each),
            ),
          ),
        }),
  };
}

/** An image as it can be sent: a path is read here, as it names a file of this machine, and bytes become base64. */
async function sendable(picture: ImageInput): Promise<ImageInput> {
  if (typeof picture === 'string')
    return picture.startsWith('data:') ? picture : { base64: await read(picture), name: picture };
  if (picture instanceof Uint8Array) return { base64: base64Of(picture) };
  if ('path' in picture)
    return {
      base64: await read(picture.path),
      name: picture.path,
      ...(picture.alt === undefined ? {} : { alt: picture.alt }),
    };
  if (!('bytes' in picture)) return picture;
  const { bytes, ...rest } = picture;
  return { base64: base64Of(bytes), ...rest };
}

async function read(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return base64Of(await readFile(path));
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  // In portions, as a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

type OwnPath = NonNullable<(typeof OPERATIONS)[OperationName]['verb']>[0];
type FurtherPath = NonNullable<(typeof OPERATIONS)[OperationName]['also']>[number]['verb'][0];
type VerbPath = OwnPath | FurtherPath;
type CapabilityOf<Path> = Path extends `${infer Capability}.${string}` ? Capability : never;
type NameIn<Capability extends string, Path> = Path extends `${Capability}.${infer Name}`
  ? Name
  : never;

/** The verbs of the table of operations, each where the library has it. */
type TableVerbs = Pick<Mneme, VerbPath & keyof Mneme> & {
  readonly [Capability in CapabilityOf<VerbPath> & keyof Mneme]: Pick<
    Mneme[Capability],
    NameIn<Capability, VerbPath> & keyof Mneme[Capability]
  >;
} & {
  /** @deprecated Use `reading`. */
  readonly facts: Pick<Mneme['reading'], 'status' | 'run'>;
};

/** The verbs of a memory, whether in this process (`openMemory`) or on a server (`connect`). */
export type MemoryVerbs = TableVerbs &
  Pick<Mneme, 'bankName' | 'accept' | 'flush' | 'close'> & {
    readonly care: Pick<Mneme['care'], 'info'>;
    readonly file: Pick<Mneme['file'], 'banks'>;
    bank(name: string): MemoryVerbs;
    scope(scope: MemoryScope): MemoryVerbs;
    session(id: string): Pick<SessionMemory, 'note' | 'show' | 'clear'>;
  };

/**
 * A memory on a server, with the verbs, inputs, outputs and errors of `Mneme`; calls wait until long work is done.
 * Made by `connect`.
 */
export type MemoryClient = MemoryVerbs;

type Call = <Name extends OperationName>(
  name: Name,
  input: Fields,
  watch?: Watch,
) => Promise<OutputOf<Name>>;

/** `scope` is the default user, agent and run of each call. */
export function createClient(
  transport: Transport,
  bankName: string,
  scope: KeptScope = {},
): MemoryClient {
  const call: Call = (name, input, watch) => {
    const { userId, rest } = takeUser(input);
    return transport.call(
      bankOfUser(bankName, userId),
      name,
      CALLS[name]?.scoped === true ? { ...scope, ...definedOnly(rest) } : rest,
      watch,
    );
  };
  const verbs = tableVerbs(call);
  const banks = async (): Promise<readonly Bank[]> =>
    (await (await transport.send('GET', '/v1/banks')).json()) as Bank[];
  const { accept, flush } = accepting(verbs.remember);
  return {
    ...verbs,
    bankName,
    bank: (name) => createClient(transport, name, scope),
    scope: (narrower) => {
      const { userId, ...kept } = idsGiven(narrower, 'scope.');
      return createClient(transport, bankOfUser(bankName, userId), { ...scope, ...kept });
    },
    rememberAll: async (inputs) => {
      const texts = inputs.map((input) => (typeof input === 'string' ? { content: input } : input));
      const { userId, rest } = oneUser(texts);
      return call('remember_all', await withPictures(definedOnly({ inputs: rest, userId })));
    },
    session: (id) => sessionVerbs(call, id),
    accept,
    flush,
    import: importing(transport, bankName),
    care: {
      ...verbs.care,
      info: async () => (await banks()).find(({ name }) => name === bankName) ?? null,
    },
    file: { ...verbs.file, banks },
    /** Waits for accepted inputs. The server keeps running. */
    close: async () => {
      try {
        await flush();
      } finally {
        transport.close();
      }
    },
  };
}

/** The verbs that only send their input to their operation. */
function tableVerbs(call: Call): TableVerbs {
  const memory: Record<string, unknown> = {};
  for (const [name, { verb: own, also = [] }] of Object.entries(CALLS))
    for (const { verb: method, ...marks } of own === undefined ? also : [{ verb: own }, ...also]) {
      const [path, ...fields] = method;
      const [first = '', second] = path.split('.');
      const verb = async (...args: readonly unknown[]): Promise<unknown> => {
        const { input, watch } = readArguments(args, fields);
        return call(name as OperationName, await withPictures(marked(input, marks)), watch);
      };
      if (second === undefined) memory[first] = verb;
      else memory[first] = { ...(memory[first] as object | undefined), [second]: verb };
    }
  memory['facts'] = memory['reading'];
  // Each operation's type guarantees that its path is a method of the library.
  return memory as TableVerbs;
}

/** A method's input as that of the operation that stands for it, too. */
const marked = (
  input: Fields,
  { renamed = {}, fixed }: Pick<FurtherMethod, 'renamed' | 'fixed'>,
): Fields => ({
  ...Object.fromEntries(
    Object.entries(input).map(([field, value]) => [renamed[field] ?? field, value]),
  ),
  ...fixed,
});

/** A verb's arguments as its operation's input: an object has fields by name, anything else is positional. */
function readArguments(
  args: readonly unknown[],
  fields: readonly string[],
): { readonly input: Fields; readonly watch: Watch } {
  const given = Object.assign(
    {},
    ...args.map((arg, at) =>
      isRecord(arg) ? arg : arg === undefined ? {} : { [fields[at] as string]: arg },
    ),
  ) as Fields & Watch;
  const { signal, onProgress, ...input } = given;
  return {
    input,
    watch: definedOnly({ signal, onProgress }),
  };
}

/** Sends inputs without waiting; `flush` waits for all, and throws the first failure. */
function accepting(remember: Mneme['remember']): Pick<Mneme, 'accept' | 'flush'> {
  const accepted = new Set<Promise<void>>();
  let failure: unknown = null;
  return {
    accept: async (input): Promise<AcceptedReceipt> => {
      const sent = remember(input).then(
        () => undefined,
        (error: unknown) => void (failure ??= error),
      );
      accepted.add(sent);
      void sent.finally(() => accepted.delete(sent));
      return { outcome: 'accepted', waiting: accepted.size };
    },
    flush: async () => {
      await Promise.all(accepted);
      const failed = failure;
      failure = null;
      if (failed !== null) throw failed;
    },
  };
}

function sessionVerbs(call: Call, session: string): ReturnType<MemoryVerbs['session']> {
  const ask = (input: object): Promise<OutputOf<'session'>> =>
    call('session', { session, ...input });
  return {
    note: (input) => ask(typeof input === 'string' ? { text: input } : input),
    show: (of = {}) => ask(of),
    clear: (of = {}) => ask({ ...of, clear: true }),
  };
}

/** Uploads a local file, or a text, to be imported. */
const importing =
  (transport: Transport, bank: string): Mneme['import'] =>
  async (source, { signal, onProgress, ...options } = {}) => {
    const { path, body } = await opened(source);
    const query = new URLSearchParams({
      path,
      ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    });
    const sent = await transport.send(
      'POST',
      `${bankPath(bank)}/import?${query.toString()}`,
      body,
      signal,
    );
    const watch = {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined
        ? {}
        : {
            onProgress: (done: number, total: number) =>
              onProgress({ bytes: done, totalBytes: total, items: 0 }),
          }),
    };
    const report = await transport.follow(bank, (await sent.json()) as Work, watch);
    return { ...(report as OutputOf<'import'>), path };
  };

/** A local file, or a text in pieces, as an upload. */
async function opened(
  source: Parameters<Mneme['import']>[0],
): Promise<{ path: string; body: Blob }> {
  if (typeof source === 'string') {
    const { openAsBlob } = await import('node:fs');
    return { path: source, body: await openAsBlob(source) };
  }
  return { path: source.name, body: new Blob([await textOf(source.chunks)]) };
}
