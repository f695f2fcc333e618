import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { action, field } from "./support/record-form.ts";

describeInBrowser("the audit log", () => {
  const site = useAdminSite(join(import.meta.dirname, "people.config.ts"));
  const rows = (page: Page) => page.locator("tbody tr");

  test("an admin reads who changed what, by person, entity and day, and goes to the record", async () => {
    const { data } = await site.stack.admin.post("/api/article", { title: "Leek", section: "news" });
    await site.stack.admin.post("/api/tag", { label: "Soup" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/audit");
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await rows(page).filter({ hasText: "Tags" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);

    const choice = (name: string) => page.getByRole("combobox", { name });
    await choice("Content").fill("Articles");
    await page.getByRole("option", { name: "Articles" }).click();
    await rows(page).filter({ hasText: "Tags" }).waitFor({ state: "detached" });
    await choice("By").click();
    await page.getByRole("option", { name: ADMIN }).click();
    await page.getByRole("textbox", { name: "From" }).fill("2020-01-01");
    await page.keyboard.press("Tab");
    await page.waitForURL(/from=2020-01-01/);

    const row = rows(page).filter({ hasText: data.id.slice(-8) });
    expect(await row.textContent()).toContain("created");
    await row.getByRole("link").click();
    await page.waitForURL(`**/admin/content/article/${data.id}`);
    expect(await field(page, "title").inputValue()).toBe("Leek");
    expect(site.complaints()).toEqual([]);
  });

  test("a record's form shows who did what with it", async () => {
    const { data } = await site.stack.admin.post("/api/tag", { label: "Onion" });
    await site.stack.admin.put(`/api/tag/${data.id}`, { label: "Leek" });
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/tag/${data.id}`);
    await field(page, "label").waitFor();
    await action(page, "Who did what");

    const dialog = page.getByRole("dialog", { name: "Who did what" });
    await dialog.getByRole("listitem").nth(1).waitFor();
    const lines = await dialog.getByRole("listitem").allTextContents();
    expect(lines).toEqual([expect.stringContaining("changed"), expect.stringContaining("created")]);
    expect(lines[0]).toContain("label");
    expect(await brokenRules(page)).toEqual([]);
    expect(site.complaints()).toEqual([]);
  });
});
