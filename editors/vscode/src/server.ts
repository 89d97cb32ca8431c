// How the server is started; it needs nothing of the editor, so that a test can start it too.
import { isAbsolute, join, sep } from "node:path";

export interface Started {
  command: string;
  args: string[];
  options: { cwd?: string };
}

/** The program of the setting; a path in it is relative to the folder that is open, a bare name is looked for on the PATH. */
export function started(setting: readonly string[], folder?: string): Started {
  const [program = "mindaudit", ...args] = setting.length ? setting : ["mindaudit", "lsp"];
  const isPath = program.includes("/") || program.includes(sep);
  const command = isPath && !isAbsolute(program) && folder ? join(folder, program) : program;
  return { command, args, options: folder ? { cwd: folder } : {} };
}

/** What the server is told of: Python files, and the cells of notebooks. */
export const documents = [
  { scheme: "file", language: "python" },
  { notebook: { notebookType: "jupyter-notebook" }, language: "python" },
];
