import type { Bank } from '../domain/bank.js';
import type { RememberInput } from '../domain/input.js';
import type { RecallProfile } from '../domain/profile.js';
import type { Mneme, AcceptedReceipt } from '../engine.js';
import type { SessionMemory } from '../engine/session-memory.js';
import type { OperationName, OutputOf } from '../operations/table.js';
import type { Work } from '../servers/running/long-work.js';
import { bankPath } from '../servers/rest/places.js';
import { sendable } from './send-pictures.js';
import type { Transport, Watch } from './transport.js';

/** What only a memory in this process can do: what hands out its parts, its file, or calls back between two steps. */
type EmbeddedAlone =
  | 'as'
  | 'asGuest'
  | 'keys'
  | 'replies'
  | 'assertInPlace'
  | 'usage'
  | 'fingerprint'
  | 'pulse'
  | 'metrics'
  | 'learnFile'
  | 'execute'
  | 'pursueBy'
  | 'backup'
  | 'export'
  | 'exportLines';

/** The verbs of a memory, wherever it is: in this process (`openMemory`) or behind a server (`connect`). */
export type MemoryVerbs = Pick<Mneme, Exclude<keyof Mneme, EmbeddedAlone | 'bank' | 'session'>> & {
  bank(name: string): MemoryVerbs;
  session(id: string): Pick<SessionMemory, 'note' | 'show' | 'clear' | 'scratch'>;
};

type Verb<Name extends keyof Mneme> = Mneme[Name];
/** A text alone stands for the field it is most often given for. */
const asked = (given: string | object, field = 'query'): object =>
  typeof given === 'string' ? { [field]: given } : given;

/**
 * A memory behind a server, with the verbs, inputs, outputs and errors of `Mneme`. Each verb is one operation of the table; what
 * is long is waited for. Made by `connect`.
 */
export class MemoryClient implements MemoryVerbs {
  readonly #accepted = new Set<Promise<void>>();
  #failure: unknown = null;

  constructor(
    private readonly transport: Transport,
    readonly bankName: string,
  ) {}

  bank(name: string): MemoryClient {
    return new MemoryClient(this.transport, name);
  }

  banks = async (): Promise<readonly Bank[]> =>
    (await (await this.transport.send('GET', '/v1/banks')).json()) as Bank[];

  describeBanks: Verb<'describeBanks'> = () => this.#call('bank_list', {});

  info = async (): Promise<Bank | null> =>
    (await this.banks()).find(({ name }) => name === this.bankName) ?? null;

  remember: Verb<'remember'> = async (input) => this.#call('remember', await prepared(input));

  rememberAll: Verb<'rememberAll'> = async (inputs) =>
    this.#call('remember_all', { inputs: await Promise.all(inputs.map(prepared)) });

