/** Filters on values inside arrays and blocks, as callers use them. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ConfigDefinition } from "@colophon/config";
import { startService, type Client, type TestService } from "./support/service.ts";

const site: ConfigDefinition = {
  entities: [
    {
      name: "event",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        {
          name: "tickets",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "tier", type: "text" },
              { name: "price", type: "number" },
              { name: "cost", type: "number", hidden: true },
            ],
          },
        },
        { name: "body", type: "blocks", blocks: [{ name: "quote", fields: [{ name: "text", type: "text" }] }] },
        { name: "tags", type: "array", of: { type: "text" } },
        { name: "linked", type: "array", of: { type: "relation", to: "event" } },
        { name: "internal", type: "array", of: { type: "text" } },
      ],
    },
    { name: "fair", fields: [{ name: "main", type: "relation", to: "event" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    { name: "reader", permissions: { event: { read: { fields: { exclude: ["internal"] } }, create: true } } },
    {
      name: "cheap",
      permissions: {
        event: { read: { filter: { "tickets.price": { $lt: 20 } } }, create: { filter: { "tickets.price": { $lt: 20 } } } },
        fair: { read: { filter: { "main.tags": "open" } } },
      },
    },
  ],
};

let service: TestService;
let admin: Client;
let reader: Client;
let cheap: Client;
const ids: Record<string, string> = {};
beforeAll(async () => {
  service = await startService(site);
  [admin, reader, cheap] = [service.as("admin"), service.as("reader"), service.as("cheap")];
  const make = async (title: string, content: object) => {
    ids[title] = (await admin.post("/api/event", { title, ...content })).json.data.id;
  };
  await make("both", {
    tickets: [
      { tier: "Balcony", price: 60 },
      { tier: "floor", price: 10 },
    ],
    tags: ["open", "Späti"],
  });
  await make("dear", { tickets: [{ tier: "balcony", price: 60 }], body: [{ _type: "quote", text: "Ja, open" }], tags: [] });
  await make("empty", {});
  await make("linked", { linked: [ids["both"]], internal: ["a"] });
});
afterAll(() => service?.stop());

async function titles(filter: string, client = admin): Promise<unknown> {
  const { status, json } = await client.get(`/api/event?fields=title&sort=title&${filter}`);
  if (status !== 200) return json.error.details;
  return json.data.map(({ title }: { title: string }) => title);
}

test("any element may match; two conditions may match different elements; $not, $ne, $notIn and $null=true mean no element", async () => {
  const found = {
    "filter[tickets.price][$gte]=45": ["both", "dear"],
    "filter[tickets.price][$lt]=45": ["both"],
    "filter[tickets.price][$gte]=45&filter[tickets.tier]=floor": ["both"],
    "filter[$not][tickets.price][$gte]=45": ["empty", "linked"],
    "filter[tickets.price][$ne]=10": ["dear", "empty", "linked"],
    "filter[$not][tickets.price][$ne]=10": ["both"],
    "filter[tickets.tier][$notIn]=floor,x": ["dear", "empty", "linked"],
    "filter[tickets.price][$null]=true": ["empty", "linked"],
    "filter[tickets.price][$null]=false": ["both", "dear"],
    "filter[tickets.tier][$startsWith]=BALC": ["both", "dear"],
    "filter[body.quote.text][$contains]=OPEN": ["dear"],
    "filter[tags]=Spa%CC%88ti": ["both"],
    "filter[tags][$null]=true": ["empty", "linked"],
    [`filter[linked]=${ids["both"]}`]: ["linked"],
    [`filter[linked][$ne]=${ids["both"]}`]: ["both", "dear", "empty"],
    "filter[linked.tickets.tier]=floor": ["linked"],
  };

  for (const [filter, expected] of Object.entries(found)) {
    expect([filter, await titles(filter)]).toEqual([filter, expected]);
    expect([filter, await titles(`draft=true&${filter}`)]).toEqual([filter, expected]);
  }
});

test("with drafts, pending content is compared", async () => {
  await admin.put(`/api/event/${ids["empty"]}?draft=true`, { tickets: [{ price: 999 }], tags: ["pending"] });

  for (const filter of ["filter[tickets.price]=999", "filter[tags]=pending"])
    expect([await titles(filter), await titles(`draft=true&${filter}`)]).toEqual([[], ["empty"]]);
});

test("paths that the caller can't see, paths that lead nowhere, and operators that don't fit are refused", async () => {
  const refusal = async (path: string, operator = "", client = admin) => titles(`filter[${path}]${operator}=1`, client);
  const unknown = (path: string) => [{ field: `filter[${path}]`, message: `there is no field ${path}` }];

  for (const path of ["tickets.cost", "tickets.nothing", "tickets.0.price", "body.text", "body.quote", "body.quote.text.x", "tags.0"])
    expect([path, await refusal(path)]).toEqual([path, unknown(path)]);
  for (const path of ["internal", "internal.x"]) expect([path, await refusal(path, "", reader)]).toEqual([path, unknown(path)]);
  expect(await refusal("tickets.price", "[$contains]")).toEqual([
    { field: "filter[tickets.price][$contains]", message: "this field takes $eq, $ne, $gt, $gte, $lt, $lte, $in, $notIn, $between, $null" },
  ]);
  expect(await refusal("tickets")).toEqual([{ field: "filter[tickets]", message: "this field takes $null" }]);
  expect(await titles("filter[tickets.price]=x")).toEqual([{ field: "filter[tickets.price]", message: "must be a number" }]);
});

test("a request has at most ten of these conditions, because each reads the arrays of every record", async () => {
  const conditions = (count: number) => Array.from({ length: count }, (_, at) => `filter[$or][${at}][tickets.price]=${at + 60}`).join("&");

  expect(await titles(conditions(10))).toEqual(["both", "dear"]);
  expect(await titles(conditions(11))).toEqual([
    {
      field: "filter[$or][10][tickets.price]",
      message: "at most 10 conditions may look into texts that aren't searchable, or into arrays and blocks",
    },
  ]);
});

test("a role's row filter may use such paths: for reading, through relations, and for what it writes", async () => {
  for (const name of ["both", "dear"]) expect((await admin.post("/api/fair", { main: ids[name] })).status).toBe(201);
  const wrong = await cheap.post("/api/event", { title: "new", tickets: [{ price: 20 }] });
  const right = await cheap.post("/api/event", { title: "new", tickets: [{ price: 20 }, { price: 19 }] });

  expect([wrong.status, right.status]).toEqual([403, 201]);
  expect(await titles("", cheap)).toEqual(["both", "new"]);
  expect((await cheap.get("/api/fair")).json.data).toEqual([expect.objectContaining({ main: ids["both"] })]);
});
