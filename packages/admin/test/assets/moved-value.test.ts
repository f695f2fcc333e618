import { expect, test } from "@jest/globals";
import type { FieldDefinition } from "@colophon/config";
import { movedValue } from "../../src/assets/replace/moved-value.ts";

const [OLD, NEW, OTHER] = [
  "01890a5d-ac96-774b-bcce-b302099a8057",
  "01890a5d-ac96-774b-bcce-b302099a8058",
  "01890a5d-ac96-774b-bcce-b302099a8059",
];
const FIGURE = [
  { name: "photo", type: "image" },
  { name: "title", type: "text" },
] as const satisfies readonly FieldDefinition[];

const BODY: FieldDefinition = {
  name: "body",
  type: "richtext",
  format: "document",
  embeds: ["_image"],
  blocks: [{ name: "figure", fields: FIGURE }],
};
const NOTES: FieldDefinition = { name: "notes", type: "richtext", embeds: [] };
const linked = (id: string) => ({ type: "text", text: "a", marks: [{ type: "bold" }, { type: "link", attrs: { entity: "_image", id } }] });

test.each<[string, FieldDefinition, (id: string) => unknown]>([
  ["one image", { name: "cover", type: "image" }, (id) => id],
  ["images, each once", { name: "gallery", type: "image", many: true }, (id) => (id === OLD ? [OTHER, OLD] : [OTHER, NEW])],
  ["a member of an object", { name: "seo", type: "object", fields: FIGURE }, (photo) => ({ photo, title: OLD })],
  ["items of an array", { name: "list", type: "array", of: { type: "image" } }, (id) => [OTHER, id]],
  ["blocks", { name: "parts", type: "blocks", blocks: [{ name: "figure", fields: FIGURE }] }, (photo) => [{ _type: "figure", photo }]],
  ["an image of a document", BODY, (image) => [{ _type: "image", attrs: { image, alt: OLD } }]],
  [
    "an image in a cell of a table",
    BODY,
    (image) => [
      { _type: "table", content: [{ type: "tableRow", content: [{ type: "tableCell", content: [{ type: "image", attrs: { image } }] }] }] },
    ],
  ],
  ["a record's card", BODY, (id) => [{ _type: "record", attrs: { entity: "_image", id } }]],
  ["a link in a text of a document", BODY, (id) => [{ _type: "paragraph", content: [linked(id), { type: "text", text: OLD }] }]],
  ["an own block of a document", BODY, (photo) => [{ _type: "figure", attrs: { photo, title: OLD } }]],
  ["Markdown", NOTES, (id) => `![a](asset:${id}) [b]: c\n\n[b]: <asset:${id}>\n\n\`![a](asset:${OLD})\``],
])("references of an asset are moved: %s", (_what, field, valueWith) => {
  expect(movedValue(field, valueWith(OLD), { entity: "_image", from: OLD, to: NEW })).toEqual(valueWith(NEW));
});

test("cards of and links to records of another entity, and their texts, stay", () => {
  const value = [
    { _type: "record", attrs: { entity: "person", id: OLD } },
    { _type: "paragraph", content: [linked(OTHER)] },
  ];

  expect(movedValue(BODY, value, { entity: "_image", from: OLD, to: NEW })).toEqual(value);
});
