import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { buildPackages } from "@colophon/scripts/pack/packages.ts";
import { startRegistry, type Registry } from "./registry.ts";

/** npm downloads packages and the product starts: one or two minutes on an idle machine. */
export const TIMEOUT_MS = 2_700_000;

export interface Published {
  /** An empty folder for the projects of the tests. */
  readonly folder: string;
  readonly registry: Registry;
  /** The folders of the built packages. */
  readonly packages: readonly string[];
}

/** The packages of this repository, published to a registry of its own, for one test file. */
export function usePublished(): Published {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "colophon-package-")));
  let started: Pick<Published, "registry" | "packages"> | undefined;
  beforeAll(async () => {
    const packages = await buildPackages();
    started = { packages, registry: await startRegistry(folder) };
    for (const path of packages) started.registry.publish(path);
  }, TIMEOUT_MS);
  afterAll(() => {
    started?.registry.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const known = () => {
    if (!started) throw new Error("The packages are not published");
    return started;
  };
  return {
    folder,
    get registry() {
      return known().registry;
    },
    get packages() {
      return known().packages;
    },
  };
}
