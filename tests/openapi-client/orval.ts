/** The same steps with the functions that orval generates. Prints the results as JSON. */
import { articleCreate, articleDelete, articleGet, articleList, articleUpdate, authorCreate, settingsGet } from "./.generated/orval.ts";

declare const process: { readonly argv: readonly string[] };
const [, , , apiKey = ""] = process.argv;

const options = { headers: { authorization: `Bearer ${apiKey}` } };

const author = await authorCreate({ name: "Bob" }, options);
const made = await articleCreate(
  { title: "Generated", rank: 7, section: "culture", author: author.status === 201 ? author.data.data.id : null },
  undefined,
  options,
);
const id = made.status === 201 ? made.data.data.id : "";
const list = await articleList(
  {
    "filter[rank][$gte]": 7,
    "filter[section]": "culture",
    "filter[author.name][$contains]": "bo",
    "resolve[author]": "name",
    sort: "-rank,title",
    fields: "title,author",
    limit: 5,
  },
  options,
);
const found = list.status === 200 ? list.data.data : [];
const embedded = found[0]?.author;
const refused = await articleUpdate(id, { title: "" }, undefined, options);
const missing = await articleGet("0190a000-0000-7000-8000-000000000000", undefined, options);
const settings = await settingsGet(undefined, options);
await articleDelete(id, undefined, options);

/** What must not compile; never called. */
export function misuses() {
  // @ts-expect-error a misspelt field
  void authorCreate({ nme: "Bob" });
  // @ts-expect-error no option of the select
  void articleList({ "filter[section]": "sports" });
}

console.log(
  JSON.stringify({
    made: made.status === 201 && made.data.data.rank,
    found: found.map(({ title }) => title),
    author: typeof embedded === "object" ? embedded?.name : embedded,
    refused: refused.status === 400 && [refused.data.error.code, refused.data.error.details?.[0]?.field],
    missing: missing.status === 404 && missing.data.error.code,
    theme: settings.status === 200 && settings.data.data?.theme,
  }),
);
