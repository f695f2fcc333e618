import type { Entity, Field } from "@colophon/engine";
import { MAX_BULK_RECORDS } from "@colophon/model";
import { AppError } from "@colophon/model/errors";
import { Refusal, STATUS } from "../failures.ts";
import { countOf } from "../progress.ts";
import type { CommandContext } from "../site.ts";
import { printMessage } from "../terminal.ts";
import { collectionOf, uniqueField } from "../records/columns.ts";
import { createLookup, normalized } from "../records/lookup.ts";
import { createPrepare, type Prepare, type Prepared } from "../records/prepare.ts";
import { withRecordApi, type RecordApi } from "../records/record-api.ts";
import type { Problem, Row } from "../records/rows.ts";
import { openSource } from "./source.ts";
import { printCounts, printProblems, type Counts } from "./messages.ts";
import { createTranslationGroups, type TranslationGroups } from "./translation-groups.ts";

export interface RecordImportOptions {
  readonly format?: string;
  readonly delimiter?: string;
  /** `Header=field`, each for one column. */
  readonly map?: readonly string[];
  /** The field that identifies records. */
  readonly key?: string;
  /** The field that the texts of a folder become. */
  readonly body?: string;
  /** The folder with the files of absolute paths. */
  readonly media?: string;
  /** Of an export of another program: the kind of its contents. */
  readonly type?: string;
  readonly existing?: string;
  readonly draft?: boolean;
  readonly dryRun?: boolean;
  readonly url?: string;
}

interface RecordImport extends Prepare {
  readonly context: CommandContext;
  readonly api: RecordApi;
  readonly entity: Entity;
  readonly key: Field | null;
  readonly groups: TranslationGroups;
  readonly updates: boolean;
  /** The rows from the beginning. A check uploads nothing. */
  readonly rows: (options: { readonly isCheck: boolean }) => AsyncGenerator<Row>;
}

/** Less than the size that the body of a bulk request may have. */
const MAX_CHARACTERS = 250_000;

/**
 * `cms records import`: creates records of a CSV or NDJSON file through the API. First the whole file is checked: with a mistake in it,
 * nothing is created. With `--key` it can be repeated: what exists is kept, or updated.
 */
export async function importRecords(context: CommandContext, name: string, file: string, options: RecordImportOptions): Promise<number> {
  const { draft = false, dryRun = false, existing = "keep" } = options;
  if (existing !== "keep" && existing !== "update") throw new Refusal("--existing is keep or update.");
  if (existing === "update" && options.key === undefined)
    throw new Refusal("--existing update needs --key: the field that identifies a record.");
  return withRecordApi(context, options.url, async (api, schema) => {
    const entity = collectionOf(schema, name);
    if (draft && !entity.versions) throw new Refusal(`${name} has no drafts: leave --draft out.`);
    const key = options.key === undefined ? null : uniqueField(entity, options.key);
    const lookup = createLookup(schema, api);
    const names = namesOf(options.map ?? []);
    const { rows, valueOf, close } = await openSource({ context, api, schema, entity, names, file, options });
    try {
      const preparing = createPrepare({ schema, entity, valueOf, names, key, draft, lookup });
      const groups = createTranslationGroups(api, name);
      const run: RecordImport = { context, api, entity, key, groups, updates: existing === "update", rows, ...preparing };
      const counts = await check(run, file);
      const written = dryRun || counts === null ? counts : await write(run, file);
      if (written === null) return STATUS.refused;
      printCounts(context, name, written, dryRun);
      return STATUS.done;
    } finally {
      await close?.();
    }
  });
}

/** The fields that headers are given for. @throws Refusal */
function namesOf(map: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    map.map((item) => {
      const at = item.lastIndexOf("=");
      if (at < 1) throw new Refusal(`--map ${item}: write a column, "=" and a field.`);
      return [item.slice(0, at), item.slice(at + 1)];
    }),
  );
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** Checks all rows. @returns what an import would do; null if there are mistakes, which it prints */
async function check({ context, key, updates, prepare, rows }: RecordImport, file: string): Promise<Counts | null> {
  const counts: Counts = { created: 0, updated: 0, kept: 0 };
  const problems: Problem[] = [];
  const firstWith = new Map<string, string>();
  for await (const batch of batches(rows({ isCheck: true }))) {
    context.signal.throwIfAborted();
    for (const { place: source, body, id, problems: own } of await prepare(batch, { isCheck: true })) {
      problems.push(...own);
      const value = key && body[key.name];
      const identity = key && isPresent(value) ? `${String(body["locale"] ?? "")} ${normalized(key, value)}` : null;
      const first = identity === null ? undefined : firstWith.get(identity);
      if (key && first !== undefined) problems.push({ place: source, message: `${key.name} is the same as in ${first}` });
      else if (identity !== null) firstWith.set(identity, source);
      counts[id === null ? "created" : updates ? "updated" : "kept"] += 1;
    }
  }
  if (problems.length === 0) return counts;
  printMessage(
    context.terminal,
    `Nothing was imported: ${file} has ${problems.length === 1 ? "one mistake" : `${countOf(problems.length)} mistakes`}.`,
  );
  printProblems(context, problems);
  return null;
}

