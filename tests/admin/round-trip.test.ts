import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ADMIN } from "../support/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved } from "./support/record-form.ts";

describeInBrowser("a form with every field type and option", () => {
  const site = useAdminSite(join(import.meta.dirname, "every-field.config.ts"));

  test.each([
    ["a table", "| a | b |\n| - | - |\n| 1 | 2 |"],
    ["HTML", 'Before\n\n<div class="note">Raw</div>'],
    ["a footnote", "A footnote[^1].\n\n[^1]: There."],
    ["a picture", "![alt](https://a.example/x.png)"],
    ["tasks", "- [ ] open\n- [x] done"],
  ])("shows Markdown with %s as it is written, and changes of it only what is typed", async (what, prose) => {
    const { id } = (await site.stack.admin.post("/api/sample", { title: `With ${what}`, prose })).data;
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/sample/${id}`);
    await page.getByText("This text has Markdown that the editor would change").waitFor();

    expect(await field(page, "prose").inputValue()).toBe(prose);
    await field(page, "prose").press("Control+End");
    await page.keyboard.type("\n\nAnd *more*.");
    await page.keyboard.press("Control+s");
    await saved(page);

    expect((await site.stack.admin.get(`/api/sample/${id}`)).data.prose).toBe(`${prose}\n\nAnd *more*.`);
  });
});
