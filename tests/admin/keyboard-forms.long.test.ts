/** Forms and lists with the keyboard only: without clicks, and the focus is moved only by keys. */
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import type { Json } from "../support/http/client.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { awaitFocus, button, chooseFrom, moveUp, pressUntilFocused, pressOn, selectOption, tabTo, typeInto } from "./support/keyboard.ts";
import { field, saved, shownIn } from "./support/record-form.ts";

describeInBrowser("a form by the keyboard alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  const { draftOf, stored } = articlesOf(site);

  test("a user schedules with the calendar, restores an old version, and translates", async () => {
    const id = await draftOf({ title: "Planned", summary: "old" });
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "title").waitFor();
    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "new" });
    await page.reload();
    await chooseFrom(page, button(page, "More actions"), "Schedule");
    await pressOn(page, button(page, "Publish at"));
    await pressOn(page, button(page, "Next month"));
    await tabTo(page, page.locator("table").getByRole("button").and(page.locator('[tabindex="0"]')).first());
    await pressUntilFocused(page, "ArrowRight", page.getByRole("button", { name: /^15 / }));
    await page.keyboard.press("Enter");
    await pressOn(page, button(page, "Use this time"));
    await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Schedule", exact: true }));
    await page.getByText(/^Scheduled for/).waitFor();
    expect(new Date((await site.stack.admin.get(`/api/article/${id}/schedule`)).data.publishAt).getDate()).toBe(15);

    await chooseFrom(page, button(page, "More actions"), "History");
    const drawer = page.getByRole("dialog", { name: "History" });
    await pressOn(page, drawer.getByRole("button", { name: /^Version 1 / }));
    await pressOn(page, drawer.getByRole("button", { name: "Make version 1 the draft" }));
    await drawer.waitFor({ state: "hidden" });
    expect(await stored(id)).toMatchObject({ summary: "old" });

    await pressOn(page, button(page, "Translate into German"));
    await shownIn(page, "German");
    await typeInto(page, field(page, "title"), "Geplant");
    await saved(page);
    expect(await stored(idIn(page))).toMatchObject({ locale: "de", title: "Geplant" });
  });

  test("a user fills in every type of field, and sorts blocks", async () => {
    const { admin } = site.stack;
    await admin.post("/api/tag", { label: "Zesty" });
    await admin.post("/api/tag", { label: "Mild" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/sample/new");
    await awaitFocus(field(page, "title"));
    await page.keyboard.type("Written");
    await typeInto(page, field(page, "long"), "One");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Two");
    await tabTo(page, page.getByRole("textbox", { name: "Prose" }));
    await page.keyboard.type("# Head");
    await typeInto(page, field(page, "amount"), "1.5");
    await typeInto(page, field(page, "whole"), "7");
    await pressOn(page, field(page, "done"), "Space");
    await typeInto(page, field(page, "day"), "2026-05-06");
    await typeInto(page, field(page, "moment"), "2026-05-06 07:08:09");
    await selectOption(page, field(page, "kind"), "Second");
    await selectOption(page, field(page, "kinds"), "c", "ArrowDown");
    await page.keyboard.press("Escape");
    await typeInto(page, field(page, "mail"), "a@b.example");
    await typeInto(page, field(page, "site"), "https://a.example/");
    await typeInto(page, field(page, "tint"), "#112233");
    await typeInto(page, field(page, "data"), '{"a":1}');
    await typeInto(page, field(page, "seo.headline"), "Head");
    await pressOn(page, button(page, "Add to Links"));
    await typeInto(page, page.getByRole("textbox", { name: "Links 1" }), "https://b.example/");
    for (const text of ["First", "Second"]) {
      await chooseFrom(page, button(page, "Add to Extras"), "Quote");
      await typeInto(page, field(page, `extras.${text === "First" ? 0 : 1}.text`), text);
    }
    await tabTo(page, button(page, "Move Quote 2"));
    await moveUp(page);
    await tabTo(page, page.locator('[data-field="tags"]').getByLabel("Search in Tags"));
    await page.keyboard.type("Zes");
    await page.getByRole("option", { name: "Zesty" }).waitFor();
    await page.getByRole("option", { name: "Mild" }).waitFor({ state: "hidden" });
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await page.keyboard.press("ControlOrMeta+s");
    await page.waitForURL(/sample\/[\da-f-]{36}$/);

    const { data } = await admin.get(`/api/sample/${idIn(page)}?resolve[tags]=label`);
    expect(data).toMatchObject({
      title: "Written",
      slug: "written",
      long: "One\nTwo",
      prose: "# Head",
      amount: 1.5,
      whole: 7,
      done: true,
      day: "2026-05-06",
      moment: new Date("2026-05-06T07:08:09").toISOString(),
      kind: "b",
      kinds: ["c"],
      mail: "a@b.example",
      site: "https://a.example/",
      tint: "#112233",
      data: { a: 1 },
      seo: { headline: "Head" },
      links: ["https://b.example/"],
      extras: [{ text: "Second" }, { text: "First" }],
      tags: [{ label: "Zesty" }],
    });
  });
});

describeInBrowser("several records by the keyboard alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "people.config.ts"));

  test("a user changes a field of them, changes their owner, deletes them, and restores them from the trash", async () => {
    const { admin } = site.stack;
    for (const title of ["Leek A", "Leek B"]) await admin.post("/api/article", { title, section: "news" });
    await admin.post("/api/_user", { email: "heir@example.com", name: "Ines", role: "editor" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article");
    const dialog = page.getByRole("dialog");
    const chooseBoth = async () => {
      await pressOn(page, page.getByLabel("Select all on this page"), "Space");
      await page.getByText("2 selected").waitFor();
    };
    const records = async () => (await admin.get("/api/article?draft=true")).data;

    await chooseBoth();
    await pressOn(page, button(page, "Change a field"));
    await tabTo(page, dialog.getByLabel("Field"));
    await page.keyboard.type("Rating");
    await typeInto(page, field(page, "rating"), "4");
    await pressOn(page, dialog.getByRole("button", { name: "Change a field" }));
    await dialog.waitFor({ state: "hidden" });
    expect((await records()).map(({ rating }: { rating: number }) => rating)).toEqual([4, 4]);

    await chooseBoth();
    await pressOn(page, button(page, "Change owner"));
    await tabTo(page, dialog.getByLabel("New owner", { exact: true }));
    await page.keyboard.type("Ines");
    await page.getByRole("option", { name: "Ines" }).waitFor();
    await page.getByRole("option", { name: ADMIN }).waitFor({ state: "hidden" });
    for (const key of ["ArrowDown", "Enter"]) await page.keyboard.press(key);
    await pressOn(page, dialog.getByRole("button", { name: "Change owner" }));
    await dialog.waitFor({ state: "hidden" });
    expect((await records()).map(({ _createdBy: by }: Json) => by.name)).toEqual(["Ines", "Ines"]);

    await chooseBoth();
    await pressOn(page, button(page, "Delete"));
    await pressOn(page, dialog.getByRole("button", { name: "Delete" }));
    await page.getByText("2 records are in the trash now.").waitFor();
    await pressOn(page, page.getByRole("link", { name: "Trash" }));
    await pressOn(page, page.getByLabel("Select Leek A"), "Space");
    await pressOn(page, button(page, "Restore").first());
    await page.getByText("1 record was restored.").waitFor();
    await eventually(async () => (await records()).map(({ title }: Json) => title).join() === "Leek A" || null);
  });
});
