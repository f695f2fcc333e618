import { createClient } from "../support/http/client.ts";
import { inRounds, measure, type Load } from "./measure.ts";
import { measurementsOf } from "./measurements.ts";
import { headersAs, pidsOf, startSite } from "./site.ts";
import { namedBy, type Measurement, type Suite, type SuiteOptions } from "./suite.ts";

const CONFIG = "../../packages/create-colophon/templates/magazine/cms.config.ts";
const ARTICLES = 200;

/** The same request to an article of the template `magazine`, and to its author, a record of two texts and an image. */
interface Workload {
  readonly name: string;
  readonly method: "GET" | "PUT";
  /** After `/api/<entity>`; `{id}` is replaced by the id of another record in each request. */
  readonly path: string;
  /** Of the article; authors have no drafts. */
  readonly isDraft?: true;
}

/** The field that a PUT changes. */
const CHANGED = { article: "summary", author: "name" } as const;
type Entity = keyof typeof CHANGED;

const WORKLOADS: readonly Workload[] = [
  { name: "one by id", method: "GET", path: "/{id}" },
  { name: "a draft", method: "GET", path: "/{id}", isDraft: true },
  { name: "list of 5", method: "GET", path: "?limit=5" },
  { name: "list of 20", method: "GET", path: "?limit=20" },
  { name: "update one field", method: "PUT", path: "/{id}" },
  { name: "save a draft", method: "PUT", path: "/{id}", isDraft: true },
];

export const documents: Suite = {
  name: "documents",
  shows: "articles with a document, links, drafts and translations, beside records without them",
  isExtra: true,
  run: measureDocuments,
};

async function* measureDocuments(options: SuiteOptions): AsyncGenerator<Measurement> {
  const { stack, stop } = await startSite(CONFIG, { PROCESSES: options.processes });
  try {
    const headers = await headersAs("admin", stack.databaseUrl);
    const ids = await fill(stack.url, headers);
    const loadOf = (entity: Entity, { method, path, isDraft }: Workload): Load => ({
      url: stack.url,
      headers,
      method,
      paths: ids[entity].map((id) => `/api/${entity}${path.replace("{id}", id)}${isDraft && entity === "article" ? "?draft=true" : ""}`),
      ...(method === "PUT" && { body: JSON.stringify({ [CHANGED[entity]]: "Changed" }) }),
    });
    for (const workload of namedBy(options.workload, WORKLOADS, ({ name }) => name)) {
      const subjects = Object.fromEntries(
        (["author", "article"] as const).map((entity) => [entity, () => measure(loadOf(entity, workload), pidsOf(stack), options.seconds)]),
      );
      yield* measurementsOf(workload.name, await inRounds(subjects, options.rounds), { to: "author" });
    }
  } finally {
    await stop();
  }
}

/** As many authors as articles; each article has one, a body with a link to the article before it, and is published. @returns their ids */
async function fill(url: string, headers: Record<string, string>): Promise<Record<Entity, readonly string[]>> {
  const client = createClient(url, headers);
  const ids = { article: [] as string[], author: [] as string[] };
  while (ids.article.length < ARTICLES) {
    const author = await client.post("/api/author", { name: `Author ${ids.author.length}` });
    ids.author.push(author.data.id);
    const article = await client.post("/api/article", {
      title: `Article ${ids.article.length}`,
      date: "2024-05-01",
      author: author.data.id,
      body: bodyOf(ids.article.at(-1)),
    });
    await client.post(`/api/article/${article.data.id}/publish`);
    ids.article.push(article.data.id);
  }
  return ids;
}

function bodyOf(linked: string | undefined): readonly object[] {
  const text = { type: "text", text: "Lorem ipsum dolor sit amet. ".repeat(12) };
  const link = { type: "text", text: "before", marks: [{ type: "link", attrs: { entity: "article", id: linked } }] };
  return [
    { _type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "A heading" }] },
    { _type: "paragraph", content: linked === undefined ? [text] : [text, link] },
  ];
}
