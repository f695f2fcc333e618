import { expect, test } from "@jest/globals";
import { type FieldDefinition, toSlug as slugOfService } from "@colophon/config";
import { otherErrors, errorsOf, hasErrorBelow, withoutErrorsAt } from "../../src/record-model/errors.ts";
import { fieldsOf, type FormContext, referringTo } from "../../src/record-model/fields.ts";
import { createForm } from "../../src/record-model/form.ts";
import { layoutOf } from "../../src/record-model/layout.ts";
import { newBlock, newValues } from "../../src/record-model/new-values.ts";
import { isSlugOf, sourceText, toSlug } from "../../src/record-model/slug.ts";
import { entityWith, formFields } from "./support.ts";

const FIELDS = formFields(
  { name: "title", type: "text", required: true },
  { name: "seo", type: "object", fields: [{ name: "headline", type: "text" }] },
  { name: "links", type: "array", of: { type: "url" } },
  { name: "tags", type: "relation", to: "tag", many: true },
);
const STORED = { id: "1", title: "Leeks", seo: { headline: "Best leeks" }, links: ["https://a.example"], tags: ["t1"], _status: "draft" };
const EXISTING: FormContext = { isNew: false, isWritable: true, isFixed: true, excluded: [] };

test("an unchanged form sends nothing", () => {
  const form = createForm(FIELDS, STORED);

  expect(form.changes()).toEqual({});
  expect(form.isChanged()).toBe(false);
});

test.each([
  ["a JSON member that was null is gone", { a: 1, b: null }, { a: 1 }, true],
  ["a JSON member is null", { a: [{}] }, { a: [{ b: null }] }, true],
  ["only the order of JSON members is another", { a: 1, b: 2 }, { b: 2, a: 1 }, false],
])("whether a form is changed where %s", (_what, stored: object, written: object, isChanged) => {
  const data: FieldDefinition = { name: "data", type: "json" };
  const inBlocks: FieldDefinition = { name: "parts", type: "blocks", blocks: [{ name: "part", fields: [data] }] };
  const form = createForm(formFields(data, inBlocks), { data: stored, parts: [{ _type: "part", _key: "k", data: stored }] });

  form.set("data", written);
  form.set("parts.0.data", written);

  expect(Object.keys(form.changes())).toEqual(isChanged ? ["data", "parts"] : []);
});

test("unchanged fields stay the same objects after an update of the fields", () => {
  const form = createForm(FIELDS, STORED);
  form.set("title", "Onions");

  form.setFields(
    FIELDS.map((field, at) => ({ ...field, isReadOnly: at === 1 })),
    STORED,
  );

  const { fields, values } = form.state();
  expect(fields.map((field, at) => field === FIELDS[at])).toEqual([true, false, true, true]);
  expect(fields[1]?.isReadOnly).toBe(true);
  expect(values["title"]).toBe("Onions");
});

test("only the fields that were changed are sent, an object or a list as a whole", () => {
  const form = createForm(FIELDS, STORED);

  form.set("seo.headline", "Better leeks");
  form.set("links", ["https://b.example", null]);

  expect(form.changes()).toEqual({ seo: { headline: "Better leeks" }, links: ["https://b.example"] });
});

test("what was changed back is not sent, nor is an empty item that was added", () => {
  const form = createForm(FIELDS, STORED);

  form.set("title", "Other");
  form.set("title", "Leeks");
  form.set("links", [...STORED.links, null]);

  expect(form.isChanged()).toBe(false);
});

test("fields that may not be written are never sent", () => {
  const form = createForm(
    FIELDS.map((field) => ({ ...field, isReadOnly: field.definition.name === "title" })),
    STORED,
  );

  form.set("title", "Other");

  expect(form.changes()).toEqual({});
});

test("input during a save stays, and values that the service changed are applied", () => {
  const form = createForm(FIELDS, STORED);
  form.set("title", " Two");
  const sent = form.state().values;
  form.set("seo.headline", "Typed since");

  form.saved(sent, { ...STORED, title: "Two" });

  expect(form.state().values).toMatchObject({ title: "Two", seo: { headline: "Typed since" } });
  expect(form.changes()).toEqual({ seo: { headline: "Typed since" } });
});

test("an empty item that was just added is still there after a save", () => {
  const form = createForm(FIELDS, STORED);
  form.set("title", "Two");
  form.set("links", [...STORED.links, null]);

  form.saved(form.state().values, { ...STORED, title: "Two" });

  expect(form.state().values["links"]).toEqual([...STORED.links, null]);
});

test("a listener is called for each change until it is removed", () => {
  const form = createForm(FIELDS, STORED);
  let heard = 0;
  const end = form.subscribe(() => heard++);

  form.set("title", "a");
  end();
  form.set("title", "b");

  expect(heard).toBe(1);
});

test("an error stays at its field until the field changes, in every notation of its path", () => {
  const errors = errorsOf([
    { field: "extras[0].text", message: "is required" },
    { field: "extras.0.text", message: "second" },
    { field: "unknown", message: "is wrong" },
  ]);

  expect(errors).toEqual({ "extras.0.text": "is required", unknown: "is wrong" });
  expect(hasErrorBelow(errors, "extras")).toBe(true);
  expect(withoutErrorsAt(errors, "extras.0")).toEqual({ unknown: "is wrong" });
  expect(otherErrors(errors, ["extras"])).toEqual(["unknown: is wrong"]);
});

