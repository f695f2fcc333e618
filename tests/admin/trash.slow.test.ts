import { join } from "node:path";
import { beforeEach, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { awaitFocus } from "./support/keyboard.ts";
import { fitsIn } from "./support/page-width.ts";
import { action, field } from "./support/record-form.ts";
import { holdTimers } from "./support/timers.ts";

describeInBrowser("the trash and actions on several records", () => {
  const site = useAdminSite(join(import.meta.dirname, "people.config.ts"));
  let ids: string[] = [];

  beforeEach(async () => {
    const { admin } = site.stack;
    for (const where of ["draft=true", "trashed=true"])
      for (const { id } of (await admin.get(`/api/article?${where}`)).data) await admin.delete(`/api/article/${id}?permanent=true`);
    ids = [];
    for (const name of ["A", "B", "C"]) ids.push((await admin.post("/api/article", { title: `Leek ${name}`, section: "news" })).data.id);
  });

  const titles = async (query: string) =>
    (await site.stack.admin.get(`/api/article?sort=title&${query}`)).data.map((item: { title: string }) => item.title.slice(-1));
  const openList = async (options = {}): Promise<Page> => {
    const page = await site.openAs(ADMIN, options);
    await page.goto("/admin/content/article");
    await page.getByLabel("Select Leek A").waitFor();
    return page;
  };

  test("a deleted record is restored with the undo button", async () => {
    const page = await site.openAs(ADMIN);
    await holdTimers(page, 20_000); // after which the button goes away
    await page.goto(`/admin/content/article/${ids[0]}`);
    await field(page, "title").waitFor();
    await action(page, "Delete");
    await page.getByRole("dialog").getByText("restored for 60 days").waitFor();
    await awaitFocus(page.getByRole("dialog").getByRole("button", { name: "Delete" }));
    await page.keyboard.press("Enter");
    await page.getByText("1 record is in the trash now.").waitFor();
    expect(await titles("")).toEqual(["B", "C"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("1 record was restored.").waitFor();

    await page.getByLabel("Select Leek A").waitFor();
    expect(await titles("")).toEqual(["A", "B", "C"]);
    expect(site.complaints()).toEqual([]);
  });

  test("the sidebar marks the entity of a list, of its trash and of its records, and the page that is open", async () => {
    const page = await site.openAs(ADMIN);
    const marked = page.getByRole("navigation", { name: "Navigation" }).locator('[aria-current="page"]');
    for (const [path, name] of [
      ["/", "Dashboard"],
      ["/content/article", "Articles"],
      ["/trash/article", "Articles"],
      [`/content/article/${ids[0]}`, "Articles"],
      ["/media?kind=file", "Media"],
      ["/content/_user", "Users"],
      ["/roles", "Roles"],
      ["/keys", "API keys"],
    ] as const) {
      await page.goto(`/admin${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, await marked.allInnerTexts()]).toEqual([path, [name]]);
    }

    await page.goto("/admin/account");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await marked.count()).toBe(0);
  });

  test("several are deleted and restored with the keyboard only", async () => {
    const page = await openList();
    for (const name of ["A", "B"]) {
      await page.getByLabel(`Select Leek ${name}`).focus();
      await page.keyboard.press("Space");
    }
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.getByText("2 records are in the trash now.").waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    await page.getByText("2 records were restored.").waitFor();

    expect(await titles("")).toEqual(["A", "B", "C"]);
  });

  test("the trash restores selected records, shows why a record can't be restored, and deletes permanently after a question", async () => {
    const { admin } = site.stack;
    for (const id of ids) await admin.delete(`/api/article/${id}`);
    await admin.post("/api/article", { title: "Leek B" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article");
    await page.getByRole("link", { name: "Trash" }).click();
    await page.getByLabel("Select Leek A").check();
    await page.getByLabel("Select Leek B").check();
    await page.getByRole("button", { name: "Restore", exact: true }).first().click();
    await page.getByRole("alert").getByText("Leek B:").waitFor();
    expect(await titles("trashed=true")).toEqual(["A", "B", "C"]);

    await page.getByRole("button", { name: "Restore: Leek A" }).click();
    await page.getByText("1 record was restored.").waitFor();
    await page.getByLabel("Select all that are shown").check();
    await page.getByRole("button", { name: "Delete permanently", exact: true }).first().click();
    await page.getByRole("dialog").getByText("This can't be undone.").waitFor();
    await awaitFocus(page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }));
    await page.keyboard.press("Enter");
    await page.getByText("The trash is empty.").waitFor();
    expect([await titles("trashed=true"), await titles("")]).toEqual([[], ["A", "B"]]);
  });

  test("a field of several records is set to one value, in their drafts, with the form's widget", async () => {
    const page = await openList();
    await page.getByLabel("Select all on this page").check();
    await page.getByRole("button", { name: "Change a field" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Field").waitFor();
    expect(await dialog.getByLabel("Field").locator("option").allInnerTexts()).toEqual(["Choose a field", "Section", "Rating"]);
    await dialog.getByLabel("Field").selectOption("rating");
    await field(page, "rating").fill("9");
    await dialog.getByRole("button", { name: "Change a field" }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    await dialog.getByLabel("Field").selectOption("section");
    await field(page, "section").press("Enter");
    await page.getByRole("option", { name: "opinion" }).click();
    await dialog.getByRole("button", { name: "Change a field" }).click();
    await dialog.waitFor({ state: "hidden" });

    const sections = async (query: string) =>
      (await site.stack.admin.get(`/api/article?${query}`)).data.map((item: { section: string }) => item.section);
    expect([await sections("draft=true"), await sections("")]).toEqual([Array(3).fill("opinion"), Array(3).fill("news")]);
  });

  test("admins change the owner of records to a user found by address; their content stays the same", async () => {
    const { admin } = site.stack;
    await site.stack.signInAs("editor");
    const owner = (await admin.post("/api/_user", { email: "heir@example.com", role: "editor" })).data.id;
    const records = async () => (await admin.get("/api/article?draft=true&sort=title")).data;
    const before = await records();
    const page = await openList();
    for (const name of ["A", "B"]) await page.getByLabel(`Select Leek ${name}`).check();
    await page.getByRole("button", { name: "Change owner" }).click();
    const dialog = page.getByRole("dialog", { name: "Change the owner of 2 records" });
    await dialog.getByLabel("New owner", { exact: true }).fill("heir@");
    await page.getByRole("option", { name: "heir@example.com" }).click();
    await dialog.getByRole("button", { name: "Change owner" }).click();
    await page.getByText("2 records belong to heir now.").waitFor();

    const handed = { ...before[0]._createdBy, id: owner, name: "heir" };
    expect(await records()).toEqual([{ ...before[0], _createdBy: handed }, { ...before[1], _createdBy: handed }, before[2]]);
    const editor = await site.openAs("editor@example.com");
    await editor.goto("/admin/content/article");
    await editor.getByLabel("Select Leek A").check();
    await editor.getByRole("button", { name: "Delete" }).waitFor();
    expect(await editor.getByRole("button", { name: "Change owner" }).count()).toBe(0);
  });

  test("while a search for the new owner has no answer, nobody else can be chosen", async () => {
    await site.stack.admin.post("/api/_user", { email: "late@example.com", role: "editor" });
    const page = await openList();
    const answer = Promise.withResolvers<void>();
    await page.route(
      (url) => decodeURIComponent(url.href).includes("late@"),
      async (route) => {
        await answer.promise;
        await route.continue();
      },
    );
    await page.getByLabel("Select Leek A").check();
    await page.getByRole("button", { name: "Change owner" }).click();
    const owner = page.getByRole("dialog", { name: "Change the owner of" }).getByLabel("New owner", { exact: true });
    const offered = page.getByRole("option");
    await owner.click();
    await offered.nth(1).waitFor(); // everybody

    await owner.fill("late@");
    await eventually(async () => (await offered.allInnerTexts()).every((label) => label.includes("late@")), {
      what: "nobody else is offered",
    });
    answer.resolve();
    await page.getByRole("option", { name: "late@example.com" }).waitFor();
  });

  test("a custom action gets the entity and the selected records", async () => {
    const page = await openList();
    await page.getByLabel("Select Leek B").check();
    await page.getByLabel("Select Leek C").check();
    await page.getByRole("button", { name: "Send to the printer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send to the printer" }).click();
    await page.getByText("Send to the printer is done: 2").waitFor();

    const told = await site.stack.admin.get("/api/custom/told");
    expect(told.body.at(-1)).toEqual({ entity: "article", ids: ids.slice(1) });
  });

  test.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("it violates no accessibility rule when %s, and fits into %i px", async (colorScheme, width) => {
    const { admin } = site.stack;
    for (const id of ids.slice(1)) await admin.delete(`/api/article/${id}`);
    const page = await openList({ colorScheme, viewport: { width, height: 800 } });
    await page.getByLabel("Select Leek A").check();
    await page.getByRole("button", { name: "Change a field" }).click();
    await page.getByRole("dialog").getByLabel("Field").selectOption("section");
    await field(page, "section").waitFor();
    const broken = [...(await brokenRules(page))];
    await page.goto("/admin/trash/article");
    await page.getByRole("button", { name: "Restore: Leek B" }).click();
    await page.getByText("1 record was restored.").waitFor();
    await page.getByLabel("Select Leek C").check();
    broken.push(...(await brokenRules(page)));

    expect(broken).toEqual([]);
    await fitsIn(page, width);
  });
});
