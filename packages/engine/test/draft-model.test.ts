import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { compileSchema } from "../src/index.ts";
import { configOf } from "./support/config.ts";
import { openTables } from "./support/real-tables.ts";
import type { TestTables } from "./support/real-tables.ts";
import { createWriter } from "./support/writer.ts";

const post = {
  name: "post",
  versions: true,
  fields: [
    { name: "title", type: "text", required: true },
    { name: "slug", type: "slug" },
  ],
} as const;
const schema = compileSchema(configOf({ entities: [post] }));

let tables: TestTables;
let writer: ReturnType<typeof createWriter>;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  writer = createWriter(schema, tables.client, { kind: "user", role: "admin", userId: randomUUID() });
}, 60_000);
afterAll(() => tables.close());

const live = (id: string) => writer.read("post", id);
const draft = (id: string) => writer.read("post", id, { draft: true });
async function history(id: string): Promise<{ pending: boolean; published: boolean }[]> {
  const { rows } = await tables.client.query("select pending, published from cms.versions where record_id = $1", [id]);
  return rows;
}

interface Model {
  live: string | null;
  draft: string | null;
  wasLive: boolean;
  isStale: boolean;
}
type Operation = "update" | "save" | "publish" | "force" | "unpublish" | "discard" | "remove";

/** The rules of drafts in a few lines: what a record's live and draft titles are after each operation. */
function step(model: Model | null, operation: Operation, title: string): Model | "refused" | null {
  if (!model) return "refused";
  const published = (text: string): Model => ({ live: text, draft: null, wasLive: true, isStale: false });
  if (operation === "remove") return null;
  if (operation === "update") return model.live === null ? published(title) : { ...model, live: title, isStale: model.draft !== null };
  if (operation === "save") return { ...model, draft: title };
  if (operation === "publish" && model.isStale) return "refused";
  if (operation === "publish" || operation === "force") return published(model.draft ?? model.live ?? "");
  if (operation === "unpublish")
    return model.live === null ? model : { live: null, draft: model.draft ?? model.live, wasLive: true, isStale: false };
  if (model.live === null) return model.wasLive ? model : null;
  return { ...model, draft: null, isStale: false };
}

test("any sequence of operations leaves what a simple model says", async () => {
  const operations = fc.array(fc.constantFrom<Operation>("update", "save", "save", "publish", "force", "unpublish", "discard", "remove"), {
    minLength: 1,
    maxLength: 14,
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.boolean(), operations, async (isDraft, list) => {
      const { id } = await writer.create("post", { title: "t0", slug: `model-${(count += 1)}` }, { draft: isDraft });
      let model: Model | null = isDraft
        ? { live: null, draft: "t0", wasLive: false, isStale: false }
        : { live: "t0", draft: null, wasLive: true, isStale: false };
      for (const [at, operation] of list.entries()) {
        const title = `t${at + 1}`;
        const run = {
          update: () => writer.update("post", id, { title }),
          save: () => writer.saveDraft("post", id, { title }),
          publish: () => writer.publish("post", id),
          force: () => writer.publish("post", id, { force: true }),
          unpublish: () => writer.unpublish("post", id),
          discard: () => writer.discard("post", id),
          remove: () => writer.remove("post", id),
        };
        const expected = step(model, operation, title);
        const result = await run[operation]().then(
          () => "done",
          () => "refused",
        );
        expect(result).toBe(expected === "refused" ? "refused" : "done");
        if (expected !== "refused") model = expected;
        expect((await live(id))?.["title"] ?? null).toBe(model?.live ?? null);
        expect((await draft(id))?.["title"] ?? null).toBe(model?.draft ?? model?.live ?? null);
        const rows = await history(id);
        expect(rows.filter((row) => row.published)).toHaveLength(model?.live ? 1 : 0);
        expect(rows.filter((row) => row.pending)).toHaveLength(model?.draft ? 1 : 0);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);
