/** The site of the benchmark, whose articles everybody may read. */
import site from "./bench.config.ts";

export default { ...site, roles: [...site.roles, { name: "visitor", public: true, permissions: { article: { read: true } } }] };
