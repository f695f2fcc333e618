import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved, SMALL_PICTURE } from "./support/record-form.ts";

describeInBrowser("the life of an article", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  const { openEditor, openDraft } = articlesOf(site);

  test("an editor writes it with an image and a new author; it is saved automatically, and published", async () => {
    const page = await openEditor();
    await page.goto("/admin/content/article/new");
    await field(page, "title").fill("Good leeks");
    await field(page, "summary").pressSequentially("Typed while the draft is made", { delay: 100 });
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await page.getByRole("button", { name: "More actions" }).waitFor();
    await page.keyboard.type(", and after");
    await page.locator('[data-field="cover"] input[type=file]').setInputFiles(SMALL_PICTURE);
    await page.getByLabel("Alternative text").fill("A green square");
    await page.locator('[data-field="author"]').getByRole("button", { name: "New" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Ada");
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await page.getByRole("link", { name: "Ada" }).waitFor();
    await page.getByRole("textbox", { name: "Body" }).click();
    await page.keyboard.type("## Soup\nwith ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("leeks");
    await saved(page);

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Published", { exact: true }).waitFor();

    const { data } = await site.stack.admin.get(`/api/article/${idIn(page)}?resolve[author]=name&resolve[cover]=alt`);
    expect(data).toMatchObject({
      title: "Good leeks",
      slug: "good-leeks",
      summary: "Typed while the draft is made, and after",
      body: "## Soup\n\nwith **leeks**",
      author: { name: "Ada" },
      cover: { alt: "A green square" },
    });
    expect(site.complaints()).toEqual([]);
  });

  test("a field that the role may not write is read-only; one that it may not read isn't there", async () => {
    const { page } = await openDraft({ title: "Limits", rating: 4, notes: "secret" });

    expect(await field(page, "rating").getAttribute("readonly")).not.toBeNull();
    expect(await field(page, "verdict").getAttribute("readonly")).not.toBeNull();
    expect(await page.locator('[data-field="notes"]').count()).toBe(0);
  });
});
