import { expect, test } from "@jest/globals";
import { validateConfig, type EntityDefinition, type WebhookDefinition } from "@colophon/config";
import { compileSchema, type Schema } from "@colophon/engine";
import type { Database } from "../src/index.ts";
import { finish, start, text, useServer } from "./configurations.ts";

useServer();

const ARTICLE: EntityDefinition = { name: "article", versions: true, fields: [text("title")] };
const WEBHOOK: WebhookDefinition = { name: "site", url: "https://www.example.com/", events: ["*.published"], secret: undefined };

function schemaOf(entity: EntityDefinition, webhooks: readonly WebhookDefinition[], locales = ["en"]): Schema {
  const roles = [{ name: "admin", isAdmin: true as const }];
  const given = webhooks.map((webhook) => ({ ...webhook, role: "admin", entities: [entity.name] }));
  const result = validateConfig({ events: false, locales, entities: [entity], roles, webhooks: given });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return compileSchema(result.config);
}

/** Without the hashes in their names. */
async function triggers(database: Database): Promise<string[]> {
  const rows = await database.run<{ line: string }>({
    text: `select tgrelid::regclass || ' ' || regexp_replace(tgname, '[.](own_)?[0-9a-f]{16}$', '') as line from pg_trigger where tgname ~ '^event' order by 1`,
  });
  return rows.map(({ line }) => line);
}

test("only what a webhook is told about has a trigger, as long as a process needs it", async () => {
  const steps: string[][] = [];
  let before: Database | null = null;
  const longer = { ...ARTICLE, fields: [...ARTICLE.fields, text("note")] }; // an earlier configuration would count as older
  for (const schema of [
    schemaOf(ARTICLE, []),
    schemaOf(ARTICLE, [WEBHOOK]),
    schemaOf(ARTICLE, [{ ...WEBHOOK, events: ["*"] }]),
    schemaOf(longer, []),
  ]) {
    const database = await start(schema);
    steps.push(await triggers(database));
    await before?.close();
    await finish(database);
    before = database;
  }
  steps.push(await triggers(before as Database));

  const rows = ["cms.removals event.removed", "content.article event.rows"];
  const draft = ["cms.trash event.returned", "cms.trash event.trashed", "cms.versions event.discarded", "cms.versions event.draft"];
  const all = [...rows.slice(0, 1), ...draft, ...rows.slice(1)];
  expect(steps).toEqual([[], rows, all, all, []]);
  expect(await before?.run({ text: "select proname from pg_proc where proname like 'event.%'" })).toEqual([]);
});

test("an older configuration starts beside a newer one whose triggers write its events, and is refused if none does", async () => {
  const longer = { ...ARTICLE, fields: [...ARTICLE.fields, text("note")] };
  const older = schemaOf(ARTICLE, [WEBHOOK]);
  await (await start(older)).close();
  const drafts = await start(schemaOf(longer, [{ ...WEBHOOK, events: ["*"] }]));
  const beside = await start(older);
  await Promise.all([beside.close(), drafts.close()]);
  const silent = await start(schemaOf({ ...longer, fields: [...longer.fields, text("source")] }, []));
  await finish(silent);

  await expect(start(older)).rejects.toThrow("removals differs");
});

test("triggers of the first webhooks write their events until others take their place, none is written twice", async () => {
  const PUBLISHED = { event: "published", entity: "article" };
  const first = await start(schemaOf(ARTICLE, []));
  await first.run({
    text: `create trigger event after insert or update or delete on content.article for each row execute function cms.add_row_event('article')`,
  });
  const write = {
    text: "insert into content.article (id, created_at, updated_at, published_at, title) values (gen_random_uuid(), now(), now(), now(), 'one')",
  };
  await first.run(write);
  await start(schemaOf({ ...ARTICLE, fields: [...ARTICLE.fields, text("note")] }, [WEBHOOK])); // the first one goes on
  await first.run(write);

  expect(await first.run({ text: "select event, entity from cms.events" })).toEqual([PUBLISHED, PUBLISHED]);
});

test("a renamed entity, and one that becomes translatable, have the events of their new form", async () => {
  const before = await start(schemaOf(ARTICLE, [WEBHOOK]));
  await before.close();
  const story = { ...ARTICLE, name: "story", renamedFrom: "article", translatable: true };
  const database = await start(schemaOf(story, [WEBHOOK], ["en", "de"]));

  await database.run({
    text: `insert into content.story (id, created_at, updated_at, published_at, locale, translation_group, title)
      values (gen_random_uuid(), now(), now(), now(), 'de', gen_random_uuid(), 'one')`,
  });

  expect(await triggers(database)).toEqual(["cms.removals event.removed", "content.story event.rows"]);
  expect(await database.run({ text: "select event, entity, locale, version from cms.events" })).toEqual([
    { event: "published", entity: "story", locale: "de", version: 1 },
  ]);
});

/** A configuration with an event stream, and a role whose row filter compares these fields. */
function streamedBy(filter: Readonly<Record<string, string>>): Schema {
  const fields = [text("title"), text("section"), text("area")];
  const roles = [
    { name: "admin", isAdmin: true as const },
    { name: "visitor", public: true, permissions: { article: { read: { filter } } } },
  ];
  const result = validateConfig({ entities: [{ name: "article", fields }], roles });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return compileSchema(result.config);
}

test("the event stream stores the columns that row filters compare, once while a process with other row filters runs", async () => {
  await start(streamedBy({ section: "culture" }));
  const database = await start(streamedBy({ area: "north" })); // the first one goes on

  await database.run({
    text: `insert into content.article (id, created_at, updated_at, published_at, title, section, area)
      values (gen_random_uuid(), now(), now(), now(), 'one', 'culture', 'north')`,
  });
  await database.run({ text: "update content.article set version = 2, area = 'south'" });

  expect(await database.run({ text: "select event, before, after from cms.stream_events order by id" })).toEqual([
    { event: "published", before: null, after: '{"area": "north"}' },
    { event: "updated", before: '{"area": "north"}', after: '{"area": "south"}' },
  ]);
});

test("row filters may compare more than 50 fields", async () => {
  const fields = Array.from({ length: 60 }, (_, at) => text(`field${at}`));
  const filter = Object.fromEntries(fields.map(({ name }) => [name, "a"]));
  const roles = [
    { name: "admin", isAdmin: true as const },
    { name: "visitor", public: true, permissions: { article: { read: { filter } } } },
  ];
  const result = validateConfig({ entities: [{ name: "article", fields }], roles });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const database = await start(compileSchema(result.config));

  await database.run({
    text: `insert into content.article (id, created_at, updated_at, published_at, field59) values (gen_random_uuid(), now(), now(), now(), 'b')`,
  });

  const [event] = await database.run<{ after: string }>({ text: "select after from cms.stream_events" });
  expect(Object.keys(JSON.parse(event?.after ?? "{}"))).toHaveLength(60);
});