  /** Sends the input and returns; {@link flush} waits for it. */
  accept: Verb<'accept'> = async (input): Promise<AcceptedReceipt> => {
    const sent = this.remember(input).then(
      () => undefined,
      (error: unknown) => void (this.#failure ??= error),
    );
    this.#accepted.add(sent);
    void sent.finally(() => this.#accepted.delete(sent));
    return { outcome: 'accepted', waiting: this.#accepted.size };
  };

  flush: Verb<'flush'> = async () => {
    await Promise.all(this.#accepted);
    const failure = this.#failure;
    this.#failure = null;
    if (failure !== null) throw failure;
  };

  /** As the profile chose, so are the results: the type of the embedded memory's verb holds here, too. */
  recall = (async (profile: RecallProfile | string) =>
    this.#call('recall', await pictured(asked(profile)))) as Verb<'recall'>;
  context: Verb<'context'> = (input) => this.#call('context', asked(input));
  feedback: Verb<'feedback'> = (input) => this.#call('feedback', input);
  metamemory: Verb<'metamemory'> = () => this.#call('metamemory', {});
  why: Verb<'why'> = async (profile) => this.#call('why', await pictured(asked(profile)));
  whyNot: Verb<'whyNot'> = async (profile, memory) =>
    this.#call('whynot', { ...(await pictured(asked(profile))), memory });
  route: Verb<'route'> = (query) => this.#call('route', { query });
  show: Verb<'show'> = (id, options = {}) => this.#call('show', { id, ...options });
  list: Verb<'list'> = (filter = {}) => this.#call('list', filter);
  recent: Verb<'recent'> = (filter = {}) => this.#call('recent', filter);
  changes: Verb<'changes'> = (filter = {}) => this.#call('changes', filter);
  explain: Verb<'explain'> = (id) => this.#call('explain', { id });
  compare: Verb<'compare'> = (a, b) => this.#call('compare', { a, b });
  searchSpaces: Verb<'searchSpaces'> = async (query) =>
    this.#call('search_space', await pictured(query));
  isA: Verb<'isA'> = (input) => this.#call('is_a', input);
  hierarchy: Verb<'hierarchy'> = (input) =>
    this.#call('hierarchy', typeof input === 'string' ? { name: input } : input);
  forget: Verb<'forget'> = (ids, why = {}) =>
    this.#call('forget', { ids, ...asked(why, 'reason') });
  restore: Verb<'restore'> = (ids) => this.#call('restore', { ids });
  circles: Verb<'circles'> = (filter = {}) => this.#call('circles', filter);
  conflicts: Verb<'conflicts'> = (filter = {}) => this.#call('conflicts', filter);
  resolve: Verb<'resolve'> = (input) => this.#call('resolve', input);
  unresolve: Verb<'unresolve'> = (id) => this.#call('unresolve', { id });

  /** Sends a file of this machine, or a text, to be imported there. */
  import: Verb<'import'> = async (source, { signal, onProgress, ...options } = {}) => {
    const { path, body } = await opened(source);
    const query = new URLSearchParams({
      path,
      ...Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)])),
    });
    const sent = await this.transport.send(
      'POST',
      `${bankPath(this.bankName)}/import?${query.toString()}`,
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
    const report = await this.transport.follow(this.bankName, (await sent.json()) as Work, watch);
    return { ...(report as Awaited<ReturnType<Verb<'import'>>>), path };
  };

  learn: Verb<'learn'> = (trajectories, { signal, ...options } = {}) =>
    this.#call('learn', { trajectories, ...options }, { signal });
  strategies: Verb<'strategies'> = (query = {}) => this.#call('strategies', query);
  strategyOutcome: Verb<'strategyOutcome'> = (input) => this.#call('strategy_outcome', input);
  compressStrategies: Verb<'compressStrategies'> = (input = {}) =>
    this.#call('strategies_compress', input);
  reveal: Verb<'reveal'> = (text) => this.#call('reveal', { text });

  setGoal: Verb<'setGoal'> = (input) => this.#call('goal_set', input);
  goals: Verb<'goals'> = (filter = {}) => this.#call('goal_list', filter);
  removeGoal: Verb<'removeGoal'> = (id, options = {}) =>
    this.#call('goal_remove', { id, ...options });
  purpose: Verb<'purpose'> = () => this.#call('purpose', {});
  findByPurpose: Verb<'findByPurpose'> = (query) => this.#call('purpose_search', query);

  reflect: Verb<'reflect'> = ({ signal, onProgress, ...input } = {}) =>
    this.#call('reflect', input, { signal, onProgress });
  configure: Verb<'configure'> = (input) => this.#call('bank_configure', input);
  opinions: Verb<'opinions'> = (filter = {}) => this.#call('opinion_list', filter);
  findOpinion: Verb<'findOpinion'> = (about) => this.#call('opinion_find', { about });
  reinforceOpinion: Verb<'reinforceOpinion'> = (input) => this.#call('opinion_reinforce', input);
  weakenOpinion: Verb<'weakenOpinion'> = (input) => this.#call('opinion_weaken', input);
  contradictOpinion: Verb<'contradictOpinion'> = (input) => this.#call('opinion_contradict', input);
  hasKnowledge: Verb<'hasKnowledge'> = (about) => this.#call('knows', { about });
  resolveEntity: Verb<'resolveEntity'> = (name, context = {}) =>
    this.#call('resolve_entity', { name, ...context });
  stats: Verb<'stats'> = () => this.#call('stats', {});
  doctor: Verb<'doctor'> = ({ onProgress, ...options } = {}) =>
    this.#call('doctor', options, { onProgress });
  brief: Verb<'brief'> = (input = {}) => this.#call('brief', input);
  neighbourhood: Verb<'neighbourhood'> = (input) => this.#call('neighbourhood', asked(input, 'of'));
  path: Verb<'path'> = (input) => this.#call('path', input);
  causes: Verb<'causes'> = (input) => this.#call('causes', input);
  cite: Verb<'cite'> = (input) => this.#call('cite', input);
  lineage: Verb<'lineage'> = (id) => this.#call('lineage', { id });
  log: Verb<'log'> = (input = {}) => this.#call('log', input);
  tombstones: Verb<'tombstones'> = (input = {}) => this.#call('tombstones', input);
  guide: Verb<'guide'> = () => this.#call('guide', {});
  describeGraph: Verb<'describeGraph'> = () => this.#call('graph_description', {});
  advise: Verb<'advise'> = (input) => this.#call('advise', asked(input, 'goal'));
  status: Verb<'status'> = () => this.#call('status', {});
  planSearch: Verb<'planSearch'> = (input) => this.#call('search_plan', asked(input, 'goal'));
  critique: Verb<'critique'> = (input) => this.#call('critique', asked(input, 'reasoning'));
  measureRecall: Verb<'measureRecall'> = (input) => this.#call('recall_accuracy', input);
  compareRetrieval: Verb<'compareRetrieval'> = (input) =>
    this.#call('compare_retrieval', asked(input));

  annotate: Verb<'annotate'> = (input) => this.#call('annotate', input);
  boost: Verb<'boost'> = (input) => this.#call('boost', input);
  merge: Verb<'merge'> = (input) => this.#call('merge', input);
  manifest: Verb<'manifest'> = (filter = {}) => this.#call('manifest', filter);

  /** Sends a file of this machine, or a text, to be applied there. */
  applyManifest: Verb<'applyManifest'> = async (choice, preview = false) =>
    this.#call('manifest_apply', await manifestOf(choice, preview));
  erase: Verb<'erase'> = (input) => this.#call('erase', input);
  undo: Verb<'undo'> = (input) => this.#call('undo', asked(input, 'hash'));
  diff: Verb<'diff'> = (input) => this.#call('diff', input);
  quarantined: Verb<'quarantined'> = async (filter = {}) => {
    const { memories, next } = await this.#call('quarantine_list', filter);
    return { items: memories, next };
  };
  release: Verb<'release'> = (choice) => this.#call('quarantine_release', choice);
  reject: Verb<'reject'> = (choice) => this.#call('quarantine_reject', choice);

  simulate: Verb<'simulate'> = (input) => this.#call('simulate', input);
  plan: Verb<'plan'> = (input) => this.#call('plan', input);
  predict: Verb<'predict'> = (input) => this.#call('predict', input);
  observe: Verb<'observe'> = (input) => this.#call('observe', input);
  world: Verb<'world'> = (domain) => this.#call('world', domain === undefined ? {} : { domain });
  introspect: Verb<'introspect'> = (input = {}) => this.#call('introspect', input);
  anticipate: Verb<'anticipate'> = (input) => this.#call('anticipate', input);
  knowing: Verb<'knowing'> = (query) => this.#call('knowing', { query });
  source: Verb<'source'> = (id) => this.#call('source', { id });
  beliefsToRevise: Verb<'beliefsToRevise'> = (input = {}) => this.#call('beliefs_to_revise', input);
  planGoal: Verb<'planGoal'> = (input) => this.#call('goal_plan', input);
  agenda: Verb<'agenda'> = () => this.#call('goal_agenda', {});
  fireTriggers: Verb<'fireTriggers'> = (input = {}) => this.#call('goal_trigger', input);
  decompose: Verb<'decompose'> = (input) => this.#call('goal_decompose', input);

  groundStrategy: Verb<'groundStrategy'> = (input) => this.#call('ground_strategy', input);
  recordUse: Verb<'recordUse'> = (input) => this.#call('strategy_used', input);
  chooseStrategy: Verb<'chooseStrategy'> = (input) => this.#call('strategy_choose', input);
  foretell: Verb<'foretell'> = (input) => this.#call('foretell', input);
  settle: Verb<'settle'> = (input) => this.#call('settle', input);
  syncCompetence: Verb<'syncCompetence'> = (input = {}) => this.#call('competence_sync', input);
  shouldAttempt: Verb<'shouldAttempt'> = (input) => this.#call('should_attempt', input);
  prepare: Verb<'prepare'> = (input) => this.#call('task_prepare', input);
  conclude: Verb<'conclude'> = (input) => this.#call('task_conclude', input);
  pursue: Verb<'pursue'> = (input) => this.#call('goal_pursue', input);
  learningPriorities: Verb<'learningPriorities'> = () => this.#call('learning_priorities', {});
  synthesise: Verb<'synthesise'> = (input) => this.#call('synthesise', asked(input));
  reconcile: Verb<'reconcile'> = (input) => this.#call('reconcile', input);

  reindex: Verb<'reindex'> = ({ signal, onProgress, ...options } = {}) =>
    this.#call('reindex', options, { signal, onProgress });

  session(id: string): Pick<SessionMemory, 'note' | 'show' | 'clear' | 'scratch'> {
    return {
      note: (input) =>
        this.#call('session_note', {
          session: id,
          ...(typeof input === 'string' ? { text: input } : input),
        }),
      show: () => this.#call('session_show', { session: id }),
      clear: () => this.#call('session_clear', { session: id }),
      scratch: (input) => this.#call('scratchpad', { session: id, ...input }),
    };
  }

