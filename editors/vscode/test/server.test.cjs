// The server that the extension starts, spoken to as the editor does. MINDAUDIT names the program where it is not on the PATH.
"use strict";
const assert = require("node:assert/strict");
const { spawn } = require("node:child_process");
const { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const test = require("node:test");
const { pathToFileURL } = require("node:url");
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-jsonrpc/node");
const { documents, started } = require("../out/server.js");

const PROGRAM = process.env.MINDAUDIT ?? "mindaudit";
const TEXT = "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return torch.nonzero(x)\n";

/** A server in a folder of its own, with one open file and the next diagnostics about it. */
async function opened(run, configuration = "") {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mindaudit-")));
  writeFileSync(join(folder, "net.py"), TEXT);
  writeFileSync(join(folder, "mindaudit.toml"), configuration);
  const { command, args, options } = started([PROGRAM, "lsp"], folder);
  const process = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const server = createMessageConnection(new StreamMessageReader(process.stdout), new StreamMessageWriter(process.stdin));
  const told = new Promise((resolve) => server.onNotification("textDocument/publishDiagnostics", resolve));
  server.onRequest("client/registerCapability", () => null);
  server.listen();
  try {
    const uri = pathToFileURL(join(folder, "net.py")).href;
    const rootUri = pathToFileURL(folder).href;
    const answer = await server.sendRequest("initialize", { processId: null, rootUri, workspaceFolders: [{ uri: rootUri, name: "x" }], capabilities: {} });
    await server.sendNotification("initialized", {});
    await server.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "python", version: 1, text: TEXT } });
    await run({ server, uri, answer, diagnostics: (await told).diagnostics });
    await server.sendRequest("shutdown");
    await server.sendNotification("exit");
    assert.equal(await new Promise((resolve) => process.once("exit", resolve)), 0);
  } finally {
    server.dispose();
    process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a file is diagnosed, and each code leads to its page", { timeout: 60_000 }, () =>
  opened(async ({ diagnostics, answer }) => {
    const hazard = diagnostics.find((each) => each.code === "MA202");
    assert.deepEqual(hazard.range.start, { line: 5, character: 15 });
    assert.match(hazard.codeDescription.href, /\/en\/rules\/MA202\.html$/);
    assert.ok(answer.capabilities.hoverProvider && answer.capabilities.codeActionProvider);
  }));

test("hover and actions answer at the place", { timeout: 60_000 }, () =>
  opened(async ({ server, uri, diagnostics }) => {
    const position = { line: 5, character: 20 };
    const hover = await server.sendRequest("textDocument/hover", { textDocument: { uri }, position });
    assert.match(hover.contents.value, /torch\.nonzero/);
    const range = { start: position, end: position };
    const actions = await server.sendRequest("textDocument/codeAction", { textDocument: { uri }, range, context: { diagnostics } });
    assert.ok(actions.some((action) => action.title.includes("Accept MA202")), JSON.stringify(actions.map((action) => action.title)));
  }));

test("it speaks Chinese where the configuration says so", { timeout: 60_000 }, () =>
  opened(async ({ diagnostics }) => {
    const hazard = diagnostics.find((each) => each.code === "MA202");
    assert.match(hazard.message, /[\u4e00-\u9fff]/);
    assert.match(hazard.codeDescription.href, /\/zh\/rules\/MA202\.html$/);
  }, 'lang = "zh"\n'));

test("a path of the setting is relative to the folder, a name is not", () => {
  assert.equal(started([".venv/bin/mindaudit", "lsp"], "/work").command, join("/work", ".venv/bin/mindaudit"));
  assert.equal(started(["mindaudit", "lsp"], "/work").command, "mindaudit");
  assert.deepEqual(started([]), { command: "mindaudit", args: ["lsp"], options: {} });
});

test("what the manifest promises is what the source uses", () => {
  const manifest = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8"));
  const source = readFileSync(join(__dirname, "../src/extension.ts"), "utf8");
  assert.deepEqual([...source.matchAll(/registerCommand\("([^"]+)"/g)].map((found) => found[1]), manifest.contributes.commands.map((each) => each.command));
  assert.deepEqual(Object.keys(manifest.contributes.configuration.properties), [...new Set([...source.matchAll(/affectsConfiguration\("([^"]+)"/g)].map((found) => found[1]))]);
  assert.deepEqual(manifest.contributes.configuration.properties["mindaudit.command"].default, ["mindaudit", "lsp"]);
  const english = JSON.parse(readFileSync(join(__dirname, "../package.nls.json"), "utf8"));
  const chinese = JSON.parse(readFileSync(join(__dirname, "../package.nls.zh-cn.json"), "utf8"));
  assert.deepEqual(Object.keys(chinese), Object.keys(english));
  assert.equal(documents.filter((each) => each.language === "python").length, 2);
});
