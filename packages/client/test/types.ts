/** Code that must compile, and code that must not; it is never run. */
import { defineConfig } from "@colophon/config";
import type { RecordOf } from "../src/index.ts";
import { createClient } from "../src/index.ts";
import type { EntityNamed } from "../src/config-shape.ts";
import type { Known } from "../src/query-types.ts";

const config = defineConfig({
  locales: ["en", "de"],
  entities: [
    {
      name: "article",
      versions: true,
      fields: [
        { name: "title", type: "text", required: true, searchable: true },
        { name: "slug", type: "slug", from: "title", required: true },
        { name: "status", type: "select", options: ["draft", { value: "live", label: "Live" }], default: "draft", required: true },
        { name: "kinds", type: "select", options: ["a", "b"], multiple: true },
        { name: "rank", type: "number" },
        { name: "featured", type: "boolean" },
        { name: "body", type: "richtext" },
        { name: "rich", type: "richtext", format: "blocks" },
        { name: "author", type: "relation", to: "author", required: true },
        { name: "tags", type: "relation", to: "tag", many: true },
        { name: "cover", type: "image" },
        { name: "secret", type: "text", hidden: true },
        { name: "badge", type: "text", required: true, admin: { condition: { featured: true } } },
        { name: "links", type: "array", of: { type: "url" } },
        {
          name: "seo",
          type: "object",
          fields: [
            { name: "headline", type: "text", required: true },
            { name: "noIndex", type: "boolean" },
          ],
        },
        {
          name: "extras",
          type: "blocks",
          blocks: [
            { name: "quote", fields: [{ name: "text", type: "text", required: true }] },
            { name: "rule", fields: [] },
          ],
        },
      ],
    },
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "company", type: "relation", to: "company" },
        { name: "articles", type: "reverse", from: "article", field: "author" },
      ],
    },
    { name: "company", fields: [{ name: "name", type: "text" }] },
    { name: "tag", fields: [{ name: "label", type: "text", required: true }] },
    { name: "page", translatable: true, trash: true, fields: [{ name: "title", type: "text" }] },
    {
      name: "settings",
      global: true,
      fields: [
        { name: "theme", type: "text" },
        { name: "lead", type: "relation", to: "author" },
      ],
    },
    { name: "banner", global: true, versions: { limit: 3 }, fields: [{ name: "text", type: "text" }] },
    { name: "imprint", global: true, translatable: true, versions: true, fields: [{ name: "text", type: "text" }] },
  ],
  roles: [{ name: "admin", isAdmin: true }],
});

const cms = createClient<typeof config>({ url: "http://localhost" });
type IsAny<A> = 0 extends 1 & A ? true : false;
type Same<A, B> = IsAny<A> extends true ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const holds = (_proof: true) => undefined;
type Article = RecordOf<EntityNamed<typeof config, "article">>;

/** Values have the types of their fields. */
export function values(article: Article) {
  holds(true satisfies Same<Article["title"], string>);
  holds(true satisfies Same<Article["status"], "draft" | "live">);
  holds(true satisfies Same<Article["kinds"], readonly ("a" | "b")[] | null>);
  holds(true satisfies Same<Article["rank"], number | null>);
  holds(true satisfies Same<Article["featured"], boolean | null>);
  holds(true satisfies Same<Article["author"], string>);
  holds(true satisfies Same<Article["tags"], readonly string[]>);
  holds(true satisfies Same<Article["links"], readonly string[] | null>);
  holds(true satisfies Same<Article["_status"], "draft" | "published" | "modified">);
  holds(true satisfies Same<Article["_type"], "article">);
  holds(true satisfies Same<NonNullable<Article["seo"]>["headline"], string>);
  for (const block of article.extras ?? []) if (block._type === "quote") holds(true satisfies Same<typeof block.text, string>);
  // @ts-expect-error a hidden field is never readable
  void article.secret;
  // @ts-expect-error articles are not translatable
  void article.locale;
}