test("fields are read-only where the role, the record or the configuration says so", () => {
  const entity = entityWith([
    { name: "title", type: "text" },
    { name: "code", type: "text", immutable: true },
    { name: "fixed", type: "text", admin: { readOnly: true } },
    { name: "notes", type: "text" },
    { name: "articles", type: "reverse", from: "article", field: "author" },
  ]);
  const readOnly = (context: Partial<FormContext>) =>
    fieldsOf(entity, { ...EXISTING, excluded: ["notes"], ...context }).flatMap((field) =>
      field.isReadOnly ? [field.definition.name] : [],
    );

  expect(readOnly({})).toEqual(["code", "fixed", "notes", "articles"]);
  expect(readOnly({ isFixed: false })).toEqual(["fixed", "notes", "articles"]);
  expect(readOnly({ isWritable: false })).toHaveLength(5);
  expect(
    fieldsOf(entity, { ...EXISTING, isNew: true, isFixed: false, excluded: ["notes"] }).map(({ definition }) => definition.name),
  ).toEqual(["title", "code"]);
});

test("of an asset only the alternative text and the focal point are written", () => {
  const entity = entityWith(
    [
      { name: "url", type: "text" },
      { name: "alt", type: "text" },
    ],
    { name: "_image" },
  );

  expect(fieldsOf(entity, EXISTING).map(({ isReadOnly }) => isReadOnly)).toEqual([true, false]);
});

test("each field is shown once, in the first section or aside that names it, the others at the end", () => {
  const entity = entityWith([], {
    admin: { form: { sections: [{ title: "Text", fields: ["title", "gone", "seo.headline"] }], aside: ["tags", "title"] } },
  });

  const { sections, aside } = layoutOf(entity, FIELDS);

  expect(sections.map(({ title, fields }) => [title, fields.map(({ definition }) => definition.name)])).toEqual([
    ["Text", ["title", "seo"]],
    [null, ["links"]],
  ]);
  expect(aside.map(({ definition }) => definition.name)).toEqual(["tags"]);
});

test("a new record begins with the defaults of its fields", () => {
  const fields = formFields(
    { name: "kind", type: "select", options: ["a"], default: "a" },
    { name: "tags", type: "relation", to: "tag", many: true },
    { name: "title", type: "text" },
  );

  expect(newValues(fields)).toEqual({ kind: "a", tags: [], title: null });
  expect(newBlock({ name: "quote", fields: [{ name: "text", type: "text" }] }, "k1")).toEqual({ _type: "quote", _key: "k1", text: null });
});

test.each(["Grüße aus Łódź", "Ħal Għaxaq, Ŋorkŧe, ĸujataa", "  It's 5 o'clock!  ", "Æsop & Sons — 2nd", "İstanbul"])(
  "the slug of %j is the one that the service makes",
  (title) => {
    expect(toSlug(title)).toBe(slugOfService(title));
  },
);

test("texts in other scripts are transliterated by the service", () => {
  expect(toSlug("Привет")).toBeNull();
});

test("a slug from several fields, some of them in objects, follows all of them; one from another record is left to the service", () => {
  const fields = formFields(
    { name: "title", type: "text" },
    { name: "place", type: "object", fields: [{ name: "city", type: "text" }] },
    { name: "venue", type: "relation", to: "venue" },
    { name: "slug", type: "slug", from: ["title", "place.city"] },
    { name: "other", type: "slug", from: ["title", "venue.name"] },
  );
  const definitions = fields.map(({ definition }) => definition);
  const form = createForm(fields, { title: "Leeks", place: { city: "Ulm" }, slug: "leeks-ulm" });

  form.set("place", { city: "Łódź" });
  form.set("slug", "leeks-lodz");

  expect(sourceText(["title", "place.city"], definitions, form.state().values)).toBe("Leeks Łódź");
  expect(sourceText(["place.city", "title"], definitions, { title: "Leeks", place: null })).toBe("Leeks");
  expect(sourceText(["title", "place.city"], definitions, {})).toBeNull();
  expect(sourceText(["title", "venue.name"], definitions, { title: "Leeks", venue: null })).toBeNull();
  expect(form.changes()).toEqual({ place: { city: "Łódź" }, slug: null });
});

test("a slug that follows its title is generated by the service, together with the title; one that somebody has edited is sent", () => {
  const form = createForm(formFields({ name: "title", type: "text" }, { name: "slug", type: "slug", from: "title" }), {});

  form.set("title", "Good leeks");
  form.set("slug", "good-leeks");
  const following = form.changes();
  form.set("slug", "leeks");

  expect(following).toEqual({ title: "Good leeks", slug: null });
  expect(form.changes()).toEqual({ title: "Good leeks", slug: "leeks" });
});

test("a slug follows its title until somebody edits it", () => {
  expect(isSlugOf("good-leeks", "Good leeks")).toBe(true);
  expect(isSlugOf("good-leeks-2", "Good leeks")).toBe(true);
  expect(isSlugOf(null, "Good leeks")).toBe(true);
  expect(isSlugOf("leeks", "Good leeks")).toBe(false);
});

test("the records of a reverse field are filtered by one id of a relation to one or to many, or at a path", () => {
  const fields = [
    { name: "author", type: "relation", to: "author" },
    { name: "helpers", type: "relation", to: "author", many: true },
  ] as const;

  expect(["author", "helpers", "credits.by"].map((path) => referringTo("id", path, fields))).toEqual([
    { author: "id" },
    { helpers: { $has: "id" } },
    { "credits.by": "id" },
  ]);
});
