import { randomUUID } from "node:crypto";
import { bind, compile, compileSchema, createEngine, type PrincipalEngine, type Plan } from "@colophon/engine";
import { AppError } from "@colophon/model/errors";
import { principalAs, runTool } from "./tool.ts";
import { readArguments } from "./arguments.ts";

const USAGE =
  "Usage: pnpm explain <request> [--as role], such as 'GET /api/article?filter[section]=news&limit=5' or 'PUT /api/article/<id> {\"title\":\"New\"}'";
const REQUEST = /^(?:(GET|POST|PUT|PATCH|DELETE)\s+)?(\/api\/\S+)(?:\s+(\{.*\}))?$/s;

/** `pnpm explain`: shows how a request is processed, from its query string or body to PostgreSQL's query plan. Writes are not executed. */
const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options: { as: { type: "string" } } });
const [, method = "GET", target, body = "{}"] = REQUEST.exec(positionals.join(" ").trim()) ?? [];
if (target === undefined) {
  console.error(USAGE);
  process.exit(1);
}

await runTool(async ({ config, database }) => {
  const schema = compileSchema(config);
  const principal = principalAs(schema, values.as);
  const plan = await planOf(createEngine(schema).as(principal), method, target, JSON.parse(body));
  const statement = compile(plan);
  const bound = bind(statement, { principal, now: new Date(), values: plan.values });

  section("Principal", principal);
  section("Plan", plan);
  console.log(`\n── Statement ${statement.name}\n${statement.text}`);
  section("Values", bound);
  const options = method === "GET" ? "analyze, buffers, costs off, summary" : "costs off"; // analyze would execute a write
  const rows = await database.run<{ "QUERY PLAN": string }>({ text: `explain (${options}) ${statement.text}` }, bound);
  console.log(`\n── PostgreSQL\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
});

/** The plan of a request for a record, a list or a global, and of `POST …/publish` and `…/unpublish`. */
async function planOf(engine: PrincipalEngine, by: string, path: string, data: unknown): Promise<Plan> {
  const { pathname, search } = new URL(path, "http://localhost");
  const [, , name = "", ...rest] = pathname.split("/");
  const isGlobal = engine.entity(name).kind === "global";
  const [id = null, action] = isGlobal ? [null, rest[0]] : rest;
  if (by === "GET") return id === null && !isGlobal ? engine.list(name, search) : engine.one(name, id, search);
  if (by === "PUT" || by === "PATCH")
    return engine.update(name, id, { data: await parse(engine, name, data, "update"), newId: randomUUID });
  if (by === "DELETE" && id !== null) return engine.remove(name, id, { newId: randomUUID });
  if (action === "unpublish") return engine.unpublish(name, id, {});
  if (action === "publish")
    return engine.publish(name, id, { data: await parse(engine, name, data, "update"), draftId: null, newId: randomUUID });
  if (by !== "POST" || id !== null) throw new AppError("NOT_FOUND");
  return engine.create(name, { id: randomUUID(), data: await parse(engine, name, data, "create"), newId: randomUUID });
}

function parse(engine: PrincipalEngine, name: string, data: unknown, operation: "create" | "update") {
  return engine.parseBody(name, data, { operation, partial: operation === "update", makeKey: randomUUID });
}

/** Prints data; fields and entities are shortened to their names. */
function section(title: string, data: unknown): void {
  const shortened = (key: string, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value);
    if ((key === "entity" || key === "field") && typeof value === "object" && value !== null && "name" in value) return value.name;
    return value;
  };
  console.log(`\n── ${title}\n${JSON.stringify(data, shortened, 2)}`);
}
