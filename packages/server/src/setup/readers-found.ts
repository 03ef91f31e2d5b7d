import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** An installed program that can read memories with a model. */
export interface ReaderFound {
  /** Its name for `--reader`: `claude`, `ollama/qwen3:8b`. */
  readonly name: string;
  /** The command to configure. */
  readonly command: string;
}

/** Where to look for programs and their models. Nothing is started. */
export interface ReaderPlaces {
  /** The environment's PATH. */
  readonly path: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** OLLAMA_MODELS, where set. */
  readonly ollama?: string | undefined;
}

/** Arguments that make each take the prompt on standard input and print only its answer. */
const CALLED_WITH = {
  claude: ' -p',
  codex: ' exec --skip-git-repo-check -',
  gemini: ' -p',
  llm: '',
} as const;
const MAX_MODELS = 5;

/** The installed programs in order of preference. `bare` gives names instead of paths, for shared settings. */
export function readersFound(places: ReaderPlaces, bare = false): ReaderFound[] {
  const found = Object.entries(CALLED_WITH).flatMap(([name, words]): ReaderFound[] => {
    const program = programIn(places, name);
    return program === null ? [] : [{ name, command: `${bare ? name : quoted(program)}${words}` }];
  });
  const ollama = programIn(places, 'ollama');
  if (ollama === null) return found;
  const models = modelsOf(places).map((model) => ({
    name: `ollama/${model}`,
    command: `${bare ? 'ollama' : quoted(ollama)} run ${model}`,
  }));
  return [...found, ...models];
}

/** Whether it is the name of a known program; with arguments, it is a command. */
export const isReaderName = (given: string): boolean =>
  /^(?:ollama(?:\/\S*)?|claude|codex|gemini|llm)$/.test(given);

/** The program's full path; null where it is not installed. */
function programIn({ path, platform }: ReaderPlaces, name: string): string | null {
  // Without a shell, only an executable can be started there.
  const file = platform === 'win32' ? `${name}.exe` : name;
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const at = join(folder, file);
    try {
      accessSync(at, constants.X_OK);
      if (statSync(at).isFile()) return at;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** Names of Ollama's local models, by their manifests. */
function modelsOf({ home, ollama }: ReaderPlaces): string[] {
  const folder = join(
    ollama ?? join(home, '.ollama', 'models'),
    ...['manifests', 'registry.ollama.ai', 'library'],
  );
  return namesIn(folder)
    .flatMap((model) =>
      namesIn(join(folder, model)).map((tag) => (tag === 'latest' ? model : `${model}:${tag}`)),
    )
    .slice(0, MAX_MODELS);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^[\w.-]{1,100}$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

/** Quoted so that the command can be split again. */
const quoted = (path: string): string => (/[\s'"]/.test(path) ? `"${path}"` : path);
