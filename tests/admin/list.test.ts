import { expect, test } from "@jest/globals";
import { ADMIN } from "../support/stack/stack.ts";
import { ARTICLES, shows, titleOf, titles, useArticleList } from "./support/article-list.ts";
import { describeInBrowser } from "./support/browser.ts";

const KIB = 1024;

describeInBrowser("a list", () => {
  const site = useArticleList();

  test("is sorted by its headers, and filtered by text and filters; all of that is in the URL", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article");
    await page.getByRole("button", { name: "Title" }).click();
    await shows(page, titleOf(0), titleOf(1));
    expect(await page.getByRole("columnheader", { name: "Title" }).getAttribute("aria-sort")).toBe("ascending");

    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("menuitem", { name: "Section" }).click();
    await page.getByLabel("Opinion & essays").check();
    await page.getByRole("button", { name: "Apply" }).click();
    await shows(page, titleOf(1), titleOf(3));
    await page.getByLabel("Search", { exact: true }).last().fill("Leek 17");
    await shows(page, titleOf(17));
    await page.getByText("1 record", { exact: true }).waitFor();

    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      sort: "title",
      "filter[section][$in]": "opinion",
      q: "Leek 17",
    });
    await page.reload();
    await shows(page, titleOf(17));
    expect(await page.locator("tbody tr").innerText()).toMatch(/Published[\s\S]*Opinion & essays[\s\S]*Ines/);
  });

  test("can be paged forward and back without a repeated or missing row", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article?sort=title");
    await shows(page, titleOf(0));
    const seen = await titles(page);
    for (const first of [25, 50]) {
      await page.getByRole("button", { name: "Next" }).click();
      await shows(page, titleOf(first));
      seen.push(...(await titles(page)));
    }

    expect(seen).toEqual(Array.from({ length: ARTICLES }, (_, at) => titleOf(at)));
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.reload();
    await shows(page, titleOf(50));
    await page.getByRole("button", { name: "Previous" }).click();
    await shows(page, titleOf(25));
    await page.goBack();
    await shows(page, titleOf(50));
  });

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

  test("needs at most 250 KiB of scripts, twelve requests and two of them to the API", async () => {
    const page = await site.openAs(ADMIN);
    const requests: { readonly path: string; readonly bytes: Promise<number> }[] = [];
    page.on("requestfinished", (request) => {
      const bytes = request.sizes().then(({ responseBodySize }) => responseBodySize);
      requests.push({ path: new URL(request.url()).pathname, bytes });
    });
    await page.goto("/admin/content/article?sort=title");
    await shows(page, titleOf(0));
    await page.waitForLoadState("networkidle");

    const sizes = await Promise.all(requests.filter(({ path }) => path.endsWith(".js")).map(({ bytes }) => bytes));
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(250 * KIB);
    expect(
      requests
        .filter(({ path }) => path.startsWith("/api/"))
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(["/api/admin/config", "/api/article"]);
    expect(requests.length).toBeLessThanOrEqual(12);
  });
});
