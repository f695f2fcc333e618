import { parseArgs, type ParseArgsConfig } from "node:util";

/** Parses the arguments of a command. Unknown arguments end it with status 1 and the usage; `--help` prints the usage. */
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
