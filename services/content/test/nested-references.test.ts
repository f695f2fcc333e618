import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createRemovals, type Removals } from "@colophon/database";
import { MANY_REFERRERS } from "@colophon/engine";
import { COOKBOOK, rowsWith } from "./support/cookbook.ts";
import { startService, type Client, type TestService } from "./support/service.ts";

/** One inside JSON counts as ten. */
const MANY = MANY_REFERRERS / 10 + 1;

let service: TestService;
let admin: Client;
let removals: Removals;
beforeAll(async () => {
  service = await startService(COOKBOOK);
  removals = createRemovals(service);
  admin = service.as("admin");
});
beforeEach(async () => {
  await removals.finish();
  await query(
    "truncate content.ingredient, content.cook, content.recipe, content.serving, content.guest, content.contract, cms.versions cascade",
  );
});
afterAll(() => service?.stop());

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => service.database.run<Row>({ text }, values);
const make = async (entity: string, body: unknown, draft = ""): Promise<string> => {
  const { status, json } = await admin.post(`/api/${entity}${draft}`, body);
  expect([status, json.error]).toEqual([201, undefined]);
  return json.data.id;
};
const ingredient = (name = "leek") => make("ingredient", { name });
const read = async (path: string) => (await admin.get(`/api/${path}`)).json.data;
const held = async () => (await query<{ n: number }>(`select count(*)::int as n from ${await table()}`))[0]?.n;
const table = async () =>
  (
    await query<{ t: string }>(
      "select format('content.%I', relname) as t from pg_class where relname like 'recipe\\_\\_refs.%' and relkind = 'r'",
    )
  )[0]?.t;
