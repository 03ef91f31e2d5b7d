import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A program of this machine that could read what is remembered. */
export interface ReaderFound {
  /** By which `--reader` chooses it: `claude`, `ollama/qwen3:8b`. */
  readonly name: string;
  /** The command as it is configured. */
  readonly command: string;
}

/** Where programs and their models are looked for. Nothing is started. */
export interface ReaderPlaces {
  /** Of the environment. */
  readonly path: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** OLLAMA_MODELS, where it is set. */
  readonly ollama?: string | undefined;
}

/** What each is called with, so that it takes the prompt on its standard input and prints its answer alone. */
const CALLED_WITH = {
  claude: ' -p',
  codex: ' exec --skip-git-repo-check -',
  gemini: ' -p',
  llm: '',
} as const;
const MAX_MODELS = 5;

/** The programs that could read, in the order in which they are offered. `bare`: by their names, for settings that are shared. */
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

/** Whether it is the bare name of a program that is looked for; with words behind it, it is a command. */
export const isReaderName = (given: string): boolean =>
  /^(?:ollama(?:\/\S*)?|claude|codex|gemini|llm)$/.test(given);

/** The program's whole path; null where none can be started by that name. */
function programIn({ path, platform }: ReaderPlaces, name: string): string | null {
  // Without a shell nothing but a program proper can be started there.
  const file = platform === 'win32' ? `${name}.exe` : name;
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const at = join(folder, file);
    try {
      accessSync(at, constants.X_OK);
      if (statSync(at).isFile()) return at;
    } catch {
      // Not here.
    }
  }
  return null;
}

/** Models that Ollama holds, by the names of their manifests. */
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

/** As a command in one line is taken apart again. */
const quoted = (path: string): string => (/[\s'"]/.test(path) ? `"${path}"` : path);
