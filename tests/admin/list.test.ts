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