describe("setNull", () => {
  test("references to a deleted record are null, and left out of lists; other values and the version stay, and the ETag changes", async () => {
    const [leek, salt] = [await ingredient(), await ingredient("salt")];
    const recipe = await make("recipe", { title: "Soup", ...rowsWith(leek, salt) });
    const before = await admin.get(`/api/recipe/${recipe}`);

    const { status } = await admin.delete(`/api/ingredient/${leek}`);

    const after = await admin.get(`/api/recipe/${recipe}`);
    expect(status).toBe(200);
    expect(after.json.data).toEqual({
      ...before.json.data,
      ingredients: [
        { amount: "1", ingredient: null, instead: [salt] },
        { amount: "2", ingredient: salt, instead: [] },
      ],
      body: [{ _type: "note", _key: "n", text: leek, more: [salt] }],
    });
    const [was, is] = [before.headers.get("etag"), after.headers.get("etag")];
    expect(is).not.toBe(was);
    expect(is?.split(".")[0]).toBe(was?.split(".")[0]);
    expect((await query<{ recipe: unknown }>("select ingredients from content.recipe"))[0]).not.toMatchObject({
      ingredients: [{ ingredient: leek }],
    });
  });

  test("an outdated draft with a reference to a deleted record is refused for the reference first", async () => {
    const leek = await ingredient();
    const recipe = await make("recipe", { title: "Soup" });
    await admin.put(`/api/recipe/${recipe}?draft=true`, rowsWith(leek));
    await admin.put(`/api/recipe/${recipe}`, { title: "Broth" });
    const tooOld = await admin.post(`/api/recipe/${recipe}/publish`);

    await admin.delete(`/api/ingredient/${leek}`);

    const refused = await admin.post(`/api/recipe/${recipe}/publish`);
    expect([tooOld.status, refused.status, refused.json.error.code]).toEqual([409, 400, "VALIDATION_ERROR"]);
  });

  test("a pending draft reads null, and its publication is refused until it is corrected", async () => {
    const leek = await ingredient();
    const recipe = await make("recipe", { title: "Soup" });
    await admin.put(`/api/recipe/${recipe}?draft=true`, rowsWith(leek));

    await admin.delete(`/api/ingredient/${leek}`);

    const nulled = { ingredients: [{ amount: "1", ingredient: null, instead: [] }, { amount: "2" }], body: [{ more: [] }] };
    expect(await read(`recipe/${recipe}?draft=true`)).toMatchObject(nulled);
    expect((await admin.get("/api/recipe?draft=true")).json.data[0]).toMatchObject(nulled);
    const refused = await admin.post(`/api/recipe/${recipe}/publish`);
    expect([refused.status, refused.json.error.details.map(({ field }: { field: string }) => field).toSorted()]).toEqual([
      400,
      ["body.0.more.0", "ingredients.0.ingredient", "ingredients.0.instead.0"],
    ]);
    const { ingredients, body } = await read(`recipe/${recipe}?draft=true`);
    const retried = await admin.put(`/api/recipe/${recipe}?draft=true`, { ingredients, body });
    expect([retried.status, (await admin.post(`/api/recipe/${recipe}/publish`)).status]).toEqual([200, 200]);
    expect(await read(`recipe/${recipe}`)).toMatchObject(nulled);
  });

  test("versions are unchanged and show null; a restored one has null", async () => {
    const leek = await ingredient();
    const recipe = await make("recipe", { title: "Soup", ...rowsWith(leek) });
    await admin.put(`/api/recipe/${recipe}`, { ingredients: [], body: [] });
    const [, first] = (await admin.get(`/api/recipe/${recipe}/versions`)).json.data;
    const stored = () => query("select data from cms.versions where id = $1", [first.id]);
    const before = await stored();

    await admin.delete(`/api/ingredient/${leek}`);

    const nulled = { ingredients: [{ amount: "1", ingredient: null, instead: [] }, { amount: "2" }], body: [{ text: leek, more: [] }] };
    expect(await stored()).toEqual(before);
    expect((await read(`recipe/${recipe}/versions/${first.id}`)).data).toMatchObject(nulled);
    expect((await admin.post(`/api/recipe/${recipe}/versions/${first.id}/restore`)).json.data).toMatchObject(nulled);
  });

  test("references to a record with many references are null at once, also in filters, and new ones are refused; it is removed in the background", async () => {
    const [leek, salt] = [await ingredient(), await ingredient("salt")];
    const recipe = await make("recipe", { title: "Soup", ...rowsWith(leek, salt) });
    await query(
      `insert into content.recipe (id, created_at, updated_at, published_at, ingredients)
       select gen_random_uuid(), now(), now(), now(), $2::jsonb from generate_series(1, $1::int)`,
      [MANY, JSON.stringify([{ amount: "1", ingredient: leek, instead: [leek] }])],
    );
    const referring = () => query("select from content.recipe where ingredients::text like '%' || $1 || '%'", [leek]);
    expect(await referring()).toHaveLength(MANY + 1);

    const answer = await admin.delete(`/api/ingredient/${leek}`);

    const nulled = { ingredients: [{ ingredient: null, instead: [salt] }, { ingredient: salt }], body: [{ text: leek, more: [salt] }] };
    expect([answer.status, (await referring()).length]).toEqual([200, MANY + 1]);
    expect(await read(`recipe/${recipe}`)).toMatchObject(nulled);
    expect(await read("recipe?limit=1")).toMatchObject([{ ingredients: [{ ingredient: null, instead: [] }] }]);
    const again = await admin.put(`/api/recipe/${recipe}`, rowsWith(leek));
    expect([again.status, again.json.error.details[0]]).toEqual([
      400,
      { field: "ingredients.0.ingredient", message: "there is no such record" },
    ]);
    await removals.finish();
    expect(await referring()).toEqual([]);
    expect(await read(`recipe/${recipe}`)).toMatchObject(nulled);
    expect(await query("select from content.ingredient where id = $1", [leek])).toEqual([]);
    expect(await query("select from content.recipe where version <> 1")).toEqual([]);
  });
});

