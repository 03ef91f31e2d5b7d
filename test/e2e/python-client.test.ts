/** The client in Python, written from the description of the API, run by the machine's Python against a server with real sockets. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeApi } from '../../packages/server/src/rest/openapi.js';
import { endpoints } from '../../packages/server/src/rest/routes.js';
import { writePython } from '../../packages/server/src/rest/write-python.js';
import { runProcess } from '../support/run-node.js';
import { temporaryFolder } from '../support/open-test-memory.js';
import { serveTestMemory } from '../support/served-memory.js';

const WRITTEN = writePython(describeApi(endpoints(), ''));
const python = ['python3', 'python'].find(
  (name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);

it('has a method for every operation', () => {
  for (const verb of ['remember', 'recall', 'import_', 'memories_delete'])
    expect(WRITTEN).toContain(`    def ${verb}(\n`);
});

const PROGRAM = `
import sys
from mneme_client import Mneme, MnemeError
url, key = sys.argv[1:]
memory = Mneme(url, key=key, bank="python")
memory.bank_create()
receipt = memory.remember("Tom moved to Porto last Saturday.", speaker="Priya", said_at="2025-07-02T10:00:00Z")
assert receipt["outcome"] == "remembered", receipt
found = memory.recall(query="Where does Tom live?", limit=1)
assert "Porto" in found["results"][0]["content"], found
assert memory.show(receipt["id"])["memory"]["speaker"] == "Priya"
assert memory.list(speaker="Priya", metadata=None)["memories"][0]["id"] == receipt["id"]
report = memory.import_("notes.md", "# Depot\\n\\nInes keeps bees on the roof.\\n", origin="notes")
assert report["outcomes"]["remembered"] == 1, report
memory.documents_change(put=[{"namespace": ["a b", "ü"], "key": "k/1", "value": {"n": None}}])
assert memory.documents(namespace=["a b", "ü"], key="k/1")["documents"][0]["value"] == {"n": None}
assert memory.bank()["name"] == "python"
assert memory.recall("Where does Tom live?", limit=1)["results"][0]["content"] == found["results"][0]["content"]
assert "Porto" in str(memory.why("Where does Tom live?")), "why"
assert memory.remember_all([{"content": "The depot opens at six."}])["receipts"], "remember_all"
forgotten = memory.forget([receipt["id"]], reason="a test")
memory.undo(forgotten["reversal"])
for call, code, field in [
    (lambda: memory.recall(query="x", limit=0), "invalid_input", "recall.limit"),
    (lambda: memory.recall(query="x", breadth=0), "invalid_input", "recall.limit"),
    (lambda: memory.recall(query="x", limit=2, breadth=3), "invalid_input", "recall.breadth"),
    (lambda: memory.show("m_0000000000000"), "not_found", "id"),
    (lambda: Mneme(url, key="wrong").stats(), "unauthorised", None),
    (lambda: Mneme("http://127.0.0.1:9").stats(), "unavailable", None),
]:
    try:
        call()
    except MnemeError as refused:
        assert (refused.code, refused.field) == (code, field), (refused.code, refused.field)
    else:
        raise AssertionError(code)
print("done")
`;

it.skipIf(python === undefined)(
  'keeps, finds, imports and is refused as the library is',
  async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mneme_client.py'), WRITTEN);
    const { memory, url } = await serveTestMemory();
    const { key } = await memory.file.keys.create({
      name: 'python',
      banks: ['python'],
      scopes: ['write', 'read'],
    });
    const { out, err } = await runProcess(python ?? '', ['-c', PROGRAM, url, key], {
      cwd: folder,
      env: { PYTHONDONTWRITEBYTECODE: '1' },
    });
    expect(err).toBe('');
    expect(out).toBe('done\n');
  },
);
