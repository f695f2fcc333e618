import { parseArgs, type ParseArgsConfig } from "node:util";

/** What a command was called with. Arguments that it doesn't take end it with status 1 and how it is used; `--help` says just that. */
export function readArguments<T extends ParseArgsConfig>(usage: string, taken: T): ReturnType<typeof parseArgs<T>> {
  if (process.argv.slice(2).some((argument) => argument === "--help" || argument === "-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs(taken);
  } catch (error) {
    const [reason = ""] = (error as Error).message.split(". ");
    console.error(`${reason}\n${usage}`);
    return process.exit(1);
  }
}
