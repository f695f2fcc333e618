import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { COOKBOOK, rowsWith } from "./support/cookbook.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

let service: TestService;
let admin: Client;
let reader: Client;
let visitor: Client;
beforeAll(async () => {
  service = await startService(COOKBOOK);
  [admin, reader, visitor] = [service.as("admin"), service.as("reader"), service.as("visitor")];
});
beforeEach(async () => {
  await service.database.run({ text: "truncate content.ingredient, content.recipe, content.serving, content.guest, cms.versions cascade" });
});
afterAll(() => service?.stop());

const make = async (entity: string, body: unknown): Promise<string> => {
  const { status, json } = await admin.post(`/api/${entity}`, body);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
};
const ingredient = (name = "leek") => make("ingredient", { name });
const read = async (path: string) => (await admin.get(`/api/${path}`)).json.data;

describe("filters go through nested references", () => {
  const titles = async (filter: string, client = admin) => {
    const { status, json } = await client.get(`/api/recipe?fields=title&sort=title&count=exact&${filter}`);
    if (status !== 200) return [status, json.error.details[0]];
    expect(json.meta.total).toBe(json.data.length);
    return json.data.map(({ title }: { title: string }) => title);
  };
  let ids: Record<"leek" | "salt" | "secret", string>;
  beforeEach(async () => {
    ids = { leek: await ingredient(), salt: await ingredient("salt"), secret: await ingredient("secret") };
    await make("recipe", { title: "both", ...rowsWith(ids.leek, ids.salt) });
    await make("recipe", { title: "none" });
    await make("recipe", { title: "salted", ...rowsWith(ids.salt) });
    await make("recipe", { title: "secretive", ...rowsWith(ids.secret) });
  });

  test("by the record of any element, or by its id, at any depth", async () => {
    const { leek, salt } = ids;
    const found = {
      "filter[ingredients.ingredient.name]=leek": ["both"],
      "filter[ingredients.ingredient.name]=salt": ["both", "salted"],
      "filter[ingredients.instead.name]=salt": ["both", "salted"],
      "filter[body.note.more.name]=leek": ["both"],
      "filter[$not][ingredients.ingredient.name]=salt": ["none", "secretive"],
      [`filter[ingredients.ingredient]=${leek}`]: ["both"],
      [`filter[ingredients.ingredient][$in]=${leek},${salt}`]: ["both", "salted"],
      [`filter[ingredients.ingredient][$ne]=${leek}`]: ["none", "salted", "secretive"],
      [`filter[ingredients.ingredient][$notIn]=${leek},${salt}`]: ["none", "secretive"],
      [`filter[ingredients.ingredient][$hasAll]=${leek},${salt}`]: ["both"],
      [`filter[body.note.more][$has]=${salt}`]: ["both", "salted"],
      "filter[ingredients.ingredient][$null]=true": ["none"],
    };

    for (const [filter, expected] of Object.entries(found)) {
      expect([filter, await titles(filter)]).toEqual([filter, expected]);
      expect([filter, await titles(`draft=true&${filter}`)]).toEqual([filter, expected]);
    }
  });

  test("with drafts by pending content", async () => {
    const [none] = (await admin.get("/api/recipe?filter[title]=none")).json.data;
    await admin.put(`/api/recipe/${none.id}?draft=true`, rowsWith(ids.leek));

    for (const filter of ["filter[ingredients.ingredient.name]=leek", `filter[ingredients.ingredient]=${ids.leek}`])
      expect([await titles(filter), await titles(`draft=true&${filter}`)]).toEqual([["both"], ["both", "none"]]);
  });

  test("only through records that the caller may read; hidden fields are answered like unknown ones", async () => {
    const unknown = (path: string, operator = "") => [400, { field: `filter[${path}]${operator}`, message: `there is no field ${path}` }];

    expect(await titles("filter[ingredients.ingredient.name]=secret", reader)).toEqual([]);
    expect(await titles("filter[$not][ingredients.ingredient.name]=secret", reader)).toEqual(["both", "none", "salted", "secretive"]);
    expect(await titles("filter[ingredients.ingredient.name]=salt", reader)).toEqual(["both", "salted"]);
    for (const [client, path] of [
      [reader, "body.note.source.name"],
      [reader, "body.note.source"],
      [reader, "body.quote.by.cook"],
      [visitor, "ingredients.ingredient"],
      [visitor, "ingredients.ingredient.name"],
      [admin, "ingredients.nothing"],
      [admin, "ingredients.ingredient.nothing"],
      [admin, "ingredients.0.ingredient"],
    ] as const)
      expect(await titles(`filter[${path}]=${ids.leek}`, client)).toEqual(unknown(path));
  });
});

