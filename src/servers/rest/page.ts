import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
h1 { font-size: 1.4rem; } label { display: block; margin: .6rem 0 .2rem; } code, textarea, pre, input, select { font: 13px/1.45 ui-monospace, monospace; }
input, select, textarea { width: 100%; box-sizing: border-box; padding: .4rem; border: 1px solid #8888; border-radius: 4px; background: Field; color: FieldText; }
textarea { min-height: 9rem; } button { margin: .8rem 0; padding: .5rem 1.4rem; font: inherit; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; } .hint { opacity: .7; font-size: .85rem; }
pre { background: #8882; padding: .8rem; border-radius: 4px; overflow: auto; white-space: pre-wrap; word-break: break-word; max-height: 60vh; }
`;

const SCRIPT = `
const at = (id) => document.getElementById(id);
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
let places = [], chosen = null;
const placeOf = (schema = {}) => schema.type === 'array' ? [] : schema.type === 'number' || schema.type === 'integer' ? 0 : schema.type === 'boolean' ? false : schema.type === 'object' ? {} : '';
function show() {
  chosen = places[at('operation').selectedIndex];
  const { described, method, path } = chosen;
  at('what').textContent = method + ' ' + path + ' – ' + (described.description ?? described.summary);
  at('fields').replaceChildren(...(described.parameters ?? []).filter(({ name }) => name !== 'bank').map(({ name, required, description }) => {
    const label = make('label', { textContent: name + (required ? ' *' : '') + (description ? ' – ' + description : '') });
    label.append(make('input', { id: 'field-' + name }));
    return label;
  }));
  const content = described.requestBody?.content ?? {};
  const schema = content['application/json']?.schema;
  at('body-part').hidden = described.requestBody === undefined;
  const wanted = schema?.required?.length ? schema.required : Object.keys(schema?.properties ?? {}).slice(0, 1);
  at('body').value = schema === undefined ? '' : JSON.stringify(Object.fromEntries(wanted.map((name) => [name, placeOf(schema.properties[name])])), null, 2);
  at('body-hint').textContent = Object.entries(schema?.properties ?? {}).map(([name, each]) => name + (each.description ? ': ' + each.description : '')).join('\\n');
}
async function send() {
  let path = chosen.path.replace('{bank}', encodeURIComponent(at('bank').value));
  const query = new URLSearchParams(), headers = {};
  for (const { name, in: where } of chosen.described.parameters ?? []) {
    const value = at('field-' + name)?.value ?? '';
    if (value === '') continue;
    if (where === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    else if (where === 'query') query.set(name, value);
    else headers[name] = value;
  }
  if (at('key').value !== '') headers.authorization = 'Bearer ' + at('key').value;
  const body = at('body-part').hidden ? undefined : at('body').value;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const began = performance.now();
  try {
    const response = await fetch(path + (query.size > 0 ? '?' + query : ''), { method: chosen.method, headers, body });
    const text = await response.text();
    at('status').textContent = response.status + ' ' + response.statusText + ', ' + Math.round(performance.now() - began) + ' ms' + (response.headers.get('location') ? ', goes on at ' + response.headers.get('location') : '');
    try { at('answer').textContent = JSON.stringify(JSON.parse(text), null, 2); } catch { at('answer').textContent = text; }
  } catch (error) { at('status').textContent = String(error); }
}
fetch('/v1/openapi.json').then((response) => response.json()).then(({ paths }) => {
  places = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => ({ path, method: method.toUpperCase(), described })));
  at('operation').replaceChildren(...places.map(({ path, method, described }) => make('option', { textContent: described.operationId + ' – ' + described.summary + ' (' + method + ' ' + path + ')' })));
  at('operation').selectedIndex = Math.max(0, places.findIndex(({ described }) => described.operationId === 'recall'));
  show();
});
at('operation').addEventListener('change', show);
at('send').addEventListener('click', send);
`;

const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mneme</title><style>${STYLE}</style></head>
<body>
<h1>Mneme</h1>
<p class="hint">Every operation of this server, to try. <a href="/v1/openapi.json">openapi.json</a> describes them for programs. What is sent here is done.</p>
<div class="row"><label>bank <input id="bank" value="default"></label><label>key, where the server asks for one <input id="key" type="password" autocomplete="off"></label></div>
<label>operation <select id="operation"></select></label>
<p id="what" class="hint"></p>
<div id="fields"></div>
<div id="body-part"><label for="body">body</label><textarea id="body" spellcheck="false"></textarea><pre id="body-hint" class="hint"></pre></div>
<button id="send">Send</button>
<p id="status" role="status"></p>
<pre id="answer"></pre>
<script>${SCRIPT}</script>
</body>
</html>
`;

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // Nothing is loaded from anywhere else, and no other page may frame it.
  'content-security-policy': `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** A page to try every operation on: one text, drawn from openapi.json, needing nothing from elsewhere. */
export function servePage(): Response {
  return new Response(PAGE, { headers: HEADERS });
}