/** Answers have the types of the query. */
export async function reads() {
  const articles = cms.entity("article");
  const { data, meta } = await articles.list({
    filter: {
      status: "live",
      rank: { $gte: 1, $between: [1, 2] },
      title: { $contains: "x" },
      tags: { $hasAny: ["id"] },
      author: { name: "Ann", company: { name: { $startsWith: "A" } } },
      seo: { headline: { $null: false } },
      createdAt: { $gt: "2026-01-01" },
      $or: [{ featured: true }, { $not: { kinds: { $has: "a" } } }],
    },
    q: "text",
    sort: ["-createdAt", "title", "author.name", "-author.company.name", "cover.width"],
    resolve: { author: { fields: ["name"], resolve: { company: "*" } }, tags: ["label"], cover: "*" },
    limit: 5,
  });
  for (const { author, tags, cover, title } of data) {
    holds(true satisfies Same<typeof title, string>);
    holds(true satisfies Same<NonNullable<typeof author>["name"], string>);
    holds(true satisfies Same<NonNullable<NonNullable<typeof author>["company"]>["name"], string | null>);
    holds(true satisfies Same<(typeof tags)[number]["label"], string>);
    holds(true satisfies Same<NonNullable<typeof cover>["width"], number | null>);
    // @ts-expect-error only the label was requested
    void tags[0]?.createdAt;
  }
  holds(true satisfies Same<typeof meta.total, number | undefined>);

  const some = await articles.one("id", { fields: ["title"] });
  holds(true satisfies Same<typeof some, { readonly id: string; readonly title: string }>);
  const whole = await articles.one("id");
  holds(true satisfies Same<typeof whole, Article>);
  for await (const { author } of articles.each({ resolve: { author: ["name"] } }))
    holds(true satisfies Same<NonNullable<typeof author>["name"], string>);

  const authors = await cms.entity("author").list({
    filter: { articles: { status: "live" } },
    resolve: { articles: { fields: ["title"], $count: true }, company: "*" },
  });
  for (const { articles: written, _count } of authors.data) {
    holds(true satisfies Same<(typeof written)[number], { readonly id: string; readonly title: string }>);
    holds(true satisfies Same<typeof _count, { readonly articles: number }>);
  }
  const counted = await cms.entity("author").one("id", { resolve: { articles: { $count: true } } });
  holds(true satisfies Same<typeof counted._count, { readonly articles: number }>);
  // @ts-expect-error only their number was requested
  void counted.articles;
  // @ts-expect-error answers contain a reverse field only on request
  void (await cms.entity("author").one("id")).articles;

  const settings = await cms.global("settings").get({ resolve: { lead: ["name"] } });
  holds(true satisfies Same<NonNullable<NonNullable<typeof settings>["lead"]>["name"], string>);
  const imprint = await cms.global("imprint").get({ locale: "de", fields: ["text", "locale"] });
  holds(true satisfies Same<NonNullable<typeof imprint>, { readonly id: string; readonly text: string | null; readonly locale: string }>);
  // @ts-expect-error settings are not translatable
  await cms.global("settings").save({}, { locale: "de" });
  await cms.entity("article").one("id", { locale: "de", fallback: false });
  const { results } = await cms.search("text", { limit: 3 });
  for (const hit of results) if (hit.entity === "article") holds(true satisfies Same<typeof hit.document.title, string | undefined>);
  const image = await cms.entity("_image").one("id");
  holds(true satisfies Same<typeof image.alt, string | null>);
  holds(true satisfies Same<typeof image.focalX, number | null>);
  holds(true satisfies Same<typeof image.blurhash, string | null>);
}

/** Names and values that are not in the configuration are compile errors. */
export async function refusals() {
  const articles = cms.entity("article");
  // @ts-expect-error unknown entity
  cms.entity("artcle");
  // @ts-expect-error a global has no records
  cms.entity("settings");
  // @ts-expect-error an entity is not a global
  cms.global("article");
  // @ts-expect-error a misspelt field in a filter
  await articles.list({ filter: { titel: "x" } });
  // @ts-expect-error a misspelt field of a relation in a filter
  await articles.list({ filter: { author: { nme: "x" } } });
  // @ts-expect-error not one of the options
  await articles.list({ filter: { status: "gone" } });
  // @ts-expect-error text has no $hasAny
  await articles.list({ filter: { title: { $hasAny: ["x"] } } });
  // @ts-expect-error booleans can't be compared
  await articles.list({ filter: { featured: { $gt: true } } });
  // @ts-expect-error blocks can't be sorted
  await articles.list({ sort: "extras" });
  // @ts-expect-error a misspelt field of the target
  await articles.list({ sort: "author.nme" });
  // @ts-expect-error a relation with `many` can't be sorted
  await articles.list({ sort: "tags.label" });
  // @ts-expect-error a misspelt sort order
  await articles.list({ sort: ["-titel"] });
  // @ts-expect-error unknown relation
  await articles.list({ resolve: { writer: ["name"] } });
  // @ts-expect-error not a relation
  await articles.list({ resolve: { title: "*" } });
  // @ts-expect-error a misspelt field of the target
  await articles.list({ resolve: { author: ["nme"] } });
  // @ts-expect-error relations of a relation are nested; the compiler's message says how
  await articles.list({ resolve: { author: ["name"], "author.portrait": ["url"] } });
  type Message = Known<{ "author.portrait": readonly string[] }, { author?: unknown }>["author.portrait"]["error"];
  holds(true satisfies Same<Message, "Write author: { resolve: { portrait: … } }">);
  // @ts-expect-error unknown field
  await articles.one("id", { fields: ["titel"] });
  // @ts-expect-error tags have no drafts
  void cms.entity("tag").draft;
  // @ts-expect-error articles are not translatable
  void articles.translate;
}

