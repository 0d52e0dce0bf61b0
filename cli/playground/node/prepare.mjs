// Python as the page has it, under Node: compiles what a visit imports and makes the parser's tables, and packs both.
// node prepare.mjs PYODIDE ARCHIVE OUTPUT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Node would quote the line of an error, which has a million signs here.
process.on("uncaughtException", (error) => {
  console.error(String(error.message ?? error).trim());
  process.exit(1);
});

const [folder, archive, output] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: folder });
python.FS.mkdirTree("/astro");
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/astro" });
const packed = python.runPython(String.raw`
import importlib.util, io, json, os, sys, zipfile
from pathlib import Path

sys.path.insert(0, "/astro")
sys.dont_write_bytecode = False
os.environ["ASTRO_CACHE"] = "/prepared"
os.makedirs("/prepared", mode=0o700)
from astro_referee.cli.playground.worker import Worker

# A first visit: whatever it imports is compiled for all later ones, and the parser's tables are made.
RULES = Path("/astro/astro_referee/cli/starters/cards.astro").read_text(encoding="utf-8")
worker = Worker()
document = {"name": "first", "rules": RULES}
for message in (
    {"do": "words"},
    {"do": "check", "document": document},
    {"do": "check", "document": document, "whole": True},
    {"do": "format", "text": RULES},
    {"do": "set-up"},
    {"do": "start"},
    {"do": "view", "seat": "P1"},
    {"do": "submit", "move": "no such move"},
    {"do": "graph"},
    {"do": "test"},
    {"do": "coverage"},
    {"do": "let-play", "bot": "mcts:2", "seats": ["P1", "P2"]},
):
    answer = json.loads(worker.answer(json.dumps(message)))
    if not answer["ok"]:
        raise RuntimeError(f"{message['do']}: {answer['message']}")
made = io.BytesIO()
with zipfile.ZipFile(made, "w") as archive:
    # Python has kept what it compiled. It is of just these sources, so nobody need look whether they have changed: by
    # its flag (PEP 552) it goes by their hash, which is not compared.
    for path in sorted(Path("/astro").rglob("*.pyc")):
        compiled = path.read_bytes()
        source = Path(importlib.util.source_from_cache(str(path))).read_bytes()
        head = compiled[:4] + (1).to_bytes(4, "little") + importlib.util.source_hash(source)
        archive.writestr(zipfile.ZipInfo(str(path.relative_to("/astro"))), head + compiled[16:])
    for path in sorted(Path("/prepared").glob("parser-*")):
        archive.writestr(zipfile.ZipInfo(f"astro_referee/prepared/{path.name}"), path.read_bytes())
made.getvalue()
`);
writeFileSync(output, packed.toJs());
