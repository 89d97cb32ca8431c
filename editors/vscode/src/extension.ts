import { commands, ExtensionContext, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { documents, started } from "./server";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("mindaudit.restart", restart),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("mindaudit.command") && restart()),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.stop();
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const setting = workspace.getConfiguration("mindaudit").get<string[]>("command", []);
  const server = started(setting, workspace.workspaceFolders?.[0]?.uri.fsPath);
  client = new LanguageClient("mindaudit", "mindaudit", server, { documentSelector: documents });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    window.showErrorMessage(`mindaudit: ${server.command}: ${error}. pip install "mindaudit[lsp]"`);
  }
}
