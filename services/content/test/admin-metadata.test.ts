import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition, SidebarItem } from "@colophon/config";
import { startService, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  admin: {
    title: "Desk",
    accent: "#336699",
    shortcuts: ["n"],
    sidebar: ["book", { group: "Secret", items: ["ledger"] }, { group: "More", items: ["ledger", "person"] }, { title: "Site", href: "/" }],
    dashboard: [
      { type: "text", text: "Welcome" },
      { type: "count", entity: "ledger" },
      { type: "list", entity: "book", filter: { price: { $gt: 5 } } },
      { type: "list", entity: "book", filter: { "author.born": { $null: false } } },
      { type: "list", entity: "book", sort: "-price,title" },
      { type: "list", entity: "book", filter: { sold: true }, sort: "-title" },
    ],
  },
  entities: [
    {
      name: "book",
      versions: true,
      fields: [
        { name: "title", type: "text", admin: { widget: "title", stars: 5 } },
        { name: "slug", type: "slug", from: "title" },
        { name: "price", type: "number", required: true, admin: { condition: { sold: true }, help: "In euros" } },
        { name: "sold", type: "boolean" },
        { name: "discount", type: "number", required: true, admin: { condition: { price: { $gt: 5 } }, width: "half" } },
        { name: "author", type: "relation", to: "person" },
        { name: "entry", type: "relation", to: "ledger" },
        { name: "cover", type: "image" },
        { name: "notes", type: "array", of: { type: "object", fields: [{ name: "text", type: "text" }] } },
        {
          name: "extras",
          type: "object",
          fields: [
            { name: "signed", type: "boolean" },
            { name: "entries", type: "relation", to: "ledger" },
            { name: "note", type: "text", admin: { condition: { entries: { $null: false } } } },
          ],
        },
      ],
      admin: {
        icon: "book",
        rows: 3,
        summary: { title: "title", subtitle: "price", image: "cover" },
        list: {
          columns: ["title", "price", "author.name", "author.born", "entry.name", "extras.signed"],
          sort: "-price,title",
          filters: ["sold", "price", "extras.entries"],
          views: [
            { name: "Dear", filter: { price: { $gt: 50 } } },
            { name: "Sold", filter: { sold: true }, sort: "-title" },
            { name: "By entry", filter: { "entry.name": "a" } },
            { name: "By price", sort: "price" },
            { name: "With notes", filter: { "notes.text": { $null: false } } },
          ],
        },
        form: {
          sections: [
            { title: "Book", fields: ["title", "price"] },
            { title: "Money", fields: ["price", "discount"].slice(1) },
            { title: "Ledger", fields: ["entry"] },
          ],
          aside: ["slug", "cover"],
        },
        preview: "/books/{slug}?price={price}",
        bulkActions: ["publish", { title: "Mail", route: "mail" }, { title: "Inspect", route: "inspect" }],
      },
    },
    {
      name: "person",
      fields: [
        { name: "name", type: "text" },
        { name: "born", type: "date" },
      ],
      admin: { preview: ({ record }) => `/people/${record["name"]}` },
    },
    { name: "ledger", fields: [{ name: "name", type: "text" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "clerk",
      permissions: {
        book: { read: { fields: { exclude: ["price"] } }, update: { filter: { sold: false } } },
        person: { create: true, read: { fields: { exclude: ["born"] } } },
      },
    },
  ],
  customRoutes: [
    { name: "mail", method: "POST", roles: ["clerk"], handler: () => null },
    { name: "inspect", method: "POST", handler: () => null },
  ],
};

const PATH = "/api/admin/config";

let service: TestService;

beforeAll(async () => {
  service = await startService(site);
});

afterAll(() => service.stop());

const configOf = async (role: string) => (await service.as(role).get("/api/admin/config")).json.data;
const bookOf = async (role: string) => (await configOf(role)).entities[0];

test("fields that a role may not read are removed from columns, sort orders, filters, views, sections, summary, preview and actions", async () => {
  const { admin } = await bookOf("clerk");

  expect(admin).toEqual({
    icon: "book",
    rows: 3,
    summary: { title: "title" },
    list: {
      columns: ["title", "author.name", "extras.signed"],
      filters: ["sold"],
      views: [
        { name: "Sold", filter: { sold: true }, sort: "-title" },
        { name: "With notes", filter: { "notes.text": { $null: false } } },
      ],
    },
    form: {
      sections: [
        { title: "Book", fields: ["title"] },
        { title: "Money", fields: ["discount"] },
      ],
      aside: ["slug"],
    },
    bulkActions: ["publish", { title: "Mail", route: "mail" }],
  });
});

test("sidebar and dashboard name only entities and fields that the role may read", async () => {
  const { admin } = await configOf("clerk");

  expect(admin).toEqual({
    title: "Desk",
    accent: "#336699",
    shortcuts: ["n"],
    sidebar: ["book", { group: "More", items: ["person"] }, { title: "Site", href: "/" }],
    dashboard: [
      { type: "text", text: "Welcome" },
      { type: "list", entity: "book", filter: { sold: true }, sort: "-title" },
    ],
  });
});

test("hidden fields are not in the answer: neither their names nor conditions on them, at any depth", async () => {
  const { text } = await service.as("clerk").get("/api/admin/config");
  const told = text.replaceAll('"fit":"cover"', ""); // of the sizes of images, which have no field's name
  const { fields } = await bookOf("clerk");

  expect(told).not.toMatch(/price|born|ledger|entry|entries|cover|Dear|inspect/);
  expect(fields.find(({ name }: { name: string }) => name === "discount")).toEqual({
    name: "discount",
    type: "number",
    required: false,
    admin: { width: "half" },
  });
});

test("an admin gets the whole configuration without functions, and with unknown options", async () => {
  const config = await configOf("admin");
  const [book, person] = config.entities;

  expect(config.admin.dashboard).toHaveLength(6);
  expect(config.admin.sidebar).toHaveLength(4);
  expect(book.admin).toEqual(site.entities[0]?.admin);
  expect(book.fields[0].admin).toEqual({ widget: "title", stars: 5 });
  expect(book.fields[4].admin.condition).toEqual({ price: { $gt: 5 } });
  expect(person.admin).toEqual({});
});

test("properties of entities are in /api/admin/config", async () => {
  const { entities } = await configOf("clerk");

  expect(entities.map(({ name, can }: { name: string; can: unknown }) => [name, can])).toEqual([
    ["book", { create: false, update: true, delete: false, publish: true, drafts: true }],
    ["person", { create: true, update: false, delete: false, publish: false, drafts: false }],
  ]);
});

test("it contains the caller, with an ETag for each caller", async () => {
  const [admin, clerk] = [service.as("admin", service.adminId, "first@example.com"), service.as("clerk")];
  const [first, again, other] = [await admin.get(PATH), await admin.get(PATH), await clerk.get(PATH)];
  const stored = await service.database.one<{ name: string }>({ text: "select name from cms.users where id = $1" }, [service.adminId]);

  const user = { id: service.adminId, email: "first@example.com", name: stored?.name, role: "admin" };
  expect(first.json.data.caller).toEqual({ user, role: "admin", isAdmin: true });
  expect(other.json.data.caller).toMatchObject({ user: { role: "clerk" }, role: "clerk", isAdmin: false });
  expect(first.headers.get("cache-control")).toBe("no-store");
  expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
  expect((await admin.get(PATH, { "if-none-match": String(first.headers.get("etag")) })).status).toBe(304);
  expect((await clerk.get(PATH, { "if-none-match": String(first.headers.get("etag")) })).status).toBe(200);
});

test("a sidebar function runs on the server for each caller; entities that the caller can't read are left out of its result", async () => {
  const sidebar = (user: { id: string; role: string } | null): readonly SidebarItem[] => [
    ...(user?.role === "admin" ? ["ledger"] : []),
    { group: user?.id ?? "a key", items: ["ledger", "person", "nothing"] },
  ];
  const other = await startService({ ...site, admin: { title: "Desk", sidebar } });
  const [clerk, key] = [other.as("clerk"), other.asKey("clerk")];

  const [first, second, third] = [
    await clerk.get("/api/admin/config"),
    await key.get("/api/admin/config"),
    await other.as("admin").get("/api/admin/config"),
  ];
  await other.stop();

  expect(first.json.data.admin).toEqual({ title: "Desk", sidebar: [{ group: expect.stringMatching(/-/), items: ["person"] }] });
  expect(second.json.data.admin.sidebar).toEqual([{ group: "a key", items: ["person"] }]);
  expect(third.json.data.admin.sidebar[0]).toBe("ledger");
  expect(first.headers.get("etag")).not.toBe(second.headers.get("etag"));
});

test("a sidebar function that throws is logged and leaves the sidebar out", async () => {
  const sidebar = () => {
    throw new Error("no menu today");
  };
  const other = await startService({ ...site, admin: { title: "Desk", sidebar } });

  const { status, json } = await other.as("clerk").get("/api/admin/config");
  const logged = other.lines.join("");
  await other.stop();

  expect([status, json.data.admin]).toEqual([200, { title: "Desk" }]);
  expect(logged).toMatch(/no menu today/);
});
