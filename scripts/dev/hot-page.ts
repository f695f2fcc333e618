import { spawn } from "node:child_process";
import { viteOf } from "../../packages/admin/build/build-page.ts";

export interface HotPage {
  /** The folder of the page's package. */
  readonly page: string;
  /** Where its requests go. */
  readonly api: string;
  /** The folder of the project's own parts. */
  readonly parts: string;
}

/** Serves the admin page from its sources, with these parts, at an address that is printed: a change of them shows at once. It ends with this process. */
export function serveHotPage({ page, api, parts }: HotPage): void {
  const env = { ...process.env, COLOPHON_URL: api, ADMIN_PARTS_FOLDER: parts };
  const child = spawn(process.execPath, [viteOf(page), "--clearScreen", "false"], {
    cwd: page,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.once("exit", () => child.kill());
}
