/** References in Markdown: the same ones for the check of a text and for PostgreSQL, and none in code. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { movedInMarkdown, parseValue, startPass, type FieldDefinition } from "@colophon/model";
import fc from "fast-check";
import { CONTENT_FUNCTIONS } from "../src/ddl/functions/content-functions.ts";
import { openTables, type TestTables } from "./support/real-tables.ts";

let database: TestTables;
beforeAll(async () => {
  database = await openTables();
  for (const definition of CONTENT_FUNCTIONS) await database.client.query(definition);
});
afterAll(() => database.close());

const [ID, NEW] = ["01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8058"];
const IMAGE = `![a](asset:${ID})`;
const FIELD = { name: "body", type: "richtext", embeds: ["person"] } as const satisfies FieldDefinition;

/** The references that the check of a text finds. */
function checked(text: string): readonly string[] {
  const pass = startPass({
    draft: false,
    makeKey: () => "k",
    patternOf: () => ({ source: "", flags: "", maxLength: 1, test: () => true }),
  });
  parseValue(pass, FIELD, text, { path: "body", nested: false });
  return pass.references.map(({ id }) => id);
}

/** The text with its references moved as the admin page does it. */
function moved(text: string): string {
  return ["_image", "person"].reduce((left, entity) => movedInMarkdown(left, FIELD, { entity, from: ID, to: NEW }), text);
}

/** Those that PostgreSQL finds in each text, and each text with another id in place of them. */
async function stored(texts: readonly string[]): Promise<readonly { ids: readonly string[]; replaced: string }[]> {
  const found =
    "array(select i::text from (select cms.ids_in_text(to_jsonb(t), '$', '') union select cms.ids_in_text(to_jsonb(t), '$', 'person')) f (i))";
  const replaced = `cms.with_references(to_jsonb(t), array['~'], array['${ID}'::uuid], '${NEW}') #>> '{}'`;
  const query = `select ${found} as ids, ${replaced} as replaced from unnest($1::text[]) with ordinality u (t, n) order by n`;
  return (await database.client.query(query, [texts])).rows;
}

test.each<[string, string, readonly string[]]>([
  ["an image", IMAGE, [ID]],
  ["a link to a record, with spaces and angle brackets", `[a]( <record:person/${ID}> )`, [ID]],
  ["a definition", `![a][b]\n\n[b]: asset:${ID} "title"`, [ID]],
  ["a definition in a quotation", `> [b]: <record:person/${ID}>`, [ID]],
  ["what looks like a definition inside a line", `a [b]: asset:${ID}`, []],
  ["code in a line", `\`${IMAGE}\` and \`\` \`${IMAGE} \`\``, []],
  ["code in a line that goes on in the next one", `\`a\n${IMAGE}\``, []],
  ["a backtick that ends behind an empty line", `\`a\n\n${IMAGE}\``, [ID]],
  ["a backtick without an end", `\`a ${IMAGE}`, [ID]],
  ["other numbers of backticks", `\`\`a ${IMAGE}\``, [ID]],
  ["an escaped backtick", `\\\`${IMAGE}\``, [ID]],
  ["an escaped backslash before a backtick", `\\\\\`${IMAGE}\``, []],
  ["a block of code", `a\n\`\`\`md\n${IMAGE}\n\n[b]: asset:${ID}\n\`\`\``, []],
  ["a block of tildes with backticks in it", `~~~\n\`\`\`\n${IMAGE}\n~~~~ \r\nb`, []],
  ["a block of code without an end", `\`\`\`\n${IMAGE}`, []],
  ["behind a block of code", `\`\`\`\na\n\`\`\`\n${IMAGE}`, [ID]],
  ["fewer signs don't end it", `\`\`\`\`\n\`\`\`\n${IMAGE}\n\`\`\`\``, []],
  ["a block of code in an item of a list", `1. \`\`\`\n   ${IMAGE}\n   \`\`\``, []],
  ["a block of code ends with its quotation", `> \`\`\`\n> a\n\n${IMAGE}`, [ID]],
  ["code that is indented, at the start and behind an empty line", `    ${IMAGE}\n\na\n\n\t${IMAGE}\n \n     ${IMAGE}`, []],
  ["an indented line that goes on with a paragraph", `a\n    ${IMAGE}`, [ID]],
  ["an indented paragraph in an item of a list", `1. a\n\n    ${IMAGE}`, [ID]],
  ["code that is indented behind a list", `- a\n\nb\n\n    ${IMAGE}`, []],
  ["a fence in code that is indented is none", `    \`\`\`\n\n${IMAGE}`, [ID]],
  ["strike-through", `~~a~~ ${IMAGE}`, [ID]],
  ["backticks of two items of a list", `- - \`\`${IMAGE} \n- \`\`[b]: asset:${ID}`, [ID]],
  ["no text", "", []],
])("%s", async (_, text, ids) => {
  const [first] = await stored([text]);

  expect([checked(text), first?.ids]).toEqual([ids, ids]);
});

test("in another asset's place, an id is replaced where it is a reference, and stays in code", async () => {
  const text = `${IMAGE} \`${IMAGE}\`\n\n[b]: asset:${ID.toUpperCase()}\n\`\`\`\n${IMAGE}\n\`\`\`\n`;
  const [first] = await stored([text]);

  expect(moved(text)).toBe(first?.replaced);
  expect(first?.replaced).toBe(`![a](asset:${NEW}) \`${IMAGE}\`\n\n[b]: asset:${NEW}\n\`\`\`\n${IMAGE}\n\`\`\`\n`);
});

test("PostgreSQL and the check find the same references in any text, and a replacement changes nothing else", async () => {
  const piece = fc.constantFrom(
    "a",
    " ",
    "\n",
    "\n\n",
    "`",
    "``",
    "```",
    "````",
    "~~~",
    "\\",
    "> ",
    "- ",
    "\r\n",
    "    ",
    "\t",
    "  ",
    "1. ",
    "```md\n",
    IMAGE,
    `[b]: asset:${ID}`,
    `[b\`c]: asset:${ID}`,
  );
  const texts = fc.sample(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    500,
  );

  const found = await stored(texts);

  expect(found.map(({ ids }, at) => [texts[at], ids])).toEqual(texts.map((text) => [text, checked(text)]));
  expect(found.map(({ replaced }) => replaced.replaceAll(NEW, ID))).toEqual(texts);
  expect(texts.map(moved)).toEqual(found.map(({ replaced }) => replaced));
});

test("a text of a field without embeds has no references to move", () => {
  expect(movedInMarkdown(IMAGE, { name: "body", type: "richtext" }, { entity: "_image", from: ID, to: NEW })).toBe(IMAGE);
});