describe("resolve replaces nested references by their records", () => {
  let recipe: string;
  let ids: Record<"leek" | "secret", string>;
  beforeEach(async () => {
    ids = { leek: await ingredient(), secret: await ingredient("secret") };
    recipe = await make("recipe", { title: "Soup", ...rowsWith(ids.leek, ids.secret) });
  });
  const asked = "resolve[ingredients.ingredient]=name&resolve[ingredients.instead]=name&resolve[body.note.more]=name";
  const embedded = ({ leek, secret }: { leek: unknown; secret: unknown }) => ({
    ingredients: [
      { amount: "1", ingredient: leek, instead: [leek, secret].filter((reference) => reference !== null) },
      { amount: "2", ingredient: secret, instead: [] },
    ],
    body: [{ _type: "note", text: ids.leek, more: [secret, leek].filter((reference) => reference !== null) }],
  });

  test("on records, lists and drafts, in the order of lists", async () => {
    const [leek, secret] = [
      { id: ids.leek, name: "leek" },
      { id: ids.secret, name: "secret" },
    ];
    await admin.put(`/api/recipe/${recipe}?draft=true`, { title: "Stew" });

    expect(await read(`recipe/${recipe}?${asked}`)).toMatchObject({ title: "Soup", ...embedded({ leek, secret }) });
    expect(await read(`recipe?${asked}`)).toMatchObject([embedded({ leek, secret })]);
    expect(await read(`recipe/${recipe}?draft=true&${asked}`)).toMatchObject({ title: "Stew", ...embedded({ leek, secret }) });
    expect(await read(`recipe?draft=true&${asked}`)).toMatchObject([embedded({ leek, secret })]);
  });

  test("records that the caller can't read are null, and left out of lists; ids of entities that it can't read aren't shown", async () => {
    const leek = { id: ids.leek, name: "leek" };

    const readers = (await reader.get(`/api/recipe/${recipe}?${asked}`)).json.data;
    const visitors = (await visitor.get(`/api/recipe/${recipe}?${asked}`)).json.data;

    expect(readers).toMatchObject(embedded({ leek, secret: null }));
    expect(visitors).toMatchObject(embedded({ leek: null, secret: null }));
  });

  test("without resolve, ids of records outside the row filter are shown; of entities that the caller can't read, none is", async () => {
    const { leek, secret } = ids;

    const [plain, hidden] = await Promise.all(
      [reader, visitor].map(async (client) => (await client.get(`/api/recipe/${recipe}`)).json.data),
    );

    expect(plain).toMatchObject(embedded({ leek, secret }));
    expect(hidden).toMatchObject(embedded({ leek: null, secret: null }));
  });

  test("paths may start and end inside objects, with at most three relations in a row", async () => {
    const serving = await make("serving", { of: { recipe } });
    const guest = await make("guest", { serving });

    const found = await read(`guest/${guest}?resolve[serving.of.recipe.ingredients.ingredient]=name`);
    const refused = await admin.get(`/api/guest/${guest}?resolve[serving.of.recipe.ingredients.ingredient.kind]=name`);

    expect(found.serving.of.recipe.ingredients[0].ingredient).toEqual({ id: ids.leek, name: "leek" });
    expect(refused.json.error.details[0]).toEqual({
      field: "resolve[serving.of.recipe.ingredients.ingredient.kind]",
      message: "may be nested at most 3 deep",
    });
  });

  test("only references can be resolved; hidden ones are answered like unknown ones", async () => {
    const messages = async (path: string) => (await admin.get(`/api/recipe/${recipe}?resolve[${path}]=name`)).json.error.details[0];

    expect(await messages("ingredients")).toEqual({ field: "resolve[ingredients]", message: "ingredients is not a relation" });
    expect(await messages("ingredients.amount")).toMatchObject({ message: "ingredients.amount is not a relation" });
    for (const path of ["ingredients.nothing", "body.note.source", "body.nothing"])
      expect(await messages(path)).toEqual({ field: `resolve[${path}]`, message: `there is no field ${path}` });
  });
});

