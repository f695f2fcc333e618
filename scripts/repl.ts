import { start } from "node:repl";
import { bind, compileSchema, parseQuery, planList, planOne, toStatement } from "@colophon/engine";
import { actorAs } from "./actor-as.ts";
import { readArguments } from "./arguments.ts";
import { runTool } from "./tool.ts";

readArguments("Usage: pnpm repl, beside a running stack.", {});

/** `pnpm repl`: the engine and the running database at your fingertips. */
await runTool(async ({ url, config, database }) => {
  const schema = compileSchema(config);
  const as = (role?: string) => actorAs(schema, role);
  const list = async (entity: string, query = "", role?: string) => {
    const actor = as(role);
    const statement = toStatement(planList(schema, actor, entity, parseQuery(query)));
    const row = await database.one<{ data: string }>(statement, bind(statement, { actor, now: new Date() }));
    return JSON.parse(row?.data ?? "[]");
  };
  console.log(
    `The stack at ${url}. In reach: config, schema, db (Prisma), sql(text, values), list("article", "?limit=2", "editor"), as(role), parseQuery, planList, planOne, toStatement.`,
  );
  const repl = start("colophon> ");
  const sql = (text: string, values: unknown[] = []) => database.run({ text }, values);
  Object.assign(repl.context, { config, schema, db: database.prisma, sql, list, as, parseQuery, planList, planOne, toStatement });
  await new Promise((resolve) => repl.once("exit", resolve));
});