/** Bodies have the types of the fields. */
export async function writes() {
  const articles = cms.entity("article");
  await articles.create({
    title: "T",
    author: "id",
    seo: { headline: "H" },
    extras: [{ _type: "quote", text: "q" }],
    secret: "kept",
    rank: null,
  });
  await articles.update("id", { title: "T", kinds: ["a"], rank: null }, { ifMatch: undefined });
  await articles.createDraft({});
  await articles.draft("id").save({ title: null });
  await articles.draft("id").publish({ force: true });
  (await articles.duplicate("id")).title satisfies string | undefined;
  await articles.bulk(["id"], { action: "update", data: { rank: null } });
  await articles.bulk(["id"], { action: "update", data: { title: null }, draft: true });
  await articles.bulk(["id"], { action: "publish", force: true });
  await cms.entity("tag").bulk(["id"], { action: "delete" });
  // @ts-expect-error a required field can be cleared only in a draft
  await articles.bulk(["id"], { action: "update", data: { title: null } });
  // @ts-expect-error publishing needs versions
  await cms.entity("tag").bulk(["id"], { action: "publish" });
  await cms.global("banner").draft().publish();
  await cms.global("imprint").save({ text: "T" }, { locale: "de", ifMatch: undefined });
  await cms.global("imprint").draft({ locale: "de" }).publish();
  // @ts-expect-error banners are not translatable
  await cms.global("banner").save({ text: "T" }, { locale: "de" });
  // @ts-expect-error neither are their drafts
  cms.global("banner").draft({ locale: "de" });
  await cms.entity("page").create({ title: "T", locale: "de" });
  await cms.entity("page").translate("id", "de");
  const { data: usages, meta } = await articles.usages("id", { limit: 10, cursor: "" });
  void [usages[0]?.title satisfies string | null | undefined, meta.nextCursor];
  // @ts-expect-error unknown parameter
  await articles.usages("id", { draft: true });
  await cms.entity("page").deletePermanently((await cms.entity("page").restore("id")).id);
  await cms.entity("page").bulk(["id"], { action: "restore" });
  const { data: deleted } = await cms.entity("page").list({ trashed: true, fields: ["title", "_deletedAt"], sort: "-_deletedAt" });
  void (deleted[0]?._deletedAt satisfies string | undefined);
  await cms.entity("page").list({ trashed: true, filter: { _deletedAt: { $lt: "2026-01-01T00:00:00Z" } } });
  // @ts-expect-error articles have no trash
  await articles.list({ sort: "-_deletedAt" });
  // @ts-expect-error articles have no trash
  void articles.restore;
  // @ts-expect-error articles have no trash
  await articles.bulk(["id"], { action: "restore" });
  await cms.entity("_image").update("id", { alt: "A dog", focalX: 0.2, focalY: null });
  // @ts-expect-error the colour comes from the file
  await cms.entity("_image").update("id", { color: "#336699" });
  await articles.update("id", { badge: null }); // required only under a condition
  // @ts-expect-error the title is missing
  await articles.create({ author: "id" });
  // @ts-expect-error a misspelt field
  await articles.create({ title: "T", author: "id", titel: "T" });
  // @ts-expect-error a number instead of a text
  await articles.update("id", { title: 1 });
  // @ts-expect-error a required field can't be cleared
  await articles.update("id", { title: null });
  // @ts-expect-error unknown block
  await articles.update("id", { extras: [{ _type: "quot", text: "q" }] });
  // @ts-expect-error an image's size follows from its file
  await cms.entity("_image").update("id", { size: 1 });
}

const withRoutes = defineConfig({
  entities: [{ name: "page", translatable: true, fields: [{ name: "title", type: "text", searchable: true }] }],
  roles: [{ name: "admin", isAdmin: true }],
  customRoutes: [
    { name: "today", handler: () => ({ count: 1 }) },
    { name: "orders", method: "GET", handler: async () => ["a"] },
    { name: "orders", method: "POST", handler: () => new Response() },
  ],
});

export async function routes(): Promise<void> {
  const cms = createClient<typeof withRoutes>({ url: "", session: "s" });
  const count: number = (await cms.custom("today", { query: { day: 1 } })).count;
  const orders: readonly string[] = await cms.custom("orders", { method: "GET" });
  const made: unknown = await cms.custom("orders", { method: "POST", body: { count, orders } });
  // @ts-expect-error unknown route
  await cms.custom("tomorrow");
  // @ts-expect-error unknown method
  await cms.custom("today", { method: "PUT" });
  const { results } = await cms.search(String(made), { locale: "en" });
  const locale: string | undefined = results[0]?.document.locale;
  await cms.signIn("request", `code ${locale}`);
}
