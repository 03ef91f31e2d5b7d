import { spawnSync } from 'node:child_process';

/** What becomes of a function when it is run: the name of what it raised, `endless`, or nothing. */
export type Ran = string;

export interface ToRun {
  readonly code: string;
  /** Python expressions; none: arguments are drawn. */
  readonly arguments?: readonly string[];
  /** The function as it was before something was planted: what it does as well is none of the plant's doing. */
  readonly original?: string;
}

/** Runs one function with the arguments that are told, or with small ones of all sorts until it fails where the original does not. */
const DRIVER = `
import ast, itertools, json, random, signal, sys
class Endless(Exception): pass
def late(*_): raise Endless()
signal.signal(signal.SIGALRM, late)
VALUES = [0, 1, 2, 3, 5, -1, [], [1], [3], [2, 1, 3], [0, 3, 3, 1], 3.0, '', 'ab']
def load(code):
    space = {}
    exec(code, space)
    name = next(node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef))
    return space[name]
def run(function, given):
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        function(*given)
        return ''
    except Endless:
        return 'endless'
    except Exception as error:
        kind = type(error).__name__
        return 'NoneType' if kind == 'TypeError' and 'NoneType' in str(error) else kind
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
def tried(task):
    try:
        function = load(task['code'])
    except Exception:
        return ['unreadable']
    if task.get('arguments') is not None:
        return [run(function, [eval(each) for each in task['arguments']])]
    before = load(task['original'])
    count = function.__code__.co_argcount
    draws = list(itertools.islice(itertools.product(VALUES, repeat=count), 4000))
    random.Random(1).shuffle(draws)
    kinds = set()
    for draw in draws[:120]:
        copy = lambda: [list(each) if isinstance(each, list) else each for each in draw]
        told = run(function, copy())
        if told and told != run(before, copy()): kinds.add(told)
    return sorted(kinds)
print(json.dumps([tried(task) for task in json.load(sys.stdin)]))
`;

/** Throws where there is no Python. */
export function runPython(tasks: readonly ToRun[]): Ran[][] {
  const { stdout, error } = spawnSync('python3', ['-c', DRIVER], {
    input: JSON.stringify(tasks),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (error !== undefined) throw error;
  return JSON.parse(stdout) as Ran[][];
}
