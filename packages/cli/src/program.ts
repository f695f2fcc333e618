import { Command, Option } from "commander";
import { checkConfig } from "./config-command.ts";
import { createKey, listKeys, revokeKey } from "./key-commands.ts";
import { printLoginCode } from "./login-code-command.ts";
import { applyPlan, showPlan } from "./schema-commands.ts";
import type { CommandContext, Ending } from "./site.ts";
import { exportSite } from "./transfer/export-command.ts";
import { importSite } from "./transfer/import-command.ts";
import { createUser } from "./user-commands.ts";

const STATUSES = `
Exit status:
  0    done, or nothing to do
  1    refused or failed; a sentence on stderr says why
  2    something would be lost (schema plan), was left out (export, import), or not everybody was told (keys revoke)
  130  stopped by Ctrl-C or SIGTERM

What is asked for goes to stdout, words about it to stderr. The environment is that of the services: CMS_CONFIG,
DATABASE_URL, REDIS_URL, CMS_SECRET, CMS_DATA_DIR, STORAGE_ADAPTER, S3_*. Beside a running npm start nothing needs to be set.`;

/** The command line. `onStatus` is told the status that the command ends with. */
export function createProgram(context: CommandContext, onStatus: (status: number) => void): Command {
  const { name = "cms", addCommands } = context;
  const { stdout, stderr } = context.terminal;
  const program = new Command(name)
    .description("For the people who run a Colophon site.")
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .showHelpAfterError(`(${name} --help shows every command)`)
    .addHelpText("after", STATUSES);
  const ending =
    <Given extends unknown[]>(work: (...given: Given) => Promise<number>) =>
    async (...given: Given): Promise<void> =>
      onStatus(await work(...given));

  addCommands?.(program, context, ending);
  const config = program.command("config").description("The configuration");
  config
    .command("check")
    .description("read and check it; say what it holds, or every problem")
    .action(ending(() => checkConfig(context)));
  addSchema(program, context, ending);
  addPeople(program, context, ending);
  addTransfer(program, context, ending);
  return program;
}

function addSchema(program: Command, context: CommandContext, ending: Ending): void {
  const schema = program.command("schema").description("The database's tables");
  schema
    .command("plan")
    .description("what would change to match the configuration; changes nothing. Status 2 when values would be lost")
    .option("--sql", "show the statements too")
    .action(ending((options: { sql?: boolean }) => showPlan(context, options)));
  schema
    .command("apply")
    .description("migrate, and bring the tables to the configuration, as a start of the services does")
    .option("--allow-loss [places]", "allow loss at these places (article.subtitle,tag), or everywhere; ALLOW_DATA_LOSS says the same")
    .action(ending((options: { allowLoss?: string | true }) => applyPlan(context, options)));
}

function addPeople(program: Command, context: CommandContext, ending: Ending): void {
  const users = program.command("users").description("People who may sign in");
  users
    .command("create <email>")
    .description("make a user; prints the id")
    .requiredOption("--role <role>", "the name of a configured role")
    .option("--name <name>", "the part before the @ when left out")
    .action(ending((email: string, options: { role: string; name?: string }) => createUser(context, { email, ...options })));

  program
    .command("login-code <email>")
    .description("a sign-in code for a user whom no mail reaches; prints the body that POST /api/auth/create takes")
    .action(ending((email: string) => printLoginCode(context, email)));

  const keys = program.command("keys").description("API keys");
  keys
    .command("create <name>")
    .description("make a key; prints it, alone on stdout, this once")
    .requiredOption("--role <role>", "the role it acts as")
    .option("--expires <when>", "a time in ISO 8601, or 12h, 90d, 4w; never when left out")
    .option("--rate-limit <requests>", "requests a minute that count for this key alone, not for the address it is used from")
    .action(
      ending((name: string, options: { role: string; expires?: string; rateLimit?: string }) => createKey(context, { name, ...options })),
    );
  keys
    .command("list")
    .description("every key, a line each: id, prefix, role, end, last use, name")
    .action(ending(() => listKeys(context)));
  keys
    .command("revoke <id-or-prefix>")
    .description("end a key, everywhere within a second")
    .action(ending((which: string) => revokeKey(context, which)));
}

function addTransfer(program: Command, context: CommandContext, ending: Ending): void {
  program
    .command("export <file>")
    .description("all content, users and media of one moment as a tar; - writes it to stdout. Without sessions, codes and API keys")
    .addOption(new Option("--no-media", "leave the files out; their records are in it"))
    .action(ending((file: string, options: { media: boolean }) => exportSite(context, file, options)));
  program
    .command("import <file>")
    .description(
      "take in what cms export wrote, ids kept; - reads stdin. All rows or none; run it again after a failure and it goes on. A record that is there already is left as it is",
    )
    .option("--dry-run", "say what would be made, replaced, left or refused; change nothing")
    .option("--overwrite", "replace records that are there already, with their links, versions and plans")
    .action(ending((file: string, options: { dryRun?: boolean; overwrite?: boolean }) => importSite(context, file, options)));
}
