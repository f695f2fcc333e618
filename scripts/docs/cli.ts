import { createProgram } from "colophon/cli/program.ts";
import { addCommands } from "../../packages/colophon/src/commands.ts";
import { tableOf } from "./table.ts";

type Program = ReturnType<typeof createProgram>;

/** Every command with its options and exit statuses, in Markdown: `cms` of this repository, and the further commands of a project's `colophon`. */
export function toCliReference(): string {
  let help = "";
  const sink = { write: (text: string) => void (help += text) };
  const context = { terminal: { stdout: sink, stderr: sink } } as unknown as Parameters<typeof createProgram>[0];
  const program = createProgram(context, () => {});
  program.outputHelp();
  const [, statuses = ""] = help.split("Exit status:\n");
  const names = new Set(program.commands.map((command) => command.name()));
  const ofProjects = createProgram({ ...context, name: "colophon", addCommands }, () => {});
  return [
    ...leavesOf(program).map(sectionOf),
    ...ofProjects.commands.filter((command) => !names.has(command.name())).map(sectionOf),
    "## Exit status",
    `\`\`\`txt unchecked="words of the program"\n${statuses.trimEnd()}\n\`\`\``,
  ].join("\n\n");
}

function leavesOf(command: Program): readonly Program[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

function sectionOf(command: Program): string {
  const names = [command, ...ancestorsOf(command)].map((ancestor) => ancestor.name()).toReversed();
  const values = command.registeredArguments.map((value) => (value.required ? `<${value.name()}>` : `[${value.name()}]`));
  const description = `${command.description().charAt(0).toUpperCase()}${command.description().slice(1)}.`;
  const options = command.options.map(({ flags, mandatory, description: meaning }) => [`\`${flags}\``, mandatory ? "yes" : "", meaning]);
  const table = options.length === 0 ? [] : [tableOf(["Option", "Required", "Meaning"], options)];
  return [`## \`${[...names, ...values].join(" ")}\``, description, ...table].join("\n\n");
}

function ancestorsOf({ parent }: Program): readonly Program[] {
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}