  /** Waits for what was accepted. The server goes on. */
  close: Verb<'close'> = async () => {
    try {
      await this.flush();
    } finally {
      this.transport.close();
    }
  };

  #call<Name extends OperationName>(
    name: Name,
    input: object,
    { signal, onProgress }: { [Key in keyof Watch]: Watch[Key] | undefined } = {},
  ): Promise<OutputOf<Name>> {
    return this.transport.call(this.bankName, name, input, {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
  }
}

/** A file of this machine, or a text that comes in pieces, to be sent. */
async function opened(
  source: Parameters<Verb<'import'>>[0],
): Promise<{ path: string; body: Blob }> {
  if (typeof source === 'string') {
    const { openAsBlob } = await import('node:fs');
    return { path: source, body: await openAsBlob(source) };
  }
  const parts: string[] = [];
  for await (const part of source.chunks) parts.push(part);
  return { path: source.name, body: new Blob(parts) };
}

/** What to send of an edited manifest: its text, wherever it is. */
async function manifestOf(
  choice: Parameters<Verb<'applyManifest'>>[0],
  preview: boolean,
): Promise<object> {
  if (!(Symbol.asyncIterator in choice))
    return choice.path === undefined
      ? choice
      : { text: await (await opened(choice.path)).body.text(), preview: choice.preview };
  const parts: string[] = [];
  for await (const part of choice) parts.push(part);
  return { text: parts.join(''), preview };
}

async function prepared(input: RememberInput | string): Promise<RememberInput> {
  if (typeof input === 'string') return { content: input };
  return input.images === undefined
    ? input
    : { ...input, images: await Promise.all(input.images.map(sendable)) };
}

async function pictured<Asked extends object>(profile: Asked): Promise<Asked> {
  const { image } = profile as { image?: Parameters<typeof sendable>[0] };
  return image === undefined ? profile : { ...profile, image: await sendable(image) };
}
