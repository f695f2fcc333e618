import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { Client as Postgres } from "pg";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf } from "./support/articles.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { fitsIn } from "./support/page-width.ts";

const RUNS = `insert into cms.job_runs (id, job, tick, began_at, ended_at, state, error) values
  (gen_random_uuid(), 'tidy', '2026-11-27T03:00Z', '2026-11-27T03:00Z', '2026-11-27T03:00:01.250Z', 'done', null),
  (gen_random_uuid(), 'tidy', '2026-11-26T03:00Z', '2026-11-26T03:00Z', '2026-11-26T03:00:02Z', 'failed', 'The disk is full')`;

describeInBrowser("jobs and their runs", () => {
  const site = useAdminSite(join(import.meta.dirname, "jobs.config.ts"));
  const { openEditor } = articlesOf(site);

  beforeAll(async () => {
    await eventually(async () =>
      (await site.stack.admin.get("/api/_jobs")).data.every(({ nextAt }: { nextAt: unknown }) => nextAt !== null),
    );
    const postgres = new Postgres({ connectionString: site.stack.databaseUrl });
    await postgres.connect();
    await postgres.query(RUNS);
    await postgres.end();
  });

  test("an admin sees when each job runs, its last run, and why one has failed", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/");
    await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Jobs" }).click();
    const row = page.locator("tbody tr", { hasText: "0 0 29 2 *" });
    await row.getByText("Done", { exact: true }).waitFor();
    expect(await page.locator("tbody tr", { hasText: "report" }).getByText("–").count()).toBe(2);

    await row.getByRole("link", { name: "tidy" }).click();
    await page.getByRole("region", { name: "Last runs" }).getByRole("cell", { name: "1,250 ms" }).waitFor();
    await page.getByRole("region", { name: "Last failures" }).getByRole("cell", { name: "The disk is full" }).waitFor();
    await page.getByRole("link", { name: "Jobs", exact: true }).last().click();
    await page.getByRole("link", { name: "report" }).click();

    await page.getByText("It has not run yet.").waitFor();
    await page.getByText("No run has failed.").waitFor();
    expect(site.complaints()).toEqual([]);
  });

  test("only admins see them", async () => {
    const page = await openEditor();
    await page.goto("/admin/jobs/tidy");
    await page.getByText("There is no such page.").waitFor();

    expect(await page.getByRole("link", { name: "Jobs" }).count()).toBe(0);
  });

  test.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("they violate no accessibility rule when %s, and fit into %i px", async (colorScheme, width) => {
    const page = await site.openAs(ADMIN, { colorScheme, viewport: { width, height: 800 } });
    const broken: string[] = [];
    for (const path of ["/admin/jobs", "/admin/jobs/tidy"]) {
      await page.goto(path);
      await page.locator("tbody tr").first().waitFor();
      broken.push(...(await brokenRules(page)));
      await fitsIn(page, width);
    }

    expect(broken).toEqual([]);
  });
});
