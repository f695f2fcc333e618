import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { manifestIn } from "./packed.ts";
import type { Project } from "./project.ts";

/** Gives a project the parts of the admin page that admin/README.md shows, and checks, builds and serves them. */
export async function buildOwnParts(project: Project, path: string) {
  const { version } = manifestIn(path);
  await project.run("npm", ["install", "--save-dev", `@colophon/admin@${version}`]);
  const blocks = readFileSync(join(path, "admin/README.md"), "utf8").matchAll(/^```(tsx?)\n([^]*?)^```$/gm);
  for (const [, kind, text = ""] of blocks) writeFileSync(join(path, "admin", kind === "ts" ? "index.ts" : "counted.tsx"), text);

  const checked = await project.run("npm", ["run", "--silent", "check"]);
  const built = await project.run("npx", ["colophon", "build"]);
  const running = await project.start();
  const page = await (await fetch(`${running.url}/admin/`)).text();
  const chunks = globSync("assets/*.js", { cwd: join(path, ".colophon/page/admin") });
  const own = chunks.find((file) => readFileSync(join(path, ".colophon/page/admin", file), "utf8").includes(" characters`"));
  const served = await fetch(`${running.url}/admin/${own}`);
  await running.stop();
  return { checked, built, page, own, served };
}
