/** Builds the admin page when it is missing or older than what it is made from. */
import { existsSync, globSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage } from "../packages/admin/build/build-page.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "packages/admin");
/** The project's own parts of the page, beside its configuration, else those of the example: one page serves all who have none. */
const beside = join(dirname(resolve(process.env["CMS_CONFIG"] || join(root, "cms.config.ts"))), "admin");
const parts = existsSync(join(beside, "index.ts")) ? beside : join(root, "admin");
const madeOf = ["pnpm-lock.yaml", ...globSync("packages/client/src/**/*.ts", { cwd: root }).toSorted()].map((file) => join(root, file));

buildPage({ page, parts, into: join(page, "dist"), madeOf });
