import { Command, Option } from "commander";
import { exportLog, printHead, verifyLog } from "./audit/audit-commands.ts";
import { checkConfig } from "./config-command.ts";
import { createKey, listKeys, revokeKey } from "./key-commands.ts";
import { printLoginCode, createUser } from "./user-commands.ts";
import { checkMedia } from "./media/check-command.ts";
import { applyPlan, showPlan } from "./schema-commands.ts";
import type { CommandContext, Ending } from "./site.ts";
import { exportRecords, type RecordExportOptions } from "./records/export-command.ts";
import { importRecords, type RecordImportOptions } from "./record-import/import-command.ts";
import { exportSite } from "./transfer/export-command.ts";
import { importSite, type ImportOptions } from "./transfer/import-command.ts";

const STATUSES = `
Exit status:
  0    success, or nothing to do
  1    refused or failed; stderr contains the reason
  2    data would be lost (schema plan), data is missing (export, import, media check, audit verify), or not all gateways were notified (keys revoke)
  130  stopped by Ctrl-C or SIGTERM

Results are written to stdout, messages to stderr. The commands read the same environment variables as the services:
CMS_CONFIG, DATABASE_URL, REDIS_URL, REDIS_*, CMS_SECRET, CMS_DATA_DIR, STORAGE_ADAPTER, S3_*. While npm start is running, no variable is needed.`;

/** The command line. `onStatus` is called with the command's exit status. */
export function createProgram(context: CommandContext, onStatus: (status: number) => void): Command {
  const { name = "cms", addCommands } = context;
  const { stdout, stderr } = context.terminal;
  const program = new Command(name)
    .description("Administration of a Colophon site.")
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
    .description("check the configuration; prints its contents or every problem")
    .action(ending(() => checkConfig(context)));
  addSchema(program, context, ending);
  addPeople(program, context, ending);
  addTransfer(program, context, ending);
  addRecords(program, context, ending);
  addMedia(program, context, ending);
  addAudit(program, context, ending);
  return program;
}

function addSchema(program: Command, context: CommandContext, ending: Ending): void {
  const schema = program.command("schema").description("The database's tables");
  schema
    .command("plan")
    .description("show the changes that the configuration requires, without applying them. Status 2 if data would be lost")
    .option("--sql", "also show the SQL statements")
    .action(ending((options: { sql?: boolean }) => showPlan(context, options)));
  schema
    .command("apply")
    .description("apply the migrations, and change the tables to match the configuration, as a start of the services does")
    .option("--allow-loss [places]", "allow data loss at these places (article.subtitle,tag), or everywhere; the same as ALLOW_DATA_LOSS")
    .action(ending((options: { allowLoss?: string | true }) => applyPlan(context, options)));
}

function addPeople(program: Command, context: CommandContext, ending: Ending): void {
  const users = program.command("users").description("Users");
  users
    .command("create <email>")
    .description("create a user; prints the id")
    .requiredOption("--role <role>", "the name of a configured role")
    .option("--name <name>", "the displayed name; default: the part of the address before the @")
    .action(ending((email: string, options: { role: string; name?: string }) => createUser(context, { email, ...options })));

  program
    .command("login-code <email>")
    .description("create a sign-in code for a user who can't receive mail; prints the body for POST /api/auth/create")
    .action(ending((email: string) => printLoginCode(context, email)));

  const keys = program.command("keys").description("API keys");
  keys
    .command("create <name>")
    .description("create a key; prints it once, as the only output on stdout")
    .requiredOption("--role <role>", "the role of the key")
    .option("--expires <when>", "a time in ISO 8601, or 12h, 90d, 4w; default: never")
    .option("--rate-limit <requests>", "requests per minute for this key; they then don't count for the client address")
    .action(
      ending((name: string, options: { role: string; expires?: string; rateLimit?: string }) => createKey(context, { name, ...options })),
    );
  keys
    .command("list")
    .description("list all keys, one per line: id, prefix, role, expiry, last use, name")
    .action(ending(() => listKeys(context)));
  keys
    .command("revoke <id-or-prefix>")
    .description("revoke a key; takes effect everywhere within a second")
    .action(ending((which: string) => revokeKey(context, which)));
}

