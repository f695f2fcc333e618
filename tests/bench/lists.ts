import { printFigures } from "./latency.ts";
import { FILL_POSTS, LISTS } from "./list-workloads.ts";
import type { SearchBench } from "./search.ts";

/** Prints the response times of lists with 100,000 records and drafts, for one client and for many. */
export async function benchLists({ url, databaseUrl, key, seconds, runSql }: SearchBench): Promise<void> {
  await runSql(databaseUrl, FILL_POSTS);
  console.log(`\nLists of 100,000 records of 500 bytes, 25 a page, without totals`);
  for (const [name, query] of Object.entries(LISTS)) {
    const ours = { url: `${url}/api/post?count=false&${query}`, headers: { authorization: `Bearer ${key}` } };
    const answer = await fetch(ours.url, { headers: ours.headers });
    if (!answer.ok) throw new Error(`${ours.url} answers ${answer.status}`);
    const { data } = (await answer.json()) as { data: readonly object[] };
    console.log(`lists, ${name}: ${data.length} records`);
    await printFigures({ ours }, seconds);
  }
}
