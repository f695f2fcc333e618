import type { HookContext } from "@colophon/config";
import { newId } from "@colophon/database";
import { createEngine, entityOf, type Principal, type WriteData } from "@colophon/engine";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Call } from "../src/http/calls.ts";
import { UPDATE_HOOKS, type WriteOperation } from "../src/writes/operation.ts";
import { NOTHING, type WriteInput } from "../src/writes/write.ts";
import { current, hookedSite } from "./support/hooked-site.ts";
import { startService, type TestService } from "./support/service.ts";

/** An operation that the service does not have. */
const rankFirst: WriteOperation<WriteInput, WriteData> = {
  ...UPDATE_HOOKS,
  kind: "update",
  permission: ["update"],
  entityOf,
  target: (write) => rankFirst.plan(write, NOTHING),
  prepare: (write, { parse }) => parse(write, { body: { rank: 1 }, first: false }),
  plan: ({ call, entity, id, expected }, data) => call.engine.update(entity.name, id, { ...expected, data, newId }),
};

let service: TestService;
let ran: string[];

beforeAll(async () => {
  service = await startService(hookedSite);
});
afterAll(() => service?.stop());
beforeEach(() => {
  ran = [];
  const note = ({ operation, id }: HookContext) => void ran.push(`${operation} ${id}`);
  current.hooks = { beforeUpdate: note, afterUpdate: note };
});

function callAs(role: string): Call {
  const principal: Principal = { kind: "key", role, keyId: newId() };
  const engine = createEngine(service.schema).as(principal);
  return { principal, engine, user: null, role, requestId: "test", address: null, runsHooks: true, askedAtMs: performance.now() };
}

const make = async (owner: string) => (await service.as("admin").post("/api/note", { title: "x", owner })).json.data.id as string;

test("a new operation is one row and one plan: lock, dry run, hooks and answer come with the pipeline", async () => {
  const id = await make("me");

  const { status, body, version } = await service.content.runWrite(rankFirst, callAs("member"), { entity: "note", id });

  expect([status, JSON.parse(body).data.rank, version]).toEqual([200, 1, 2]);
  expect(ran).toEqual([`update ${id}`, `update ${id}`]);
});

test("a new operation is refused before its hooks run: 404, 412 and 403, in this order", async () => {
  const [mine, other] = [await make("me"), await make("somebody")];
  const run = (role: string, input: Partial<WriteInput>) =>
    service.content.runWrite(rankFirst, callAs(role), { entity: "note", ...input }).catch((error: { code: string }) => error.code);

  const refused = [
    await run("member", { id: "no id", expectedVersion: 7 }),
    await run("member", { id: other, expectedVersion: 7 }),
    await run("member", { id: other }),
    await run("member", { id: mine, entity: "audit" }),
  ];

  expect(refused).toEqual(["NOT_FOUND", "PRECONDITION_FAILED", "FORBIDDEN", "FORBIDDEN"]);
  expect(ran).toEqual([]);
});
