// Python itself, away from the page: messages go to one Python object and its answers back.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/astro";

async function archive(python, name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} is not there`);
  python.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: HOME });
}

async function begin() {
  const fetched = fetch("astro.zip").then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(new Error("astro.zip is not there"))));
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href });
  python.FS.mkdirTree(HOME);
  python.unpackArchive(await fetched, "zip", { extractDir: HOME });
  const answer = python.runPython(`
import os, sys
sys.path.insert(0, "${HOME}")
os.environ["ASTRO_CACHE"] = "/cache"
os.environ["ASTRO_ENGINE"] = "python"
from astro_referee.cli.playground.worker import Worker
Worker().answer
`);
  return { python, answer };
}

const begun = begin();
let tested = false;

self.addEventListener("message", async ({ data: { id, text, tests } }) => {
  try {
    const { python, answer } = await begun;
    if (tests && !tested) {
      await archive(python, "tests.zip");
      tested = true;
    }
    self.postMessage({ id, text: answer(text) });
  } catch (error) {
    // A stack that is full, or memory that is used up, leaves Python in no state to go on.
    self.postMessage({ failed: String(error.message ?? error).trim().split("\n").pop() });
  }
});

begun.then(
  () => self.postMessage({ ready: true }),
  (error) => self.postMessage({ failed: String(error.message ?? error).trim().split("\n").pop() }),
);
