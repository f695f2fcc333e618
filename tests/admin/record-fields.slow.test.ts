import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Json } from "../support/http/client.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { idIn } from "./support/articles.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { awaitFocus, moveUp } from "./support/keyboard.ts";
import { field, saved, SMALL_PICTURE } from "./support/record-form.ts";

describeInBrowser("the fields of a form", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  /** A record with a value in every field. */
  async function makeFull(): Promise<Json> {
    const { admin } = site.stack;
    const author = (await admin.post("/api/author", { name: "Ada" })).data.id;
    const tags = await Promise.all(["First", "Second"].map(async (label) => (await admin.post("/api/tag", { label })).data.id));
    const form = new FormData();
    form.append("file", new Blob([SMALL_PICTURE.buffer], { type: SMALL_PICTURE.mimeType }), SMALL_PICTURE.name);
    const encoded = new Response(form);
    const uploaded = await admin.send("POST", "/api/assets/upload", {
      body: new Uint8Array(await encoded.arrayBuffer()),
      headers: { "content-type": String(encoded.headers.get("content-type")) },
    });
    const made = await admin.post("/api/sample", {
      title: "Full",
      long: "One\n\nTwo  \n",
      prose: "# A\n\n* one\n* two with __bold__ and _slant_\n\n> quote",
      table: "| a | b |\n| - | - |\n| 1 | 2 |\n\n<div>raw</div>",
      rich: [{ _type: "paragraph", content: [{ type: "text", marks: [{ type: "bold" }], text: "Bold" }] }],
      foreign: [{ _type: "callout", tone: "loud", lines: [1, 2] }],
      amount: -0.5,
      whole: 9_007_199_254_740_991,
      done: false,
      day: "2024-02-29",
      moment: "2025-03-30T01:30:00.123Z",
      kind: "b",
      kinds: ["c", "a"],
      mail: "a@b.example",
      site: "https://a.example/?q=1#x",
      tint: "#11223344",
      data: { deep: [{ a: null }, "", 0, false] },
      seo: { headline: "Head", noIndex: true },
      links: ["https://b.example/", "https://a.example/"],
      menu: [{ label: "One" }, { label: null }],
      extras: [
        { _type: "quote", _key: "k1", text: "To be", by: author },
        { _type: "gallery", _key: "k2", images: [uploaded.data.id] },
      ],
      author,
      tags: tags.toReversed(),
      picture: uploaded.data.id,
      code: "fixed",
      secret: "kept",
    });
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  }

  test("the form changes only the edited field of a record with every type of field", async () => {
    const { id } = await makeFull();
    const before = (await site.stack.admin.get(`/api/sample/${id}`)).data;
    const page = await site.openAs(ADMIN);

    await page.goto(`/admin/content/sample/${id}`);
    await page.getByRole("textbox", { name: "Prose" }).waitFor();
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await field(page, "title").fill("Changed");
    await page.keyboard.press("Control+s");
    await saved(page);

    const after = (await site.stack.admin.get(`/api/sample/${id}`)).data;
    const { title, updatedAt, publishedAt, _updatedBy } = after;
    expect(title).toBe("Changed");
    expect(after).toEqual({ ...before, title, updatedAt, publishedAt, _updatedBy });
    expect(await field(page, "code").getAttribute("readonly")).not.toBeNull();
    expect(site.complaints()).toEqual([]);
  });

  test("a form with every type of field violates no accessibility rule, in light and in dark", async () => {
    const { id } = await makeFull();
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/sample/${id}`);
    await page.getByRole("textbox", { name: "Prose" }).waitFor();
    await page.getByRole("link", { name: "pixel" }).first().waitFor();

    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.locator(`[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
      expect(await brokenRules(page)).toEqual([]);
    }
  });

  test("the fields of a new record stay in their places while the code of the editors, dates and drop areas is loaded", async () => {
    const page = await site.openAs(ADMIN);
    const held = Promise.withResolvers<void>();
    await page.route(/\/assets\/(rich-text-field|date-field|drop-area)-/, async (route) => {
      await held.promise;
      await route.continue();
    });
    const waiting = page.locator("[data-waiting]");
    const places = () =>
      page.evaluate<readonly string[]>(`[...document.querySelectorAll("[data-field]")].map((field) => {
        const { top, height } = field.getBoundingClientRect();
        return [field.dataset.field, Math.round(top + scrollY), Math.round(height)].join(" ");
      })`);
    await page.goto("/admin/content/sample/new");
    await field(page, "title").waitFor();
    await eventually(async () => (await waiting.count()) === 7, { what: "four editors, two dates and a drop area are being loaded" });
    const before = await places();

    held.resolve();
    await eventually(async () => (await waiting.count()) === 0, { what: "the code is loaded" });

    expect(await places()).toEqual(before);
    expect(before.length).toBeGreaterThan(20);
  });

  test("every type of field is filled in, lists are sorted with the keyboard, and the API has the values", async () => {
    await site.stack.admin.post("/api/tag", { label: "Zesty" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/sample/new");
    const textbox = (name: string) => page.getByRole("textbox", { name, exact: true });
    await field(page, "title").fill("Written");
    await field(page, "done").check();
    await field(page, "site").fill("https://c.example/");
    await field(page, "amount").fill("1.5");
    await field(page, "day").fill("2026-05-06");
    await field(page, "day").press("Enter");
    await field(page, "moment").fill("2026-05-06 07:08:09");
    await field(page, "moment").press("Tab");
    await field(page, "kind").click();
    await page.getByRole("option", { name: "Second" }).click();
    await field(page, "data").fill('{"a": [1, 2]');
    await page.getByText("This is not valid JSON yet").waitFor();
    await field(page, "data").fill('{"a": [1, 2]}');
    await field(page, "tint").fill("#112233");
    await field(page, "seo.headline").fill("Head");
    await page.locator('[data-field="tags"]').getByLabel("Search in Tags").fill("Zes");
    await page.getByRole("option", { name: "Zesty" }).click();
    for (const [at, link] of ["https://a.example/", "https://b.example/"].entries()) {
      await page.getByRole("button", { name: "Add to Links" }).click();
      await textbox(`Links ${at + 1}`).fill(link);
    }
    await page.getByRole("button", { name: "Move Links 2", exact: true }).focus();
    await moveUp(page);
    await page.getByRole("button", { name: "Add to Extras" }).click();
    await page.getByRole("menuitem", { name: "Quote" }).click();
    await field(page, "extras.0.text").fill("To be");
    await page.getByRole("button", { name: "Duplicate Quote 1" }).click();
    await textbox("Rich").click();
    await page.keyboard.type("Some text");
    await page.getByRole("button", { name: "Create" }).click();
    await page.waitForURL(/sample\/[\da-f-]{36}$/);

    const { data } = await site.stack.admin.get(`/api/sample/${idIn(page)}?resolve[tags]=label`);
    expect(data).toMatchObject({
      title: "Written",
      slug: "written",
      site: "https://c.example/",
      amount: 1.5,
      day: "2026-05-06",
      moment: new Date("2026-05-06T07:08:09").toISOString(),
      kind: "b",
      data: { a: [1, 2] },
      tint: "#112233",
      seo: { headline: "Head" },
      links: ["https://b.example/", "https://a.example/"],
      extras: [{ text: "To be" }, { text: "To be" }],
      rich: [{ _type: "paragraph", content: [{ type: "text", text: "Some text" }] }],
      tags: [{ label: "Zesty" }],
    });
  });

  test("a field whose condition doesn't hold is hidden, and reappears with its value", async () => {
    const { id } = await makeFull();
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/sample/${id}`);
    await field(page, "title").waitFor();

    expect(await page.locator('[data-field="site"]').count()).toBe(0);
    expect(await page.locator('[data-field="seo.headline"]').count()).toBe(0);
    await field(page, "done").check();

    expect(await field(page, "site").inputValue()).toBe("https://a.example/?q=1#x");
  });

  test("errors of the API are shown at their fields, also inside a list", async () => {
    const { id } = await makeFull();
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/sample/${id}`);
    await field(page, "amount").fill("11");
    await field(page, "extras.0.text").fill("");
    await page.keyboard.press("Control+s");
    await page.locator('[data-phase="failed"]').waitFor();

    for (const path of ["amount", "extras.0.text"]) {
      const input = field(page, path);
      expect(await input.getAttribute("aria-invalid")).toBe("true");
      const described = String(await input.getAttribute("aria-describedby")).split(" ");
      expect(await page.locator(described.map((item) => `[id="${item}"]`).join(",")).allTextContents()).not.toEqual([]);
    }
  });

  test("a record that is made from a field's drawer begins in its first field, and so does one whose first field loads later", async () => {
    const page = await site.openAs(ADMIN);
    await page.route(/date-field/, async (route) => {
      await page.getByRole("dialog").getByLabel("Place").waitFor();
      await route.continue();
    });
    await page.goto("/admin/content/article/new");
    const begin = async (relation: string, first: string) => {
      await page.locator(`[data-field="${relation}"]`).getByRole("button", { name: "New" }).click();
      await awaitFocus(field(page, first).and(page.getByRole("dialog").locator("input")));
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    };

    await begin("author", "name");
    await begin("event", "day");
  });

  test("a global is saved, and an author shows the articles that refer to them", async () => {
    const author = (await site.stack.admin.post("/api/author", { name: "Ines" })).data.id;
    await site.stack.admin.post("/api/article", { title: "By Ines", author });
    const page = await site.openAs(ADMIN);

    await page.goto(`/admin/content/author/${author}`);
    await page.getByRole("link", { name: "By Ines" }).waitFor();
    await page.goto("/admin/globals/settings");
    await field(page, "siteTitle").fill("The Margin");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);

    expect((await site.stack.admin.get("/api/settings")).data.siteTitle).toBe("The Margin");
  });
});
