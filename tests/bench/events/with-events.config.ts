import site from "../bench.config.ts";

/** The articles of the benchmark; the row filter of visitors is stored with each event. */
export default {
  ...site,
  roles: [...site.roles, { name: "visitor", public: true, permissions: { article: { read: { filter: { status: "live" } } } } }],
};