/** Writes all rows. @returns what it has done; null after a refusal, which it prints */
async function write(run: RecordImport, file: string): Promise<Counts | null> {
  const { context, prepare, refersToOthers, rows, groups } = run;
  const counts: Counts = { created: 0, updated: 0, kept: 0 };
  const startsNew = (row: Row, batch: readonly Row[]) => refersToOthers(row) || groups.waitsFor(batch, row);
  for await (const batch of batches(rows({ isCheck: false }), startsNew)) {
    context.signal.throwIfAborted();
    const prepared = groups.joined(await prepare(batch, { isCheck: false }));
    const problems = prepared.flatMap((row) => row.problems); // something has changed since the check
    if (problems.length === 0) problems.push(...(await writeBatch(run, prepared, counts)));
    if (problems.length > 0) {
      printCounts(context, run.entity.name, counts, false);
      printMessage(context.terminal, `The import of ${file} stopped: the site refused these lines, and nothing after them was imported.`);
      printProblems(context, problems);
      printMessage(
        context.terminal,
        `Correct them and run it again${run.key ? ": what exists is found by its key" : ", without the lines before"}.`,
      );
      return null;
    }
  }
  return counts;
}

/** Creates what is new, all or none, then updates what exists. @returns what was refused */
async function writeBatch(run: RecordImport, prepared: readonly Prepared[], counts: Counts): Promise<readonly Problem[]> {
  const created = prepared.filter(({ id }) => id === null);
  const present = prepared.filter(({ id }) => id !== null);
  for (const isDraft of [false, true]) {
    const own = created.filter((prepared) => prepared.isDraft === isDraft);
    const refused = await create(run, own, isDraft);
    if (refused.length > 0) return refused;
    counts.created += own.length;
  }
  await run.groups.remember(
    present,
    present.map(({ id }) => id ?? ""),
  );
  if (run.updates) return update(run, present, counts);
  counts.kept += present.length;
  return [];
}

/** Creates records, all or none. @returns what was refused */
async function create({ api, entity, groups }: RecordImport, records: readonly Prepared[], isDraft: boolean): Promise<readonly Problem[]> {
  if (records.length === 0) return [];
  const body = { action: "create", data: records.map((record) => record.body) };
  try {
    const { data } = await api.send("POST", `/api/${entity.name}/bulk${isDraft ? "?draft=true" : ""}`, body);
    await groups.remember(records, (data as { readonly ids: readonly string[] }).ids);
    return [];
  } catch (error) {
    return refusedLines(error, records);
  }
}

/** Updates records one after the other, until one is refused. */
async function update({ api, entity }: RecordImport, records: readonly Prepared[], counts: Counts): Promise<readonly Problem[]> {
  for (const record of records) {
    try {
      await api.send("PUT", `/api/${entity.name}/${record.id}${record.isDraft ? "?draft=true" : ""}`, record.body);
      counts.updated += 1;
    } catch (error) {
      return refusedLines(error, [record]);
    }
  }
  return [];
}

/** The lines that a refusal is about: `data[3].title` is the fourth record's title. */
function refusedLines(error: unknown, records: readonly Prepared[]): readonly Problem[] {
  if (!(error instanceof AppError) || error.code === "SERVICE_UNAVAILABLE") throw error;
  const details = error.details ?? [{ field: "", message: error.message }];
  return details.map(({ field, message }) => {
    const [, index, name = ""] = /^data\[(\d+)\]\.?(.*)$/.exec(field) ?? [undefined, "0", field];
    return { place: records[Number(index)]?.place ?? "", message: `${name} ${message}`.trim() };
  });
}

/** Rows in groups. @param startsNew - whether a row can't be in one group with those before it */
async function* batches(rows: AsyncGenerator<Row>, startsNew: (row: Row, batch: readonly Row[]) => boolean = () => false) {
  let batch: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    const own = [...row.cells.values()].reduce<number>(
      (sum, cell) => sum + (typeof cell === "string" ? cell : JSON.stringify(cell)).length,
      0,
    );
    if (batch.length > 0 && (batch.length === MAX_BULK_RECORDS || characters + own > MAX_CHARACTERS || startsNew(row, batch))) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(row);
    characters += own;
  }
  if (batch.length > 0) yield batch;
}