describe("restrict", () => {
  const quote = (cook: string) => ({ body: [{ _type: "quote", _key: "q", by: { cook } }] });

  test("a record with references is kept; 409 names the entity", async () => {
    const cook = await make("cook", { name: "Ines" });
    const recipe = await make("recipe", quote(cook));

    const { status, json } = await admin.delete(`/api/cook/${cook}`);

    expect([status, json.error.message]).toEqual([409, "A record of recipe still refers to this one"]);
    await admin.put(`/api/recipe/${recipe}`, { body: [] });
    expect((await admin.delete(`/api/cook/${cook}`)).status).toBe(200);
  });

  test("the entity is named only to callers who may read it, for nested references and relations", async () => {
    const [cook, recipe] = [await make("cook", { name: "Ines" }), await make("recipe", {})];
    await admin.put(`/api/recipe/${recipe}`, quote(cook));
    await make("contract", { cook: await make("cook", { name: "Omar" }) });
    const gardener = service.as("gardener");
    const cooks = (await gardener.get("/api/cook?fields=id")).json.data as { id: string }[];

    const answers = await Promise.all(cooks.map(({ id }) => gardener.delete(`/api/cook/${id}`)));

    expect(answers.map(({ status, json }) => [status, json.error.message])).toEqual(
      cooks.map(() => [409, "A record still refers to this one"]),
    );
    expect(cooks).toHaveLength(2);
  });

  test("references of pending drafts count, until these are discarded, published without it or changed", async () => {
    const cook = await make("cook", { name: "Ines" });
    const recipe = await make("recipe", { title: "Soup" });
    const answers: number[] = [];
    const tryToDelete = async () => void answers.push((await admin.delete(`/api/cook/${cook}`)).status);

    await admin.put(`/api/recipe/${recipe}?draft=true`, quote(cook));
    await tryToDelete();
    await admin.send("DELETE", `/api/recipe/${recipe}?draft=true`);
    const afterDiscard = await held();
    await admin.put(`/api/recipe/${recipe}?draft=true`, quote(cook));
    await admin.post(`/api/recipe/${recipe}/publish`);
    await tryToDelete();
    await admin.put(`/api/recipe/${recipe}?draft=true`, { body: [] });
    await tryToDelete(); // the live content still refers to it
    await admin.post(`/api/recipe/${recipe}/publish`);
    await tryToDelete();

    expect([afterDiscard, answers]).toEqual([0, [409, 409, 409, 200]]);
  });

  test("a draft that was never published counts, and is deleted with its references", async () => {
    const cook = await make("cook", { name: "Ines" });
    const recipe = await make("recipe", quote(cook), "?draft=true");
    const refused = await admin.delete(`/api/cook/${cook}`);

    await admin.send("DELETE", `/api/recipe/${recipe}?draft=true`);

    expect([refused.status, await held(), (await admin.delete(`/api/cook/${cook}`)).status]).toEqual([409, 0, 200]);
  });
});

describe("cascade", () => {
  test("records that refer to it are deleted too, and references to these are null", async () => {
    const recipe = await make("recipe", { title: "Soup" });
    const serving = await make("serving", { of: { recipe } });
    const guest = await make("guest", { serving });

    const { status } = await admin.delete(`/api/recipe/${recipe}`);

    expect([status, (await admin.get(`/api/serving/${serving}`)).status]).toEqual([200, 404]);
    expect((await read(`guest/${guest}`)).serving).toBeNull();
  });

  test("many records are deleted in the background, and missing at once", async () => {
    const recipe = await make("recipe", { title: "Soup" });
    const serving = await make("serving", { of: { recipe } });
    await query(
      "insert into content.serving (id, created_at, updated_at, published_at, of) select gen_random_uuid(), now(), now(), now(), $2::jsonb from generate_series(1, $1::int)",
      [MANY, JSON.stringify({ recipe })],
    );

    const { status } = await admin.delete(`/api/recipe/${recipe}`);

    expect([status, (await admin.get(`/api/serving/${serving}`)).status]).toEqual([200, 404]);
    expect((await admin.get("/api/serving?count=exact")).json.meta.total).toBe(0);
    await removals.finish();
    expect(await query("select from content.serving")).toEqual([]);
  });
});

test("a reference to a deleted record is 400 on every write, with its place", async () => {
  const leek = await ingredient();
  const recipe = await make("recipe", { title: "Soup" });
  await admin.delete(`/api/ingredient/${leek}`);

  const answers = [
    await admin.post("/api/recipe", rowsWith(leek)),
    await admin.put(`/api/recipe/${recipe}`, rowsWith(leek)),
    await admin.put(`/api/recipe/${recipe}?draft=true`, rowsWith(leek)),
  ];

  const fields = ["body.0.more.0", "ingredients.0.ingredient", "ingredients.0.instead.0"];
  expect(answers.map(({ status, json }) => [status, json.error.details.map(({ field }: { field: string }) => field).toSorted()])).toEqual(
    Array.from({ length: 3 }, () => [400, fields]),
  );
});

test("a simultaneous deletion and a write with a reference to the record never leave a broken reference", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 15; round++) {
    const leek = await ingredient();
    const recipe = await make("recipe", { title: "Soup" });
    const [written, deleted] = await Promise.all([
      admin.put(`/api/recipe/${recipe}`, rowsWith(leek)),
      admin.delete(`/api/ingredient/${leek}`),
    ]);
    const { ingredients } = await read(`recipe/${recipe}`);
    outcomes.add(`${written.status} ${deleted.status} ${JSON.stringify(ingredients?.[0]?.ingredient ?? null)}`);
  }

  for (const outcome of outcomes) expect(["200 200 null", "400 200 null"]).toContain(outcome);
});
