import { bind, compileSchema, entityOf, parseQuery, planList, planOne, toStatement } from "@colophon/engine";
import type { Actor, ReadPlan, Schema } from "@colophon/engine";
import { actorAs } from "./actor-as.ts";
import { readArguments } from "./arguments.ts";
import { runTool } from "./tool.ts";

const USAGE = 'Usage: pnpm explain "GET /api/article?filter[section]=news&limit=5" [--as role]';

/** `pnpm explain`: what becomes of a read, from the query string to PostgreSQL's own plan. */
const { values, positionals } = readArguments(USAGE, { allowPositionals: true, options: { as: { type: "string" } } });
const [, target] = /^(?:GET\s+)?(\/api\/\S+)$/.exec(positionals.join(" ").trim()) ?? [];
if (target === undefined) {
  console.error(USAGE);
  process.exit(1);
}

await runTool(async ({ config, database }) => {
  const schema = compileSchema(config);
  const actor = actorAs(schema, values.as);
  const plan = planOf(schema, actor, target);
  const statement = toStatement(plan);
  const bound = bind(statement, { actor, now: new Date() });

  section("Actor", actor);
  section("Plan", plan);
  console.log(`\n── Statement ${statement.name}\n${statement.text}`);
  section("Values", bound);
  const rows = await database.run<{ "QUERY PLAN": string }>(
    { text: `explain (analyze, buffers, costs off, summary) ${statement.text}` },
    bound,
  );
  console.log(`\n── PostgreSQL\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
});

function planOf(schema: Schema, actor: Actor, path: string): ReadPlan {
  const { pathname, search } = new URL(path, "http://localhost");
  const [, , name = "", id] = pathname.split("/");
  const entity = entityOf(schema, name);
  if (entity.kind === "global") return planOne(schema, actor, name, null, parseQuery(search, "record"));
  return id === undefined
    ? planList(schema, actor, name, parseQuery(search))
    : planOne(schema, actor, name, id, parseQuery(search, "record"));
}

/** Prints data, with a field or an entity shortened to its name. */
function section(title: string, data: unknown): void {
  const shortened = (key: string, value: unknown) => {
    if ((key === "entity" || key === "field") && typeof value === "object" && value !== null && "name" in value) return value.name;
    return value;
  };
  console.log(`\n── ${title}\n${JSON.stringify(data, shortened, 2)}`);
}
