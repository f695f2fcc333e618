/** The command `colophon`, with all its subcommands. */
const [, , command, ...rest] = process.argv;

// A start supervises the services as long as they run: it must not keep the memory of what only other commands need.
if (command === "start" && rest.length === 0) await (await import("./start.ts")).start();
else await (await import("./commands.ts")).runCommandLine();
