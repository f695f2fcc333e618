import { audit } from "./audit/audit.ts";
import { caching } from "./caching/caching.ts";
import { documents } from "./documents.ts";
import { events } from "./events/events.ts";
import { lists } from "./lists/lists.ts";
import { media } from "./media/media.ts";
import { peers } from "./peers/peers.ts";
import { pooler } from "./pooler.ts";
import { processes } from "./processes/processes.ts";
import { requests } from "./requests/requests.ts";
import { rows } from "./rows/rows.ts";
import { search } from "./search/search.ts";
import type { Suite } from "./suite.ts";
import { webhooks } from "./webhooks/webhooks.ts";

export const SUITES: readonly Suite[] = [
  requests,
  media,
  lists,
  search,
  audit,
  caching,
  documents,
  events,
  peers,
  pooler,
  processes,
  rows,
  webhooks,
];
