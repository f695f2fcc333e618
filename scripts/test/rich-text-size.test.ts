import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "@jest/globals";
import { rolldown } from "rolldown";
import { buildLibrary } from "../pack/packages.ts";

const folder = mkdtempSync(join(tmpdir(), "colophon-pack-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a site that only shows documents loads less than 12 KB for it", async () => {
  const built = await buildLibrary("client", folder);
  const entry = join(built, "packages/client/src/rich-text/index.js");
  const build = await rolldown({
    input: "entry",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : null),
        load: (id) => (id === "entry" ? `export { toHtml } from ${JSON.stringify(entry)};` : null),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();

  expect(output[0].code).toContain("figure");
  expect(gzipSync(output[0].code).length).toBeLessThan(12 * 1024);
});
