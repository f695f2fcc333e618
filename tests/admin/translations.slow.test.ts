import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import type { Json } from "../support/http/client.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved, shownIn } from "./support/record-form.ts";

describeInBrowser("translations", () => {
  const site = useAdminSite(join(import.meta.dirname, "editing.config.ts"));
  const { draftOf } = articlesOf(site);
  let source = "";

  beforeAll(async () => {
    const body = { title: "Leek soup", summary: "All about it", body: "Cut the *leeks*.", section: "news", rating: 3 };
    source = await draftOf(body);
  });
  const stored = async (path: string): Promise<Json> => (await site.stack.admin.get(`/api/${path}`)).data;
  const languages = (page: Page) => page.getByRole("navigation", { name: "Languages" });
  const beside = (page: Page, name: string) => page.locator(`[data-source="${name}"]`);

  test("a record is translated next to its source, field by field; missing, unchanged and outdated fields are marked", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/article/${source}`);
    await languages(page).getByRole("button", { name: "Translate into German" }).click();
    await page.waitForURL((url) => url.pathname.includes("/article/") && !url.pathname.endsWith(source));
    const german = idIn(page);
    await beside(page, "title").getByText("Same as in English").waitFor();
    expect(await beside(page, "title").getByRole("textbox").inputValue()).toBe("Leek soup");
    expect(await beside(page, "title").getByRole("textbox").getAttribute("readonly")).not.toBeNull();
    expect(await beside(page, "rating").count()).toBe(0);
    await page.getByText("One value for all languages").waitFor();

    await field(page, "title").fill("Lauchsuppe");
    await field(page, "summary").fill("");
    await beside(page, "summary").getByText("Missing").waitFor();
    await beside(page, "title").getByText("Same as in English").waitFor({ state: "hidden" });
    await saved(page);
    expect(await stored(`article/${german}?draft=true`)).toMatchObject({ locale: "de", title: "Lauchsuppe", summary: null });
    await beside(page, "summary").getByRole("button", { name: "Copy: Summary (English)" }).click();
    await saved(page);
    expect(await stored(`article/${german}?draft=true`)).toMatchObject({ summary: "All about it" });
    expect(await languages(page).getByText("Outdated").count()).toBe(0);
    expect(await brokenRules(page)).toEqual([]);

    await site.stack.admin.put(`/api/article/${source}?draft=true`, { summary: "Newer than the translation" });
    await page.reload();
    await languages(page).getByRole("link", { name: "German Outdated" }).waitFor();
    await field(page, "summary").fill("Alles darüber");
    await saved(page);
    await languages(page).getByText("Outdated").waitFor({ state: "hidden" });

    await page.getByLabel("Compare with").selectOption("Nothing");
    await beside(page, "title").waitFor({ state: "hidden" });
    expect(site.complaints()).toEqual([]);
  });

  test("who types in a field while the source is loaded goes on typing when it appears", async () => {
    const page = await site.openAs(ADMIN);
    const loaded = Promise.withResolvers<void>();
    const id = await draftOf({ title: "Leek salad" });
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "title").waitFor();
    await page.route(`**/api/article/${id}?*`, async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await languages(page).getByRole("button", { name: "Translate into German" }).click();
    await shownIn(page, "German");

    await field(page, "title").fill("");
    await page.keyboard.type("Lauch");
    loaded.resolve();
    await beside(page, "title").getByRole("textbox").waitFor();
    await page.keyboard.type("salat");

    expect(await field(page, "title").inputValue()).toBe("Lauchsalat");
    await saved(page);
    expect(await stored(`article/${idIn(page)}?draft=true`)).toMatchObject({ title: "Lauchsalat" });
  });

  test("a global has a form for each language; a missing translation is reported, and created from the source", async () => {
    await site.stack.admin.put("/api/front", { headline: "Welcome", text: "To the leeks" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/globals/front");
    await languages(page).getByRole("link", { name: "German Missing" }).click();
    await page.waitForURL("**/admin/globals/front?locale=de");
    await page.getByText("There is nothing in German yet: visitors see what is in English.").waitFor();
    expect(await field(page, "headline").inputValue()).toBe("");

    await page.getByRole("button", { name: "Compare with English" }).click();
    await beside(page, "text").getByRole("button", { name: "Copy: Text (English)" }).click();
    await field(page, "headline").fill("Willkommen");
    await saved(page);
    await page.getByText("There is nothing in German yet").waitFor({ state: "hidden" });
    expect(await stored("front?draft=true&locale=de")).toMatchObject({ locale: "de", headline: "Willkommen", text: "To the leeks" });
    expect(await stored("front?locale=de")).toMatchObject({ locale: "en", headline: "Welcome" });

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Published", { exact: true }).waitFor();
    expect(await stored("front?locale=de")).toMatchObject({ locale: "de", headline: "Willkommen" });
    await languages(page).getByRole("link", { name: "English" }).click();
    await eventually(async () => (await field(page, "headline").inputValue()) === "Welcome" || null, { what: "the English form" });
    expect(await stored("front")).toMatchObject({ headline: "Welcome" });
  });

  test("Arabic and Hebrew are shown from right to left in inputs, rich text and lists, English from left to right", async () => {
    const arabic = { title: "حساء الكراث", summary: "كل شيء عنه", body: "مرحبا\n\nHello", section: "news", locale: "ar" };
    const id = await draftOf(arabic);
    const hebrew = await draftOf({ title: "מרק כרישה", section: "news" });
    const page = await site.openAs(ADMIN);
    const directionOf = (selector: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
    await page.goto(`/admin/content/article/${id}`);
    await page.getByRole("textbox", { name: "Body" }).waitFor();

    for (const name of ["title", "summary"]) expect(await directionOf(`[data-field="${name}"] :is(input, textarea)`)).toBe("rtl");
    expect(await directionOf('[data-field="body"] [role="textbox"]')).toBe("rtl");
    expect(await directionOf("main h1")).toBe("rtl");
    const startsOf = await page.evaluate<readonly string[]>(`[...document.querySelectorAll(".rich-text p")].map((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      const [text, box] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()];
      return text.left - box.left < box.right - text.right ? "left" : "right";
    })`);
    expect(startsOf).toEqual(["right", "left"]);
    await field(page, "summary").fill("Now English");
    expect(await directionOf('[data-field="summary"] textarea')).toBe("ltr");
    expect(await directionOf('[data-field="slug"] input')).toBe("ltr");

    await page.goto("/admin/content/article");
    await page.getByRole("link", { name: "מרק כרישה" }).waitFor();
    expect(await directionOf(`tbody a[href$="${hebrew}"]`)).toBe("rtl");
    expect(await directionOf(`tbody a[href$="${source}"]`)).toBe("ltr");
  });
});
