// The client of `astro lsp` and `astro dap`: it starts them, and gives VS Code's own places to what they offer: the test
// explorer, the debugger, and a panel for the game beside the text.
import * as vscode from "vscode";
import { type ErrorHandler, ErrorAction, LanguageClient, type ServerOptions } from "vscode-languageclient/node";

const LANGUAGE = "astro-rules";
const TEST = /^(?:test|playthrough)[ \t]*"([^"\n]*)"/;

interface Result {
  title: string;
  line: number;
  ok: boolean;
  failure?: { uri: string; line: number; expected: string; happened: string; more: string[] };
}

interface CoveredLine {
  uri: string;
  line: number;
  state: "ok" | "missing" | "excused";
}

// How Astro is started. Read once: behind a remote window the setting of the user is forgotten after a while, and the
// debugger must be of the same Astro as the server.
let started = ["astro"];
let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;

function program(...words: string[]): { command: string; args: string[] } {
  const [command = "astro", ...before] = started;
  return { command, args: [...before, ...words] };
}

function ask<Answer>(command: string, ...args: unknown[]): Promise<Answer> {
  if (client === undefined) throw new Error("the language server is not running");
  return client.sendRequest("workspace/executeCommand", { command, arguments: args });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  started = vscode.workspace.getConfiguration("astro").get("command", started);
  const server: ServerOptions = program("lsp");
  let usual: ErrorHandler | undefined;
  client = new LanguageClient("astro", "Astro rules", server, {
    documentSelector: [{ language: LANGUAGE }],
    initializationOptions: { inlayHints: vscode.workspace.getConfiguration("astro").get("inlayHints", true) },
    synchronize: {
      configurationSection: "astro",
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.astro"),
    },
    errorHandler: {
      // What cannot be written any more is no reason to give up: that the server has ended is told by `closed`.
      error: () => ({ action: ErrorAction.Continue }),
      closed: () => (usual ??= client!.createDefaultErrorHandler()).closed(),
    },
    middleware: {
      // What a lens asks for is shown where VS Code shows such things.
      executeCommand: async (command, args, next) => {
        if (command === "astro.debugTest") return debug(String(args[0]), Number(args[1]));
        if (command === "astro.preview") return preview(String(args[0]), Number(args[1]));
        if (!command.startsWith("astro.")) return next(command, args);
        try {
          const answer = await ask(command, ...args);
          if (command === "astro.updateSnapshot") await difference(answer as { title: string; difference: string[] });
          return answer;
        } catch (error) {
          void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
          return undefined;
        }
      },
    },
  });
  context.subscriptions.push(
    client,
    vscode.commands.registerCommand("astro.restart", begin),
  );
  await begin();
  context.subscriptions.push(
    tests(),
    vscode.debug.registerDebugAdapterDescriptorFactory("astro", {
      createDebugAdapterDescriptor: () => {
        const { command, args } = program("dap");
        return new vscode.DebugAdapterExecutable(command, args);
      },
    }),
    vscode.debug.registerDebugConfigurationProvider("astro", {
      resolveDebugConfiguration: (_folder, given) =>
        given.program !== undefined
          ? given
          : { type: "astro", request: "launch", name: "The test here", program: "${file}", line: here(), stopOnEntry: true },
    }),
    vscode.commands.registerCommand("astro.previewHere", () => {
      const editor = vscode.window.activeTextEditor;
      return editor && preview(editor.document.uri.toString(), editor.selection.active.line);
    }),
    vscode.window.onDidChangeTextEditorSelection((change) => {
      if (panel !== undefined && change.textEditor.document.languageId === LANGUAGE) {
        void ask("astro.previewAt", change.textEditor.document.uri.toString(), change.selections[0].active.line);
      }
    }),
  );
}

// Starts the server, or starts it again; if it cannot be, the author is told what to do.
async function begin(): Promise<void> {
  try {
    await (client!.needsStop() ? client!.restart() : client!.start());
  } catch (error) {
    const said = `\`${started.join(" ")} lsp\` does not start: ${error instanceof Error ? error.message : String(error)}`;
    const help = 'It comes with `pip install "astro-referee[lsp]"`; the setting `astro.command` says where it is.';
    void vscode.window.showErrorMessage(`${said}. ${help}`, "Open the setting").then((chosen) => {
      if (chosen !== undefined) void vscode.commands.executeCommand("workbench.action.openSettings", "astro.command");
    });
  }
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function here(): number | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && editor.selection.active.line + 1;
}

async function debug(uri: string, line: number): Promise<void> {
  const found = await ask<vscode.DebugConfiguration>("astro.debugTest", uri, line);
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri));
  await vscode.debug.startDebugging(folder, { ...found, stopOnEntry: true });
}

// --- The game beside the text ---------------------------------------------------------------------------------------

