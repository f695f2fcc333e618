/** Builds the admin page if it is missing or its sources have changed. */
import { existsSync, globSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage } from "../packages/admin/build/build-page.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "packages/admin");
/** The project's custom parts beside its configuration, else those of the example, which suit every project without custom parts. */
const beside = join(dirname(resolve(process.env["CMS_CONFIG"] || join(root, "cms.config.ts"))), "admin");
const parts = existsSync(join(beside, "index.ts")) ? beside : join(root, "admin");
const extraSources = ["pnpm-lock.yaml", ...globSync("packages/{client,model}/src/**/*.ts", { cwd: root }).toSorted()].map((file) =>
  join(root, file),
);

buildPage({ page, parts, into: join(page, "dist"), extraSources });
