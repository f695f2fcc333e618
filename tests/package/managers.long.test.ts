import { expect, test } from "@jest/globals";
import { installManager, MANAGERS, upgradeByReadme } from "./managers.ts";
import { renumbered } from "./packed.ts";
import { TIMEOUT_MS, usePublished } from "./published.ts";
import { PASSED } from "./project.ts";
import { startAndTest } from "./site.ts";

const EMAIL = "ada@example.com";

const published = usePublished();
const { folder } = published;

test.each(MANAGERS)(
  "$name creates a project, installs it, starts it, runs its tests and upgrades it by the command in its README",
  async (manager) => {
    const newer = `${30 + MANAGERS.indexOf(manager)}.0.0`;
    const managed = installManager(manager, folder, published.registry);
    if (managed === null) return;
    await managed.outside.run(manager.program, ["create", "colophon", "site", "--email", EMAIL]);
    const project = managed.inside("site");

    expect(await startAndTest(project, EMAIL)).toMatchObject({
      user: { email: EMAIL, role: "admin" },
      tests: expect.stringMatching(PASSED),
    });
    published.registry.publish(renumbered(published.packages[0] ?? "", newer, folder));
    await upgradeByReadme(project, manager, { path: managed.pathOf("site"), version: newer });
  },
  TIMEOUT_MS,
);