async function preview(uri: string, line: number): Promise<void> {
  const { url } = await ask<{ url: string }>("astro.preview", uri, line);
  const address = (await vscode.env.asExternalUri(vscode.Uri.parse(url))).toString(true);
  if (panel === undefined) {
    panel = vscode.window.createWebviewPanel("astro.preview", "Astro preview", vscode.ViewColumn.Beside, {
      enableScripts: true,
      retainContextWhenHidden: true,
    });
    panel.onDidDispose(() => (panel = undefined));
    const origin = new URL(address).origin;
    panel.webview.html = `<!doctype html><meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; frame-src ${origin}; style-src 'unsafe-inline'">
      <style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0; }</style>
      <iframe title="The game" src="${address}"></iframe>`;
  }
  panel.reveal(undefined, true);
}

async function difference(found: { title: string; difference: string[] }): Promise<void> {
  if (found.difference.length === 0) return;
  const content = `${found.title}\n\n${found.difference.join("\n")}\n`;
  const document = await vscode.workspace.openTextDocument({ language: "diff", content });
  await vscode.window.showTextDocument(document, { preview: true, viewColumn: vscode.ViewColumn.Beside });
}

// --- The test explorer ----------------------------------------------------------------------------------------------

function tests(): vscode.Disposable {
  const controller = vscode.tests.createTestController("astro", "Astro rules");
  const list = (document: vscode.TextDocument) => {
    if (document.languageId !== LANGUAGE) return;
    const uri = document.uri;
    const found: vscode.TestItem[] = [];
    for (let number = 0; number < document.lineCount; number++) {
      const line = document.lineAt(number);
      const title = TEST.exec(line.text);
      if (title === null) continue;
      const item = controller.createTestItem(`${uri}#${title[1]}`, title[1], uri);
      item.range = line.range;
      found.push(item);
    }
    controller.items.delete(uri.toString());
    if (found.length === 0) return;
    const file = controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    file.children.replace(found);
    controller.items.add(file);
  };
  vscode.workspace.textDocuments.forEach(list);
  const open = vscode.workspace.onDidOpenTextDocument(list);
  const change = vscode.workspace.onDidChangeTextDocument((event) => list(event.document));

  const wanted = (request: vscode.TestRunRequest): vscode.TestItem[] => {
    const chosen: vscode.TestItem[] = [];
    const visit = (item: vscode.TestItem) => {
      if (request.exclude?.includes(item)) return;
      if (item.children.size === 0) chosen.push(item);
      item.children.forEach(visit);
    };
    if (request.include) request.include.forEach(visit);
    else controller.items.forEach(visit);
    return chosen;
  };
  const details = new WeakMap<vscode.FileCoverage, vscode.StatementCoverage[]>();
  const cover = async (made: vscode.TestRun, file: string) => {
    const byFile = new Map<string, vscode.StatementCoverage[]>();
    for (const { uri, line, state } of await ask<CoveredLine[]>("astro.coverage", file)) {
      const lines = byFile.get(uri) ?? [];
      lines.push(new vscode.StatementCoverage(state !== "missing", new vscode.Position(line, 0)));
      byFile.set(uri, lines);
    }
    for (const [uri, lines] of byFile) {
      const found = vscode.FileCoverage.fromDetails(vscode.Uri.parse(uri), lines);
      details.set(found, lines);
      made.addCoverage(found);
    }
  };
  const run = async (request: vscode.TestRunRequest, stop: vscode.CancellationToken, covers = false) => {
    const made = controller.createTestRun(request);
    for (const item of wanted(request)) {
      if (stop.isCancellationRequested || item.uri === undefined) break;
      made.started(item);
      try {
        const results = await ask<Result[]>("astro.runTest", item.uri.toString(), item.range?.start.line ?? 0);
        const result = results.find((one) => one.title === item.label);
        if (result === undefined) made.skipped(item);
        else if (result.failure === undefined) made.passed(item);
        else {
          const { uri, line, expected, happened, more } = result.failure;
          const message = new vscode.TestMessage([expected, happened, ...more].join("\n"));
          message.location = new vscode.Location(vscode.Uri.parse(uri), new vscode.Position(line, 0));
          made.failed(item, message);
        }
      } catch (error) {
        made.errored(item, new vscode.TestMessage(String(error)));
      }
    }
    const files = new Set(wanted(request).map((item) => item.uri?.toString()));
    for (const file of covers ? files : []) {
      if (file !== undefined && !stop.isCancellationRequested) await cover(made, file);
    }
    made.end();
  };
  controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, stop) => run(request, stop), true);
  controller.createRunProfile("Debug", vscode.TestRunProfileKind.Debug, async (request) => {
    const item = wanted(request)[0];
    if (item?.uri !== undefined) await debug(item.uri.toString(), item.range?.start.line ?? 0);
  });
  const coverage = controller.createRunProfile("Coverage", vscode.TestRunProfileKind.Coverage, (request, stop) =>
    run(request, stop, true),
  );
  coverage.loadDetailedCoverage = async (_run, file) => details.get(file) ?? [];
  return vscode.Disposable.from(controller, open, change);
}
