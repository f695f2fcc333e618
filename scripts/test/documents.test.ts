import { expect, test } from "@jest/globals";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../stack/settings.ts";

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/architecture.md"];
const NAMED = /`((?:packages|services|gateway|scripts|tests|docs|k8s)\/[\w./-]+)`/g;
const LINKED = /\]\((?!https?:)([^)#]+)/g;

test.each(DOCUMENTS)("every file and folder that %s names or links to is there", (document) => {
  const text = readFileSync(join(ROOT, document), "utf8");
  const named = Array.from(text.matchAll(NAMED), ([, path = ""]) => path);
  const linked = Array.from(text.matchAll(LINKED), ([, path = ""]) => join(dirname(document), path));

  expect(named.length + linked.length).toBeGreaterThan(0);
  expect([...named, ...linked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
