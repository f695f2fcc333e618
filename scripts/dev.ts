import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { develop } from "colophon/dev/develop.ts";
import { serveHotPage } from "colophon/page/own-page.ts";
import { readSettings } from "colophon/stack/read-settings.ts";
import { ROOT } from "colophon/stack/settings.ts";
import { readArguments } from "./arguments.ts";
import { reportErrors } from "./tool.ts";

const FOLDERS = ["gateway", "services", "packages", "mail"];

readArguments("Usage: npm run dev. It takes no arguments. For the environment variables, see docs/reference/environment.md.", {});

/** `pnpm dev`: like `npm start`, but restarts after a change of the code or the configuration. The data stays. */
await reportErrors(async () => {
  const { configFile, port } = readSettings(process.env);
  const parts = join(dirname(configFile), "admin");
  if (existsSync(parts)) serveHotPage({ page: join(ROOT, "packages/admin"), api: `http://127.0.0.1:${port}`, parts });
  await develop({
    program: [join(ROOT, "scripts/run.ts")],
    renews: true,
    configFile,
    folders: FOLDERS.map((folder) => join(ROOT, folder)),
    reportChange: (file) => console.log(`\n${relative(ROOT, file)} changed: restarting`),
    reportProblem: (problem) => console.error(`\n${problem}\nThe site goes on with the old configuration.`),
  });
});
