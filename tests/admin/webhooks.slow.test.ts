import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Client as Postgres } from "pg";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf } from "./support/articles.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { fitsIn } from "./support/page-width.ts";

describeInBrowser("webhooks and their deliveries", () => {
  const site = useAdminSite(join(import.meta.dirname, "webhooks.config.ts"));
  const { openEditor } = articlesOf(site);

  async function sql(text: string): Promise<void> {
    const postgres = new Postgres({ connectionString: site.stack.databaseUrl });
    await postgres.connect();
    await postgres.query(text);
    await postgres.end();
  }

  test("an admin sends a test, sees why it failed, and sends it again", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/");
    await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("cell", { name: "http://127.0.0.1:9/changed", exact: true }).waitFor();
    await page.getByRole("link", { name: "website" }).click();
    await page.getByText("There are no deliveries.").waitFor();

    await page.getByRole("button", { name: "Send a test" }).click();
    const row = page.locator("tbody tr", { hasText: "webhook.test" });
    await row.getByText("Failed", { exact: true }).waitFor();
    const delivery = async () => (await site.stack.admin.get("/api/_webhooks/website/deliveries")).data[0];
    const { lastAttemptAt } = await delivery();
    await row.getByRole("button", { name: "Send again" }).click();
    const isFailed = (now: { state: string; lastAttemptAt: string }) => now.state === "failed" && now.lastAttemptAt !== lastAttemptAt;
    await eventually(async () => isFailed(await delivery()), { what: "the second attempt has failed" });
    await sql("update cms.webhook_deliveries set status = 503, error = null, answer = 'The disk is full'");
    await page.reload();
    await row.getByText("503").waitFor();
    await row.getByRole("button", { name: "Details" }).click();

    await page.getByRole("dialog", { name: "webhook.test" }).getByText("The disk is full").waitFor();
    expect(site.complaints()).toEqual([]);
  });

  test("deliveries are listed by state, with links to their records; a webhook that is disabled is enabled", async () => {
    const { id } = (await site.stack.admin.post("/api/article", { title: "One" })).data;
    const deliveries = async () => (await site.stack.admin.get("/api/_webhooks/website/deliveries")).data;
    await eventually(async () => (await deliveries()).some((delivery: { recordId: string }) => delivery.recordId === id), {
      what: "it has a delivery",
    });
    await sql(
      "insert into cms.webhooks (name, failures, disabled_at) values ('website', 0, now()) on conflict (name) do update set disabled_at = now()",
    );
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/webhooks/website?state=delivered");
    await page.getByText("There are no deliveries.").waitFor();

    await page.getByLabel("Status").selectOption("");
    const link = page.getByRole("link", { name: "article.published" });
    await link.waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Active", { exact: true }).waitFor();

    expect(await link.getAttribute("href")).toBe(`/admin/content/article/${id}`);
    expect((await site.stack.admin.get("/api/_webhooks")).data[0].state).toBe("active");
  });

  test("only admins see them", async () => {
    const page = await openEditor();
    await page.goto("/admin/webhooks/website");
    await page.getByText("There is no such page.").waitFor();

    expect(await page.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
  });

  test.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("they violate no accessibility rule when %s, and fit into %i px", async (colorScheme, width) => {
    await site.stack.admin.post("/api/_webhooks/website/test");
    const page = await site.openAs(ADMIN, { colorScheme, viewport: { width, height: 800 } });
    const broken: string[] = [];
    for (const path of ["/admin/webhooks", "/admin/webhooks/website"]) {
      await page.goto(path);
      await page.locator("tbody tr").first().waitFor();
      broken.push(...(await brokenRules(page)));
      await fitsIn(page, width);
    }
    await page.getByRole("button", { name: "Details" }).first().click();
    await page.getByRole("dialog").waitFor();
    broken.push(...(await brokenRules(page)));

    expect(broken).toEqual([]);
  });
});
