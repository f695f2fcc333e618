import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs `<program> install` in a project; what it prints is shown. @returns why it failed; null where it worked */
export async function installProject(program: string, folder: string): Promise<string | null> {
  const child = spawn(program, ["install"], { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" });
  const [status] = await once(child, "close").catch((error: Error) => [error.message]);
  return status === 0 ? null : String(status);
}
