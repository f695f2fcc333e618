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
  const result = validateConfig({ locales, entities: [entity], roles, webhooks: given });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return compileSchema(result.config);
}

async function triggers(database: Database): Promise<string[]> {
  const rows = await database.run<{ line: string }>({
    text: `select tgrelid::regclass || ' ' || tgname as line from pg_trigger where tgname ~ '^event' order by 1`,
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

  const rows = ["cms.removals event.removed", "content.article event"];
  const draft = ["cms.trash event.returned", "cms.trash event.trashed", "cms.versions event.discarded", "cms.versions event.draft"];
  const all = [...rows.slice(0, 1), ...draft, ...rows.slice(1)];
  expect(steps).toEqual([[], rows, all, all, []]);
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

  expect(await triggers(database)).toEqual(["cms.removals event.removed", "content.story event.locale"]);
  expect(await database.run({ text: "select event, entity, locale, version from cms.events" })).toEqual([
    { event: "published", entity: "story", locale: "de", version: 1 },
  ]);
});
