import site from "../bench.config.ts";
import { WEBHOOKS } from "./webhooks.config.ts";

/** The articles of the benchmark, whose changes another server is told about. */
export default {
  ...site,
  webhooks: WEBHOOKS,
  roles: [...site.roles, { name: "visitor", public: true, permissions: { article: { read: true } } }],
};
