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
    { name: "state", type: "text" },
    { name: "slug", type: "slug" },
  ],
} as const;
const filter = { state: "open" };
const schema = compileSchema(
  configOf({
    entities: [post],
    roles: [
      { name: "admin", isAdmin: true },
      { name: "desk", permissions: { post: { read: { filter }, update: { filter }, delete: { filter } } } },
    ],
  }),
);
type Role = "admin" | "desk";

let tables: TestTables;
let writers: Record<Role, ReturnType<typeof createWriter>>;
beforeAll(async () => {
  tables = await openTables();
  await tables.apply(schema);
  const writerOf = (role: Role) => createWriter(schema, tables.client, { kind: "user", role, userId: randomUUID() });
  writers = { admin: writerOf("admin"), desk: writerOf("desk") };
});
afterAll(() => tables.close());

const live = (id: string, role: Role = "admin") => writers[role].read("post", id);
const draft = (id: string, role: Role = "admin") => writers[role].read("post", id, { draft: true });
async function history(id: string): Promise<{ pending: boolean; published: boolean }[]> {
  const { rows } = await tables.client.query("select pending, published from cms.versions where record_id = $1", [id]);
  return rows;
}

interface Content {
  readonly title: string;
  readonly state: string;
}
interface Model {
  live: Content | null;
  draft: Content | null;
  wasLive: boolean;
  isStale: boolean;
}
type Operation = "update" | "save" | "publish" | "force" | "unpublish" | "discard" | "remove";

const newest = ({ live, draft }: Model): Content => draft ?? live ?? { title: "", state: "" };
const stored = ({ live, draft }: Model): Content => live ?? draft ?? { title: "", state: "" };
const isOpen = ({ state }: Content) => state === "open";

/** The rules of drafts in a few lines: what a record's live and pending content is after each operation. */
function step(model: Model | null, operation: Operation, patch: Partial<Content>): Model | "refused" | null {
  if (!model) return "refused";
  const published = (content: Content): Model => ({ live: content, draft: null, wasLive: true, isStale: false });
  if (operation === "remove") return null;
  if (operation === "update") {
    const content = { ...stored(model), ...patch };
    return model.live === null ? published(content) : { ...model, live: content, isStale: model.draft !== null };
  }
  if (operation === "save") return { ...model, draft: { ...newest(model), ...patch } };
  if (operation === "publish" && model.isStale) return "refused";
  if (operation === "publish" || operation === "force") return published(newest(model));
  if (operation === "unpublish") return model.live === null ? model : { live: null, draft: newest(model), wasLive: true, isStale: false };
  if (model.live === null) return model.wasLive ? model : null;
  return { ...model, draft: null, isStale: false };
}

/** The same with a row filter: the stored row, with its draft if it is used, and the result must be inside. */
function filtered(model: Model | null, operation: Operation, patch: Partial<Content>): Model | "refused" | null {
  const keepsDraft = operation === "update";
  const isInside = model !== null && isOpen(stored(model)) && (keepsDraft || isOpen(newest(model)));
  const next = step(model, operation, patch);
  if (!isInside || next === "refused") return "refused";
  return next && !isOpen(operation === "update" ? stored(next) : newest(next)) && operation !== "discard" ? "refused" : next;
}

test("any sequence of operations has the result of a simple model, also for a role with a row filter", async () => {
  const one = fc.record({
    operation: fc.constantFrom<Operation>("update", "save", "save", "publish", "force", "unpublish", "discard", "remove"),
    role: fc.constantFrom<Role>("admin", "desk"),
    state: fc.constantFrom("open", "open", "closed", undefined),
  });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(one, { minLength: 1, maxLength: 14 }), async (isDraft, list) => {
      const first: Content = { title: "t0", state: "open" };
      const { id } = await writers.admin.create("post", { ...first, slug: `model-${(count += 1)}` }, { draft: isDraft });
      let model: Model | null = isDraft
        ? { live: null, draft: first, wasLive: false, isStale: false }
        : { live: first, draft: null, wasLive: true, isStale: false };
      for (const [at, { operation, role, state }] of list.entries()) {
        const patch = { title: `t${at + 1}`, ...(state !== undefined && { state }) };
        const writer = writers[role];
        const run = {
          update: () => writer.update("post", id, patch),
          save: () => writer.saveDraft("post", id, patch),
          publish: () => writer.publish("post", id),
          force: () => writer.publish("post", id, { force: true }),
          unpublish: () => writer.unpublish("post", id),
          discard: () => writer.discard("post", id),
          remove: () => writer.remove("post", id),
        };
        const expected = (role === "admin" ? step : filtered)(model, operation, patch);
        const result = await run[operation]().then(
          () => "done",
          () => "refused",
        );
        expect(result).toBe(expected === "refused" ? "refused" : "done");
        if (expected !== "refused") model = expected;
        expect((await live(id))?.["title"] ?? null).toBe(model?.live?.title ?? null);
        expect((await draft(id))?.["title"] ?? null).toBe(model ? newest(model).title : null);
        const isSeen = model !== null && isOpen(stored(model)) && isOpen(newest(model));
        expect((await draft(id, "desk"))?.["title"] ?? null).toBe(model && isSeen ? newest(model).title : null);
        const rows = await history(id);
        expect(rows.filter((row) => row.published)).toHaveLength(model?.live ? 1 : 0);
        expect(rows.filter((row) => row.pending)).toHaveLength(model?.draft ? 1 : 0);
      }
    }),
    { numRuns: 30 },
  );
});
