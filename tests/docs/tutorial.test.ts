import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../..");
const SITE = "examples/astro-magazine/src";
const shown = [...readFileSync(join(ROOT, "docs/tutorial.md"), "utf8").matchAll(/^<<< \.\.\/(\S+)$/gm)].map(([, file]) => String(file));

test("every page that a file of the tutorial links to is in the tutorial, too", () => {
  const files = shown.filter((file) => file.startsWith(SITE) && file.endsWith(".astro"));
  const links = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/href=\{`\/\$\{\w+\}\/(\w+)/g)].map(([, name]) => String(name)),
  );
  const pages = [...new Set(links)].map((name) => [`${SITE}/pages/[locale]/${name}.astro`, `${SITE}/pages/[locale]/${name}/`]);

  expect(links).toContain("search");
  for (const [page = "", folder = ""] of pages)
    expect([page, shown.some((file) => file === page || file.startsWith(folder))]).toEqual([page, true]);
});
