import { randomUUID } from "node:crypto";
import { start } from "node:repl";
import { createContentApp } from "@colophon/content/src/app.ts";
import { bind, compile, compileSchema, createEngine, parseQuery } from "@colophon/engine";
import { createLog, createRedis, createVerifier } from "@colophon/runtime";
import { principalAs, runTool } from "./tool.ts";
import { readArguments } from "./arguments.ts";

readArguments("Usage: pnpm repl, while a stack is running.", {});

/** `pnpm repl`: a prompt with the engine and the running database. */
await runTool(async ({ url, redisUrl, config, database }) => {
  const schema = compileSchema(config);
  const engine = createEngine(schema);
  const as = (role?: string) => principalAs(schema, role);
  const list = async (entity: string, query = "", role?: string) => {
    const principal = as(role);
    const statement = compile(engine.as(principal).list(entity, query));
    const row = await database.one<{ data: string }>(statement, bind(statement, { principal, now: new Date() }));
    return JSON.parse(row?.data ?? "[]");
  };
  const log = createLog({ name: "repl", level: "warn" });
  const redis = createRedis({ redisUrl }, { log });
  const content = createContentApp({
    schema,
    database,
    redis,
    log,
    verifier: createVerifier([]),
    secret: randomUUID(), // signs cursors of this session
    now: () => new Date(),
  });
  const principal = as("system");
  const acting = {
    principal,
    engine: engine.as(principal),
    user: null,
    role: "system",
    requestId: "repl",
    address: null,
    runsHooks: true,
    askedAtMs: 0,
  };
  const db = content.openDb(acting, { ended: false });
  console.log(
    `The stack at ${url}. Available: config, schema, db (Prisma, and as in hooks db.entity("article").list({ limit: 2 }), as the system), sql(text, values), list("article", "?limit=2", "editor"), as(role), engine, compile, bind, parseQuery.`,
  );
  const repl = start("colophon> ");
  const sql = (text: string, values: unknown[] = []) => database.run({ text }, values);
  Object.assign(repl.context, { config, schema, db, sql, list, as, engine, compile, bind, parseQuery });
  await new Promise((resolve) => repl.once("exit", resolve));
  await redis.close();
});
