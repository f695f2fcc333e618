import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { saved } from "./support/record-form.ts";

describeInBrowser("references to translations", () => {
  const site = useAdminSite(join(import.meta.dirname, "languages.config.ts"));

  test("a field offers each translation group once, in the language of the record, and stores the chosen record", async () => {
    const make = async (entity: string, body: object) => (await site.stack.admin.post(`/api/${entity}`, body)).data;
    const about = await make("page", { title: "About us" });
    const german = await make("page", { title: "Über uns", locale: "de", translationGroup: about.translationGroup });
    const shop = await make("page", { title: "Shop" });
    const article = await make("article", { title: "Hallo", locale: "de", pages: [about.id] });
    const page = await site.openAs(ADMIN);

    await page.goto(`/admin/content/article/${article.id}`);
    const field = page.locator('[data-field="pages"]');
    await field.getByRole("link", { name: "Über uns" }).waitFor();
    await field.getByLabel("Search in Pages").click();
    await page.getByRole("option", { name: "Shop" }).waitFor();
    const offered = await page.getByRole("option").allTextContents();
    await page.getByRole("option", { name: "Shop" }).click();
    await field.getByRole("button", { name: "Remove Über uns" }).click();
    await field.getByLabel("Search in Pages").fill("About");
    await page.getByRole("option", { name: "About us" }).waitFor();
    await field.getByLabel("Search in Pages").fill("Über");
    await page.getByRole("option", { name: "Über uns" }).click();
    await page.keyboard.press("Control+s");
    await saved(page);

    expect(offered).toEqual(["Shop"]);
    expect((await site.stack.admin.get(`/api/article/${article.id}`)).data.pages).toEqual([shop.id, german.id]);
    expect(site.complaints()).toEqual([]);
  });
});
