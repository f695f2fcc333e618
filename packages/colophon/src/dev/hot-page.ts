import { spawn } from "node:child_process";
import { viteOf } from "../../../admin/build/build-page.ts";

export interface HotPage {
  /** The folder of the admin package. */
  readonly page: string;
  /** The URL of the API. */
  readonly api: string;
  /** The folder of the project's custom parts. */
  readonly parts: string;
}

/** Serves the admin page from its sources with these custom parts, at a URL that is printed; changes show at once. It ends with this process. */
export function serveHotPage({ page, api, parts }: HotPage): void {
  const env = { ...process.env, COLOPHON_URL: api, ADMIN_PARTS_FOLDER: parts };
  const child = spawn(process.execPath, [viteOf(page), "--clearScreen", "false"], {
    cwd: page,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  process.once("exit", () => child.kill());
}
