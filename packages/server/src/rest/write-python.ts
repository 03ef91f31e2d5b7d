import type { JsonSchema } from '../json-schema.js';

/** The parts of the API description that the Python client is generated from. */
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}
interface DescribedCall {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: JsonSchema;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  };
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly 'x-positional'?: readonly string[];
}

interface Field {
  readonly name: string;
  readonly at: 'path' | 'query' | 'body';
  readonly required: boolean;
  readonly type: string;
  readonly about: string;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self'.split(
    ' ',
  ),
);
const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
};
/** Verbs whose `limit` was formerly `breadth`; the client still accepts that name. */
const LIMIT_WAS_BREADTH: ReadonlySet<string> = new Set(['recall', 'why', 'synthesise']);
/** Columns of a docstring's line, without its indent. */
const COLUMNS = 88;

const HEAD = `"""A client of \`mneme serve\`, for Python 3.9 and later: this one file, and the standard library.

Written by \`npm run python\` from the description of the API; not by hand.

    from mneme_client import Mneme
    memory = Mneme("http://127.0.0.1:4488")
    memory.remember("Tom moved to Porto last Saturday.")
    memory.recall("Where does Tom live?")["results"][0]["content"]
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Optional, Union


class MnemeError(Exception):
    """What a server refused, or that none answered. Switch on \`code\`; the text is for people."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code = code
        self.field = details.get("field")
        self.value = details.get("value")
        self.hint = details.get("hint")
        self.status = details.get("status")


class Mneme:
    """One bank of a server. Every verb gives what the server answers, as dicts and lists; each throws MnemeError."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:4488",
        key: Optional[str] = None,
        bank: str = "default",
        timeout: float = 60.0,
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self._bank = bank
        self.timeout = timeout

    def _send(self, method: str, path: str, query: dict, body: Any, kind: str) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        pairs = [
            (name, value if isinstance(value, str) else json.dumps(value))
            for name, value in given.items()
        ]
        address = self.url + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        headers = {"accept": "application/json"}
        data = None
        if body is not None:
            headers["content-type"] = kind
            data = body.encode() if isinstance(body, str) else body
        if self.key is not None:
            headers["authorization"] = "Bearer " + self.key
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                text = response.read().decode()
                is_json = "json" in response.headers.get("content-type", "")
                return response.status, (json.loads(text) if is_json else text)
        except urllib.error.HTTPError as refused:
            raise _refusal(refused) from None
        except (urllib.error.URLError, TimeoutError) as lost:
            raise MnemeError(
                "unavailable",
                "There is no answer from " + self.url + ".",
                hint="Is \`mneme serve\` running there?",
            ) from lost

    def _call(self, method: str, path: str, query: dict, fields: Optional[dict]) -> Any:
        body = None
        if fields is not None:
            body = json.dumps({name: value for name, value in fields.items() if value is not None})
        return self._finished(*self._send(method, path, query, body, "application/json"))

    def _finished(self, status: int, answer: Any) -> Any:
        while status == 202 and answer["state"] == "running":
            time.sleep(0.1)
            path = _path("/v1/banks/{bank}/operations/{id}", bank=self._bank, id=answer["id"])
            _, answer = self._send("GET", path, {}, None, "")
        if status != 202:
            return answer
        if answer["state"] == "done":
            return answer["result"]
        error = answer.get("error") or {}
        message = error.get("detail") or error.get("message") or "The work was stopped."
        raise MnemeError(error.get("code", "interrupted"), message, **_details(error))


def _path(template: str, **names: Any) -> str:
    return template.format(
        **{name: urllib.parse.quote(str(value), safe="") for name, value in names.items()}
    )


def _details(problem: dict) -> dict:
    return {name: problem.get(name) for name in ("field", "value", "hint", "status")}


def _refusal(refused: urllib.error.HTTPError) -> MnemeError:
    try:
        problem = json.loads(refused.read().decode())
    except ValueError:
        problem = {}
    code = problem.get("code", "unavailable" if refused.code >= 500 else "invalid_input")
    details = {**_details(problem), "status": refused.code}
    return MnemeError(code, problem.get("detail", "The server refused."), **details)
`;

/** Generates a Python client in one file from the API description: a method for each operation on a bank. */
export function writePython(description: Readonly<Record<string, unknown>>): string {
  const { paths } = description as unknown as Described;
  const methods = Object.entries(paths).flatMap(([path, calls]) =>
    path.startsWith('/v1/banks')
      ? Object.entries(calls).map(([method, call]) => methodOf(path, method, call))
      : [],
  );
  const at = HEAD.indexOf('\n\ndef _path');
  return `${HEAD.slice(0, at)}${methods.join('')}${HEAD.slice(at)}`;
}

