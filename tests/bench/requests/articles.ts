import { headersAs, runSql, startSite, type Site } from "../site.ts";
import { eventually } from "../../support/eventually.ts";
import type { Load } from "../measure.ts";
import { FILL_OTHERS, fillArticles, type Workload } from "./workloads.ts";

/** A site with articles, and what requests to it need. */
export interface ArticleSite extends Site {
  readonly headers: Record<string, string>;
  /** Of some live articles. */
  readonly ids: readonly string[];
  /** Adds articles until there are this many. */
  fillTo(articles: number): Promise<void>;
}

const ARTICLES = 10_000;
/** Otherwise PostgreSQL leaves the dead rows of up to 2 % of the pages, which are then not visible to all. */
const VACUUM = "vacuum (index_cleanup on) content.article";
/** Whether an index alone can tell which rows exist: a vacuum can't see to it while a transaction is older than the rows. */
const IS_VISIBLE = "select relallvisible > 0.99 * relpages as yes from pg_class where oid = 'content.article'::regclass";
/** While answers are cached, an article is changed this often. */
const CHANGE_EVERY_MS = 1_000;
const SOME_IDS = "select id from content.article where status = 'live' order by date limit 200";

/** Starts a site with 10,000 articles. @param directUrl - where they are inserted, if the site uses a pooler */
export async function startArticles(config: string, variables: Readonly<Record<string, string>>, directUrl?: string): Promise<ArticleSite> {
  const site = await startSite(config, variables);
  const databaseUrl = directUrl ?? site.stack.databaseUrl;
  let filled = 0;
  const fillTo = async (articles: number): Promise<void> => {
    if (articles <= filled) return;
    await runSql(databaseUrl, fillArticles(filled + 1, articles));
    filled = articles;
    const vacuum = async () => (await runSql<{ yes: boolean }>(databaseUrl, [VACUUM, IS_VISIBLE]))[0]?.yes;
    await eventually(vacuum, { what: "all articles are visible to all transactions", everyMs: 500 });
  };
  await runSql(databaseUrl, FILL_OTHERS);
  await fillTo(ARTICLES);
  const ids = await runSql<{ id: string }>(databaseUrl, [SOME_IDS]);
  return { ...site, headers: await headersAs("admin", databaseUrl), ids: ids.map(({ id }) => id), fillTo };
}

export function loadOf({ method, path, body }: Workload, { stack, headers, ids }: ArticleSite): Load {
  const paths = path.includes("{id}") ? ids.map((id) => path.replace("{id}", id)) : [path];
  return { url: stack.url, paths, method, body, headers };
}

/** Changes one article each second. */
export function keepChanging(sites: readonly ArticleSite[]): NodeJS.Timeout {
  const change = ({ stack, headers, ids }: ArticleSite) =>
    fetch(`${stack.url}/api/article/${ids[0]}`, { method: "PUT", headers, body: JSON.stringify({ title: "Changed" }) });
  return setInterval(() => void Promise.all(sites.map(change)), CHANGE_EVERY_MS);
}
