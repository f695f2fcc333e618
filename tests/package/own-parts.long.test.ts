import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { NODE } from "./nodes.ts";
import { buildOwnParts } from "./own-parts.ts";
import { nextMajorIn, renumbered } from "./packed.ts";
import { projectIn } from "./project.ts";
import { TIMEOUT_MS, usePublished } from "./published.ts";

const published = usePublished();
const path = join(published.folder, "site");
const projectOf = () => projectIn(path, [NODE], published.registry.variables);

test(
  "parts of the admin page are type-checked, built and served",
  async () => {
    mkdirSync(path);
    const project = projectOf();
    await project.run("npm", ["create", "--yes", "colophon@latest", ".", "--", "--template", "catalogue", "--email", "ada@example.com"]);

    const { checked, built, page, own, served } = await buildOwnParts(project, path);

    expect(checked).toBe("");
    expect(built).toContain("The admin page is built with the parts in admin/");
    expect(page).toContain('<div id="root">');
    expect(own).toBeDefined();
    expect({ status: served.status, type: served.headers.get("content-type") }).toEqual({ status: 200, type: "text/javascript" });
  },
  TIMEOUT_MS,
);

test(
  "an upgrade changes the version of what the parts are built with",
  async () => {
    const newer = nextMajorIn(path);
    for (const name of published.packages) published.registry.publish(renumbered(name, newer, published.folder));

    await projectOf().run("npx", ["colophon", "upgrade"]);

    expect(JSON.parse(readFileSync(join(path, "package.json"), "utf8"))).toMatchObject({
      dependencies: { colophon: newer },
      devDependencies: { "@colophon/admin": `^${newer}` },
    });
  },
  TIMEOUT_MS,
);
