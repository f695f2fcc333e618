import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { routes } from "@colophon/api";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { mailedCode } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { action, field, saved } from "./support/record-form.ts";

const EDITOR = "editor@example.com";
/** Values of records that the role can't read, and of fields that it may not read. */
const UNSEEN = ["Hidden hand", "Kept from editors", "+49 170 5550", "Nobody reads this", "Neither this"];

/** Records all that the page receives and shows from now on, but the event stream, which has no end. */
function watched(page: Page) {
  const told: Promise<string>[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/api/") && !answer.url().endsWith(routes.events.path)) told.push(answer.text().catch(() => ""));
  });
  return {
    look: async () => void told.push(Promise.resolve(await page.content())),
    all: async () => (await Promise.all(told)).join("\n"),
  };
}

describeInBrowser("an editor whose role has row filters and excluded fields", () => {
  const site = useAdminSite(join(import.meta.dirname, "editing.config.ts"));
  let unseen = "";

  beforeAll(async () => {
    const { admin } = site.stack;
    await admin.post("/api/author", { name: "Ada", section: "news", phone: "+49 170 5550" });
    const author = (await admin.post("/api/author", { name: "Hidden hand", section: "secret" })).data.id;
    unseen = (await admin.post("/api/article", { title: "Kept from editors", section: "secret", author })).data.id;
    await site.stack.signInAs("editor");
  });
  const choose = async (page: Page, path: string, option: string) => {
    await field(page, path).click();
    await page.getByRole("option", { name: option }).click();
  };
  const stored = async (id: string, draft = true) => (await site.stack.admin.get(`/api/article/${id}${draft ? "?draft=true" : ""}`)).data;

  test("signs in, writes, sees what is refused, saves, previews and publishes; nothing shows what the role can't see", async () => {
    const page = await site.open();
    const { look, all } = watched(page);
    await page.context().route("https://www.example.com/**", (route) => route.fulfill({ contentType: "text/html", body: "<h1>Site</h1>" }));
    await page.goto("/admin/content/article/new");
    await page.getByLabel("Email address").fill(EDITOR);
    await page.keyboard.press("Enter");
    await page.getByLabel("Code from the mail").fill(await mailedCode(site.stack.smtp, EDITOR));

    await field(page, "title").fill("Leeks for all");
    await page.getByText("Not saved: Your role does not allow this.").waitFor(); // without a section it matches nobody's row filter
    await choose(page, "section", "news");
    await page.waitForURL(/article\/[\da-f-]{36}$/);
    await saved(page);
    expect(await page.getByRole("alert").count()).toBe(0);
    await choose(page, "section", "secret");
    await page.getByText("Not saved: Your role does not allow this.").waitFor();
    expect(await stored(idIn(page))).toMatchObject({ title: "Leeks for all", section: "news" });
    await choose(page, "section", "news");
    await saved(page);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await field(page, "rating").getAttribute("readonly")).not.toBeNull();
    expect(await page.locator('[data-field="notes"]').count()).toBe(0);

    const author = page.locator('[data-field="author"]');
    await author.getByLabel("Search in Authors").fill("Hidden");
    await page.getByText("Nothing found").waitFor();
    await author.getByLabel("Search in Authors").fill("Ad");
    await page.getByRole("option", { name: "Ada" }).click();
    await saved(page);
    await author.getByRole("button", { name: "Edit Ada" }).click();
    await page.getByRole("dialog").getByLabel("Name").waitFor();
    await look();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await action(page, "Preview");
    const link = page.getByRole("link", { name: "Open in a new tab" });
    await eventually(async () => /\/en\/leeks-for-all\?preview=/.test(String(await link.getAttribute("href"))));
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("Published", { exact: true }).waitFor();
    await look();

    expect(await stored(idIn(page), false)).toMatchObject({ title: "Leeks for all", section: "news" });
    await page.goto("/admin/content/article");
    await page.getByRole("link", { name: "Leeks for all" }).waitFor();
    await page.getByText("1 record", { exact: true }).waitFor();
    for (const name of ["Columns", "Filter"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("menu").waitFor();
      await look();
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "hidden" });
    }
    await page.keyboard.press("Control+K");
    await page.getByPlaceholder("Find a record, a list or an action").fill("Kept from");
    await page.getByText("Nothing found").waitFor();
    await page.keyboard.press("Escape");
    await page.goto("/admin/");
    await page.getByRole("link", { name: "Leeks for all" }).first().waitFor();
    await look();
    await page.goto(`/admin/content/article/${unseen}`);
    await page.getByText("This record does not exist, or no longer.").waitFor();
    await look();

    const seen = await all();
    expect(UNSEEN.filter((text) => seen.includes(text))).toEqual([]);
    expect(seen).not.toMatch(/"notes"|"phone":|data-field="(?:notes|phone)"/);
    expect(site.complaints()).toEqual([]);
  });

  test("sees changes of others as far as the role allows, and why the draft can't be published", async () => {
    const { admin } = site.stack;
    const made = { title: "Two hands", section: "news", rating: 1, notes: "Nobody reads this" };
    const { id } = (await admin.post("/api/article", made)).data;
    const page = await site.openAs(EDITOR);
    const { look, all } = watched(page);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "title").waitFor();

    await admin.put(`/api/article/${id}?draft=true`, { notes: "Neither this", rating: 5, summary: "theirs" });
    await field(page, "title").fill("Two hands, mine");
    await page.getByText("Somebody else has saved other changes").waitFor();
    await saved(page);
    expect(await field(page, "rating").inputValue()).toBe("5");
    await action(page, "History");
    await page.getByRole("dialog", { name: "History" }).locator("ins", { hasText: "mine" }).waitFor();
    await look();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("alert").getByText("Your role does not allow this.").waitFor();
    await look();

    expect(await stored(id, false)).toMatchObject({ title: "Two hands", rating: 1, summary: null });
    expect(await stored(id)).toMatchObject({ title: "Two hands, mine", rating: 5, summary: "theirs", notes: "Neither this" });
    const seen = await all();
    expect(UNSEEN.filter((text) => seen.includes(text))).toEqual([]);
  });

  test("keeps the input when the role can no longer see the record, and sees that the record no longer exists", async () => {
    const { admin } = site.stack;
    const id = await articlesOf(site).draftOf({ title: "Leaves", section: "news" });
    const page = await site.openAs(EDITOR);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").waitFor();

    await admin.put(`/api/article/${id}?draft=true`, { section: "secret" });
    await field(page, "summary").fill("typed meanwhile");
    await page.getByText("Not saved: This does not exist, or no longer.").waitFor();

    expect(await field(page, "summary").inputValue()).toBe("typed meanwhile");
    expect(await stored(id)).toMatchObject({ title: "Leaves", section: "secret", summary: null });
  });
});
