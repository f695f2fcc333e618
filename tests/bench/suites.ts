import { audit } from "./audit/audit.ts";
import { events } from "./events/events.ts";
import { lists } from "./lists/lists.ts";
import { benchMedia } from "./media.ts";
import { pooler } from "./pooler.ts";
import { processes } from "./processes/processes.ts";
import { requests } from "./requests/requests.ts";
import { rows } from "./rows/rows.ts";
import { search } from "./search/search.ts";
import { makeKey, startSite } from "./site.ts";
import type { Suite } from "./suite.ts";
import { webhooks } from "./webhooks/webhooks.ts";

const media: Suite = {
  name: "media",
  shows: "uploads, downloads and images; prints its own figures",
  async *run({ seconds, processes: mode }) {
    const { stack, stop } = await startSite("bench.config.ts", { PROCESSES: mode });
    try {
      await benchMedia({ url: stack.url, key: await makeKey(stack.databaseUrl, "admin"), seconds });
      yield* [];
    } finally {
      await stop();
    }
  },
};

export const SUITES: readonly Suite[] = [requests, media, lists, search, audit, events, pooler, processes, rows, webhooks];
