/** A site whose records refer to others from inside objects, arrays and blocks. */
import type { ConfigDefinition } from "@colophon/config";

export const COOKBOOK: ConfigDefinition = {
  entities: [
    {
      name: "ingredient",
      fields: [
        { name: "name", type: "text" },
        { name: "kind", type: "relation", to: "ingredient" },
        { name: "recipes", type: "reverse", from: "recipe", field: "ingredients.ingredient" },
        { name: "replaces", type: "reverse", from: "recipe", field: "ingredients.instead" },
        { name: "noted", type: "reverse", from: "recipe", field: "body.note.more" },
        { name: "sources", type: "reverse", from: "recipe", field: "body.note.source" },
      ],
    },
    {
      name: "cook",
      fields: [
        { name: "name", type: "text" },
        { name: "quoted", type: "reverse", from: "recipe", field: "body.quote.by.cook" },
      ],
    },
    {
      name: "recipe",
      versions: true,
      fields: [
        { name: "title", type: "text" },
        {
          name: "ingredients",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "amount", type: "text" },
              { name: "ingredient", type: "relation", to: "ingredient" },
              { name: "instead", type: "array", of: { type: "relation", to: "ingredient" } },
            ],
          },
        },
        {
          name: "body",
          type: "blocks",
          blocks: [
            {
              name: "note",
              fields: [
                { name: "text", type: "text" },
                { name: "more", type: "relation", to: "ingredient", many: true },
                { name: "source", type: "relation", to: "ingredient", hidden: true },
              ],
            },
            {
              name: "quote",
              fields: [{ name: "by", type: "object", fields: [{ name: "cook", type: "relation", to: "cook", required: true }] }],
            },
          ],
        },
      ],
    },
    {
      name: "serving",
      fields: [{ name: "of", type: "object", fields: [{ name: "recipe", type: "relation", to: "recipe", onDelete: "cascade" }] }],
    },
    { name: "contract", fields: [{ name: "cook", type: "relation", to: "cook", required: true }] },
    { name: "guest", fields: [{ name: "serving", type: "relation", to: "serving" }] },
  ],
  roles: [
    { name: "admin", isAdmin: true },
    {
      name: "reader",
      permissions: {
        recipe: { read: true },
        ingredient: { read: { filter: { name: { $ne: "secret" } } } },
        serving: { read: true },
      },
    },
    { name: "gardener", permissions: { cook: { read: true, delete: true } } },
    { name: "visitor", permissions: { recipe: { read: true } } },
  ],
};

/** A recipe's ingredients and its body with these two in different places. */
export const rowsWith = (text: string, other: string | null = null) => ({
  ingredients: [
    { amount: "1", ingredient: text, instead: [text, other ?? text].slice(0, other ? 2 : 1) },
    { amount: "2", ingredient: other, instead: [] },
  ],
  body: [{ _type: "note", _key: "n", text: text, more: other ? [other, text] : [text] }],
});