function methodOf(path: string, method: string, call: DescribedCall): string {
  const upload = call.requestBody?.content['application/octet-stream'] !== undefined;
  const fields = withFormer(call.operationId, fieldsOf(call)).filter(({ name }) => name !== 'bank');
  const needed = fields.filter(({ required }) => required);
  const unnamed = unnamedOf(call, fields);
  const others = fields.filter((field) => !field.required && !unnamed.includes(field));
  const withDefault = ({ name, type }: Field): string =>
    `${argument(name)}: ${optional(type)} = None`;
  const parameters = [
    'self',
    ...needed.map(({ name, type }) => `${argument(name)}: ${type}`),
    ...(upload ? ['data: Union[str, bytes]'] : []),
    ...unnamed.map(withDefault),
    ...(others.length === 0 ? [] : ['*']),
    ...others.map(withDefault),
  ];
  const names = [
    'bank=self._bank',
    ...fields.flatMap(({ name, at }) =>
      at === 'path' ? [`${argument(name)}=${argument(name)}`] : [],
    ),
  ];
  const template = path.replace(/\{(\w+)\}/g, (_, name: string) => `{${argument(name)}}`);
  const body = fields.filter(({ at }) => at === 'body');
  const sent = call.requestBody === undefined ? 'None' : dict(body);
  const query = dict(fields.filter(({ at }) => at === 'query'));
  const http = JSON.stringify(method.toUpperCase());
  const where = path.includes('{')
    ? `_path(${JSON.stringify(template)}, ${names.join(', ')})`
    : JSON.stringify(path);
  return [
    '',
    `    def ${argument(call.operationId)}(`,
    ...parameters.map((parameter) => `        ${parameter},`),
    '    ) -> Any:',
    ...docstring(call.summary ?? '', fields).map((line) => (line === '' ? '' : `        ${line}`)),
    `        _at = ${where}`,
    `        _query = ${query}`,
    upload
      ? `        return self._finished(*self._send(${http}, _at, _query, data, "application/octet-stream"))`
      : `        return self._call(${http}, _at, _query, ${sent})`,
    '',
  ].join('\n');
}

/** Optional parameters that may be positional: as on the command line, or the list that a call is made for. */
function unnamedOf(call: DescribedCall, fields: readonly Field[]): readonly Field[] {
  const named = (call['x-positional'] ?? []).flatMap(
    (name) => fields.find((field) => field.name === name) ?? [],
  );
  const first = fields.find(({ at }) => at === 'body');
  const taken = named.length === 0 && first?.type === 'list' ? [first] : named;
  return taken.filter(({ required }) => !required);
}

function fieldsOf({ parameters = [], requestBody }: DescribedCall): Field[] {
  const schema = requestBody?.content['application/json']?.schema as
    | {
        readonly properties?: Readonly<Record<string, JsonSchema>>;
        readonly required?: readonly string[];
      }
    | undefined;
  return [
    ...parameters.flatMap(
      ({ name, in: at, required = false, schema: of, description = '' }): Field[] =>
        at === 'path' || at === 'query'
          ? [{ name, at, required, type: typeOf(of), about: description }]
          : [],
    ),
    ...Object.entries(schema?.properties ?? {}).map(([name, of]): Field => ({
      name,
      at: 'body',
      required: schema?.required?.includes(name) === true,
      type: typeOf(of),
      about: typeof of['description'] === 'string' ? of['description'] : '',
    })),
  ];
}

function withFormer(verb: string, fields: readonly Field[]): readonly Field[] {
  return LIMIT_WAS_BREADTH.has(verb)
    ? fields.flatMap((field) =>
        field.name === 'limit'
          ? [field, { ...field, name: 'breadth', about: 'The former name of limit.' }]
          : [field],
      )
    : fields;
}

function typeOf(schema: JsonSchema | undefined): string {
  const type = (schema as { readonly type?: unknown } | undefined)?.type;
  return typeof type === 'string' ? (TYPES[type] ?? 'Any') : 'Any';
}

const optional = (type: string): string => (type === 'Any' ? 'Any' : `Optional[${type}]`);

/** A name in Python's snake case. */
function argument(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

const dict = (fields: readonly Field[]): string =>
  `{${fields.map(({ name }) => `${JSON.stringify(name)}: ${argument(name)}`).join(', ')}}`;

function docstring(summary: string, fields: readonly Field[]): string[] {
  const told = fields.filter(({ about }) => about !== '');
  const quoted = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  if (told.length === 0) return wrapped(`"""${quoted(summary)}"""`, '');
  return [
    ...wrapped(`"""${quoted(summary)}`, ''),
    '',
    ...told.flatMap(({ name, about }) => wrapped(`${argument(name)}: ${quoted(about)}`, '    ')),
    '"""',
  ];
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