describe("reverse fields go through nested references", () => {
  let ids: Record<"leek" | "salt" | "secret", string>;
  beforeEach(async () => {
    ids = { leek: await ingredient(), salt: await ingredient("salt"), secret: await ingredient("secret") };
    await make("recipe", { title: "both", ...rowsWith(ids.leek, ids.salt) });
    await make("recipe", { title: "salted", ...rowsWith(ids.salt) });
    const row = { ingredient: ids.salt, instead: [ids.salt] };
    await make("recipe", { title: "twice", ...rowsWith(ids.salt), ingredients: [row, row] });
    await admin.post("/api/recipe?draft=true", { title: "pending", ...rowsWith(ids.salt) });
  });
  const NAMES = ["recipes", "replaces", "noted"];
  const asked = NAMES.flatMap((name) => [`resolve[${name}]=title`, `resolve[${name}.$count]=true`]).join("&");
  const titlesOf = (rows: readonly { title: string }[]) => rows.map(({ title }) => title);

  test("a record shows each live record once, whichever element refers to it, newest first, and their number", async () => {
    const salt = await read(`ingredient/${ids.salt}?${asked}`);
    const [leek] = (await read(`ingredient?filter[name]=leek&${asked}`)) as Record<string, any>[];

    expect(NAMES.map((name) => titlesOf(salt[name]))).toEqual([
      ["twice", "salted", "both"],
      ["twice", "salted", "both"],
      ["twice", "salted", "both"],
    ]);
    expect(salt._count).toEqual({ recipes: 3, replaces: 3, noted: 3 });
    expect([titlesOf(leek?.["recipes"]), leek?.["_count"].recipes]).toEqual([["both"], 1]);
  });

  test("a filter means any of the records, under $not none of them", async () => {
    const names = async (filter: string, client = admin) =>
      (await client.get(`/api/ingredient?sort=name&${filter}`)).json.data?.map(({ name }: { name: string }) => name);

    expect(await names("filter[recipes.title]=both")).toEqual(["leek", "salt"]);
    expect(await names("filter[$not][recipes.title]=both")).toEqual(["secret"]);
    expect(await names("filter[recipes.ingredients.amount]=2&filter[noted.title][$startsWith]=SALT")).toEqual(["salt"]);
    expect(await names("filter[recipes.title]=pending")).toEqual([]);
  });

  test("a later change of the array is followed, that of a pending draft is not", async () => {
    const [both] = (await admin.get("/api/recipe?filter[title]=both")).json.data;
    await admin.patch(`/api/recipe/${both.id}?draft=true`, rowsWith(ids.secret));
    expect(titlesOf((await read(`ingredient/${ids.secret}?${asked}`)).recipes)).toEqual([]);
    await admin.patch(`/api/recipe/${both.id}`, rowsWith(ids.secret));

    expect((await read(`ingredient/${ids.leek}?${asked}`))._count.recipes).toBe(0);
    expect(titlesOf((await read(`ingredient/${ids.secret}?${asked}`)).recipes)).toEqual(["both"]);
  });

  test("a hidden reference, and one in an entity that the caller may not read, are answered like fields that don't exist", async () => {
    const refused = async (client: Client, path: string) => (await client.get(path)).json.error.details[0].message;

    expect(await refused(reader, "/api/ingredient?filter[sources.title]=both")).toBe("there is no field sources.title");
    expect(await refused(reader, "/api/ingredient?resolve[sources]=title")).toBe("there is no field sources");
    expect(await refused(service.as("gardener"), "/api/cook?filter[quoted.title]=both")).toBe("there is no field quoted.title");
    expect(titlesOf((await reader.get(`/api/ingredient/${ids.leek}?resolve[recipes]=title`)).json.data.recipes)).toEqual(["both"]);
  });
});
