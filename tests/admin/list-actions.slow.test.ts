import { expect, test } from "@jest/globals";
import { ADMIN } from "../support/stack/stack.ts";
import { ARTICLES, shows, titleOf, useArticleList } from "./support/article-list.ts";
import { describeInBrowser } from "./support/browser.ts";

describeInBrowser("a list", () => {
  const site = useArticleList();

  test("publishes selected records after listing them, and shows the configured views", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article?sort=title");
    await page.getByLabel(`Select ${titleOf(0)}`).waitFor();
    const place = await page.locator("tbody tr").first().boundingBox();
    for (const at of [0, 1]) await page.getByLabel(`Select ${titleOf(at)}`).check();
    expect(await page.locator("tbody tr").first().boundingBox()).toEqual(place);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Publish 2 records?").waitFor();
    expect(await dialog.getByRole("listitem").allInnerTexts()).toEqual([titleOf(0), titleOf(1)]);
    await dialog.getByRole("button", { name: "Publish" }).click();
    await dialog.waitFor({ state: "hidden" });

    const { data } = await site.stack.admin.get("/api/article?sort=title&limit=3");
    expect(data.map(({ title }: { title: string }) => title)).toEqual([titleOf(0), titleOf(1), titleOf(5)]);
    await page.getByLabel("View", { exact: true }).selectOption("Opinion only");
    await shows(page, titleOf(1), titleOf(3));
  });

  test("names the records that are refused, and then no record is changed", async () => {
    const { admin } = site.stack;
    const incomplete = await admin.post("/api/article?draft=true", { section: "news", notes: "no title" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article?filter%5B_status%5D%5B%24in%5D=draft&sort=title");
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();

    const refusal = page.getByRole("dialog").getByRole("alert");
    await refusal.waitFor();
    expect(await refusal.innerText()).toMatch(new RegExp(`Nothing was changed[\\s\\S]*${incomplete.data.id}`));
    await admin.delete(`/api/article/${incomplete.data.id}`);
  });

  test("can be used with the keyboard only", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article?sort=title");
    await shows(page, titleOf(0));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter"); // the skip link moves the focus past the header and the sidebar
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Create");

    await page.keyboard.press("/");
    await page.keyboard.type("Leek 1");
    await shows(page, titleOf(10));
    await page.locator("tbody tr").first().focus();
    for (const key of ["ArrowDown", " ", "ArrowDown", "ArrowUp"]) await page.keyboard.press(key);
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Enter");
    const { data } = await site.stack.admin.get("/api/article?draft=true&q=Leek%2011");
    await page.waitForURL(`**/admin/content/article/${data[0].id}`);

    await page.goto("/admin/content/author");
    await page.getByRole("link", { name: "Ines" }).waitFor();
    await page.keyboard.press("n");
    await page.waitForURL("**/admin/content/author/new");
  });

  test("shows a role only what it may see and do", async () => {
    await site.stack.signInAs("writer");
    const page = await site.openAs("writer@example.com");
    await page.goto("/admin/content/author");
    await page.getByRole("link", { name: "Ines" }).waitFor();

    expect(await page.getByRole("link", { name: "Create" }).count()).toBe(0);
    const navigation = await page.getByRole("navigation").innerText();
    expect(navigation).toContain("Articles");
    expect(navigation).not.toContain("Site settings");
    await page.goto("/admin/content/article");
    await page.getByText(`${ARTICLES / 2} records`).waitFor();
  });
});