function addMedia(program: Command, context: CommandContext, ending: Ending): void {
  program
    .command("media")
    .description("Files of media")
    .command("check")
    .description(
      "compare the files of media and the sizes made from images with the storage, in both directions; prints each that is missing, damaged or unused. Status 2 if some are left",
    )
    .option(
      "--repair",
      "remove unused files, and sizes that are missing or damaged, so that they are made again; an original is only reported",
    )
    .option("--after <key>", "continue an earlier check after this file")
    .action(ending((options: { repair?: boolean; after?: string }) => checkMedia(context, options)));
}

function addAudit(program: Command, context: CommandContext, ending: Ending): void {
  const audit = program.command("audit").description("The audit log");
  audit
    .command("verify")
    .description(
      "check the chain of the audit log; prints each row that was changed, removed, inserted or reordered. Status 2 if there are any",
    )
    .option("--head <file>", "also check that the chain contains the head in this file, from cms audit head")
    .action(ending((options: { head?: string }) => verifyLog(context, options)));
  audit
    .command("head")
    .description("print the number and the hash of the newest row, signed. Store it on another machine")
    .action(ending(() => printHead(context)));
  audit
    .command("export <file>")
    .description("export the audit log as JSON lines, oldest rows first; - writes to stdout")
    .action(ending((file: string) => exportLog(context, file)));
}

function addTransfer(program: Command, context: CommandContext, ending: Ending): void {
  program
    .command("export <file>")
    .description(
      "export all content, users and media as a tar file, from one snapshot; - writes to stdout. Sessions, codes and API keys are not exported",
    )
    .addOption(new Option("--no-media", "export the records of media without the files"))
    .action(ending((file: string, options: { media: boolean }) => exportSite(context, file, options)));
  program
    .command("import <file>")
    .description(
      "import a file from cms export, with the same ids; - reads stdin. Imports all rows or none; after a failure, run it again to continue. Existing records are kept",
    )
    .option("--dry-run", "show what would be created, replaced, kept or refused, without importing")
    .option("--overwrite", "replace existing records, with their relations, versions and schedules")
    .option("--as-is", "import values that the API would refuse, too, and name them")
    .option("--events", "tell webhooks about the imported records")
    .action(ending((file: string, options: ImportOptions) => importSite(context, file, options)));
}

function addRecords(program: Command, context: CommandContext, ending: Ending): void {
  const records = program.command("records").description("Records as CSV or NDJSON, through the API of the running site");
  const collect = (text: string, all: readonly string[] = []): readonly string[] => [...all, text];
  const ofFile = (command: Command): Command =>
    command
      .option("--format <format>", "csv or ndjson, of an import also wordpress or strapi; default: by the name of the file")
      .option("--delimiter <character>", "between the cells of a CSV file; default: a comma")
      .option("--url <url>", "the address of the site; default: the running site, else CMS_PUBLIC_URL, else port 8080 of this machine");
  ofFile(records.command("import <entity> <path>"))
    .description(
      "create records of a file, of a folder of Markdown or HTML files, or of an export of WordPress (.xml) or Strapi (.tar.gz), after all of it was checked; prints the lines with mistakes. A column is a field, seo.headline, or a reference by a unique field: author.email",
    )
    .option("--map <column=field>", "the field of a column with another name; column= leaves it out. Can be given several times", collect)
    .option("--key <field>", "a unique field that identifies a record: those that exist are not created again")
    .option("--existing <what>", "keep or update records that exist; default: keep")
    .option("--body <field>", "of a folder or an export: the field that the texts become; default: the only rich text")
    .option(
      "--media <folder>",
      "of a folder or a WordPress export: where the files of absolute paths and of addresses of the old site are; default: the folder",
    )
    .option("--type <type>", "of an export: its kind of contents; default: post of WordPress, the entity's name of Strapi")
    .option("--draft", "create and change drafts")
    .option("--dry-run", "check the file and count what would be created, updated or kept")
    .action(ending((entity: string, file: string, options: RecordImportOptions) => importRecords(context, entity, file, options)));
  ofFile(records.command("export <entity> <file>"))
    .description("write all records of an entity to a file; - writes to stdout")
    .option("--fields <fields>", "the columns, separated by commas: title,seo.headline,author.email; default: id and all fields")
    .option("--draft", "with the drafts of records, and records that were never published")
    .option("--escape-formulas", "begin cells that a spreadsheet would calculate with an apostrophe")
    .action(ending((entity: string, file: string, options: RecordExportOptions) => exportRecords(context, entity, file, options)));
}
