import { expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { AppError } from "@colophon/model/errors";
import { finishChange } from "../src/index.ts";
import { schemaOf } from "./changing.ts";
import { articleOf, BOTH, finish, insert, RENAMED, start, text, useServer, valuesOf } from "./configurations.ts";
import { failureOf } from "./support.ts";

const WITH_NUMBER = articleOf({ name: "pages", type: "number", integer: true });
const WITH_DATE = articleOf({ name: "pages", type: "date" });
const MISFIT = { text: "select from content.article where pages > 1::bigint" };
const WITHOUT_NOTE = articleOf(text("title", { index: true }));

useServer();

test("a statement that fails on a newer configuration's tables is 503, and its process is not healthy until the tables fit", async () => {
  const older = await start(WITH_NUMBER);
  const healthy = [await older.health()];
  const newer = await start(WITH_DATE);

  healthy.push(await older.health());
  const failures = [await failureOf(older.run(MISFIT)), await failureOf(older.transaction(() => older.run(MISFIT)))];
  healthy.push(await older.health());
  await newer.close();
  await start(WITH_NUMBER);
  healthy.push(await older.health());

  expect(failures).toEqual([503, 503].map((status) => expect.objectContaining({ status, code: "SERVICE_UNAVAILABLE" })));
  expect(healthy).toEqual([true, true, false, true]);
});

test("if the stored configuration is its own, a statement that fails on the tables is a bug", async () => {
  const database = await start(WITH_DATE);

  const failure = await failureOf(database.run(MISFIT));

  expect(failure).not.toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ code: "42883" });
  expect(await database.health()).toBe(true);
});

test("while PostgreSQL doesn't say which configuration is stored, a statement that doesn't fit is reported as unavailable", async () => {
  const [database, other] = [await start(WITH_DATE), await start(WITH_DATE)];

  const failure = await other.transaction(async () => {
    await other.run({ text: "lock table cms.schema_state in access exclusive mode" });
    return failureOf(database.run(MISFIT));
  });

  expect(failure).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE", cause: { code: "42883" } });
});

test("a field that is dropped while an older process runs stays for that process, and is removed when it ends", async () => {
  const older = await start(BOTH);
  await insert(older, "note", "kept");

  const refused = await failureOf(start(WITHOUT_NOTE, []));
  const newer = await start(WITHOUT_NOTE, ["article.note"]);
  const listener = newer.listen("changes", () => undefined); // a connection without a configuration
  await insert(newer, "title", "new");
  await insert(older, "note", "later");
  const finished = await finishChange(newer);
  const notes = await valuesOf(older, "note");
  await older.close();
  await finish(newer);
  await listener.close();

  expect(String(refused)).toContain("ALLOW_DATA_LOSS=article.note");
  expect([finished, notes]).toEqual([false, ["kept", "later", null]]);
  expect(await failureOf(valuesOf(newer, "note"))).toMatchObject({ code: "42703" });
  expect(await valuesOf(newer, "title")).toEqual(["new", null, null]);
});

test("a table that is dropped while an older process runs is removed when it ends", async () => {
  const older = await start(articleOf(text("title")));
  await insert(older, "title", "kept");

  const newer = await start(schemaOf({ name: "page", fields: [text("title")] }));
  const kept = await valuesOf(older, "title");
  await older.close();
  await finish(newer);

  expect(kept).toEqual(["kept"]);
  expect(await failureOf(valuesOf(newer, "title"))).toMatchObject({ code: "42P01" });
});

test("a further change before the older process has ended needs no second permission, and the tables fit", async () => {
  const older = await start(BOTH);
  await insert(older, "title", "kept");
  await insert(older, "note", "lost");
  const newer = await start(articleOf(text("headline", { index: true, renamedFrom: "title" })), ["article.note"]);
  await newer.close();

  const newest = await start(articleOf(text("headline", { index: true, renamedFrom: "title" }), text("lead")), []);
  await older.close();
  await finish(newest);

  expect(await valuesOf(newest, "headline")).toEqual(["kept", null]);
  expect(await failureOf(valuesOf(newest, "note"))).toMatchObject({ code: "42703" });
});

test("going back before the older process has ended finds the values of a dropped field", async () => {
  const older = await start(BOTH);
  await insert(older, "note", "kept");
  const newer = await start(WITHOUT_NOTE);
  await newer.close();

  const back = await start(BOTH, []);

  expect(await valuesOf(back, "note")).toEqual(["kept"]);
  expect(await finishChange(back)).toBe(false);
});

test("a process with the older configuration that restarts after a field was renamed is compatible", async () => {
  await start(BOTH);
  await start(RENAMED);

  const again = await start(BOTH);

  expect(await valuesOf(again, "title")).toEqual([]);
});

const tickets = (type: "number" | "text") =>
  articleOf({ name: "tickets", type: "array", of: { type: "object", fields: [{ name: "price", type } as FieldDefinition] } });

test("a process with the definition from before writes no value of the old form, and can't be started again", async () => {
  const older = await start(tickets("number"));
  await insert(older, "tickets", '[{"price": 24}]');

  const newer = await start(tickets("text"), []);
  const refused = await failureOf(insert(older, "tickets", '[{"price": 25}]'));
  await insert(newer, "tickets", '[{"price": "26"}]');
  await older.close();
  await finish(newer);
  const started = await failureOf(start(tickets("number")));
  const triggers = await newer.run({ text: "select tgname from pg_trigger where tgname like 'shape.%'" });

  expect(refused).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
  expect(String(started)).toContain("article.tickets differs");
  expect(await valuesOf(newer, "tickets -> 0 ->> 'price'")).toEqual(["24", "26"]);
  expect(triggers).toEqual([]);
});
