/** Code with paths inside objects, arrays and blocks that must compile, and code that must not; it is never run. */
import { defineConfig } from "@colophon/config";
import type { RichDocument } from "@colophon/model";
import { createClient } from "../src/index.ts";

const config = defineConfig({
  entities: [
    {
      name: "author",
      fields: [
        { name: "name", type: "text", required: true },
        { name: "company", type: "relation", to: "company" },
      ],
    },
    { name: "company", fields: [{ name: "name", type: "text" }] },
    {
      name: "recipe",
      fields: [
        {
          name: "ingredients",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "amount", type: "text", required: true },
              { name: "ingredient", type: "relation", to: "author" },
              { name: "secret", type: "relation", to: "author", hidden: true },
            ],
          },
        },
        { name: "pictures", type: "array", of: { type: "image" } },
        { name: "tags", type: "array", of: { type: "text" } },
        {
          name: "place",
          type: "object",
          required: true,
          fields: [
            { name: "menu", type: "relation", to: "recipe" },
            { name: "lines", type: "array", of: { type: "object", fields: [{ name: "text", type: "text" }] } },
          ],
        },
        {
          name: "steps",
          type: "blocks",
          blocks: [
            {
              name: "note",
              fields: [
                { name: "by", type: "relation", to: "author", many: true },
                { name: "length", type: "number" },
              ],
            },
            { name: "rule", fields: [] },
          ],
        },
        {
          name: "story",
          type: "richtext",
          format: "document",
          embeds: ["author"],
          blocks: [{ name: "quote", fields: [{ name: "by", type: "relation", to: "author" }] }],
        },
      ],
    },
  ],
  roles: [{ name: "admin", isAdmin: true }],
});

const cms = createClient<typeof config>({ url: "http://localhost" });
type IsAny<A> = 0 extends 1 & A ? true : false;
type Same<A, B> = IsAny<A> extends true ? false : [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const holds = (_proof: true) => undefined;

/** Filters and embedded records accept dotted paths into objects, arrays and blocks. */
export async function reads() {
  const recipes = cms.entity("recipe");
  const { data } = await recipes.list({
    filter: {
      "ingredients.ingredient.name": "leek",
      "ingredients.ingredient": { name: { $contains: "e" }, company: { name: "x" } },
      "steps.note.by": { $hasAny: ["id"] },
      "pictures.width": { $gte: 100 },
      "story.image.width": { $gte: 100 },
      "story.record.author.name": "x",
      "place.menu": "id",
      place: { menu: { "ingredients.ingredient.name": { $in: ["leek"] } } },
      $or: [{ "pictures.alt": { $null: true }, "ingredients.ingredient.company": { name: "y" } }],
    },
    resolve: {
      "ingredients.ingredient": { fields: ["name"], resolve: { company: ["name"] } },
      "steps.note.by": ["name"],
      pictures: ["width"],
      "story.image": ["url"],
      "story.record.author": { fields: ["name"], resolve: { company: ["name"] } },
      "story.link.author": ["name"],
      "story.quote.by": ["name"],
      "place.menu": { resolve: { "ingredients.ingredient": ["name"] } },
    },
  });
  for (const { ingredients, pictures, place, steps, story } of data) {
    holds(true satisfies Same<typeof story, RichDocument | null>);
    const [first] = ingredients ?? [];
    holds(true satisfies Same<NonNullable<typeof first>["amount"], string>);
    holds(true satisfies Same<NonNullable<NonNullable<typeof first>["ingredient"]>["name"], string>);
    const company = first?.ingredient?.company;
    holds(true satisfies Same<typeof company, { readonly id: string; readonly name: string | null } | null | undefined>);
    holds(true satisfies Same<typeof pictures, readonly { readonly id: string; readonly width: number | null }[] | null>);
    for (const step of steps ?? [])
      if (step._type === "note") holds(true satisfies Same<typeof step.by, readonly { readonly id: string; readonly name: string }[]>);
    const names = place.menu?.ingredients?.map(({ ingredient }) => ingredient?.name);
    holds(true satisfies Same<typeof names, (string | undefined)[] | undefined>);
    // @ts-expect-error only the name was requested
    void first?.ingredient?.createdAt;
  }
  const plain = await recipes.one("id");
  const [one] = plain.ingredients ?? [];
  holds(true satisfies Same<NonNullable<typeof one>["ingredient"], string | null>);
  // @ts-expect-error a misspelt field behind a nested reference
  await recipes.list({ filter: { "ingredients.ingredient.nme": "leek" } });
  // @ts-expect-error a number instead of a name
  await recipes.list({ filter: { "ingredients.ingredient.name": 1 } });
  await recipes.list({
    filter: { "ingredients.amount": "1", "steps.note.length": { $gte: 5 }, tags: { $startsWith: "a" }, pictures: "id" },
  });
  await recipes.list({ filter: { $not: { "ingredients.amount": { $in: ["1"] }, "place.lines.text": "x" }, tags: { $null: true } } });
  // @ts-expect-error a number instead of a text
  await recipes.list({ filter: { "ingredients.amount": 1 } });
  // @ts-expect-error a misspelt member
  await recipes.list({ filter: { "ingredients.amont": "1" } });
  // @ts-expect-error numbers have no parts
  await recipes.list({ filter: { "steps.note.length": { $contains: "1" } } });
  // @ts-expect-error a value of another type
  await recipes.list({ filter: { tags: 1 } });
  await recipes.list({ filter: { "steps.note.by": "id", "ingredients.ingredient": { $has: "id" } } });
  // @ts-expect-error one reference is no list
  await recipes.list({ filter: { "place.menu": { $has: "id" } } });
  // @ts-expect-error the same by members
  await recipes.list({ filter: { place: { menu: { $has: "id" } } } });
  // @ts-expect-error a hidden reference
  await recipes.list({ filter: { "ingredients.secret": "id" } });
  // @ts-expect-error not a reference
  await recipes.list({ resolve: { "ingredients.amount": "*" } });
  // @ts-expect-error a misspelt path
  await recipes.one("id", { resolve: { "ingredients.ingredients": ["name"] } });
  // @ts-expect-error an entity that the text does not embed
  await recipes.one("id", { resolve: { "story.record.company": ["name"] } });
  // @ts-expect-error a misspelt field of the target
  await recipes.one("id", { resolve: { "steps.note.by": ["nme"] } });
}
