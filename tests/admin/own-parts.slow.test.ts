import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved } from "./support/record-form.ts";

describeInBrowser("the parts of the example site", () => {
  const site = useAdminSite(join(import.meta.dirname, "../../cms.config.ts"));
  let article = "";

  beforeAll(async () => {
    const { admin } = site.stack;
    const author = (await admin.post("/api/author", { name: "Ines" })).data.id;
    const body = [{ _type: "paragraph", content: [{ type: "text", text: Array.from({ length: 500 }, () => "word").join(" ") }] }];
    article = (await admin.post("/api/article", { title: "Leek", section: "culture", author, date: "2024-03-05", body })).data.id;
    await admin.post("/api/article", { title: "Rain", section: "news", author, date: "2024-04-01", body });
  });

  test("a widget shows and changes its field, and shows the errors of the API", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/article/${article}`);
    const summary = page.locator('[data-field="summary"]');
    await field(page, "summary").fill("Mild and sweet");
    await summary.getByText("14 / 400").waitFor();
    await saved(page);
    const { data } = await site.stack.admin.get(`/api/article/${article}?draft=true`);
    expect(data.summary).toBe("Mild and sweet");

    await field(page, "summary").fill("x".repeat(401));
    await summary.getByText("401 / 400").waitFor();
    await summary.locator(".mantine-InputWrapper-error").waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(site.complaints()).toEqual([]);
  });

  test("a cell shows the field in the list", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/article");
    await page.getByRole("row", { name: /Leek/ }).getByText("2 min").waitFor();
  });

  test("a card is on the dashboard, and a page in the sidebar", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/");
    await page.getByRole("heading", { name: "Sections" }).waitFor();
    const counts = await eventually(
      async () => /news\s+(\d+)\s+culture\s+(\d+)\s+Opinion & essays\s+(\d+)/.exec(await page.getByRole("main").innerText())?.slice(1),
      { what: "the card counts the articles of each section" },
    );
    expect(counts).toEqual(["1", "1", "0"]);

    await page.evaluate("window.isSamePage = true");
    await page.getByRole("link", { name: "Plan" }).click();
    await page.getByRole("heading", { name: "2024-03" }).waitFor();
    expect(await page.getByRole("main").innerText()).toMatch(/2024-04\s+Rain\s+2024-03\s+Leek/);
    expect(await page.evaluate("window.isSamePage")).toBe(true); // the page was not reloaded
    expect(await brokenRules(page)).toEqual([]);
  });

  test("a page that the project doesn't have is not found", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/pages/unknown");
    await page.getByRole("heading", { name: "There is no such page." }).waitFor();
  });
});
