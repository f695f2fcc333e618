import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { default as fc } from "fast-check";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { png } from "../support/media/files.ts";
import { mp4 } from "../support/media/media-files.ts";
import type { Json } from "../support/http/client.ts";
import { ADMIN } from "../support/stack/stack.ts";
import { fields } from "./every-field.config.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { membersOf, type KnownTargets } from "./support/field-values.ts";
import { field, saved } from "./support/record-form.ts";
import { upload } from "./support/upload.ts";

/** The number of generated records; for a long run, set `FORM_RECORDS=200`. */
const RECORDS = Number(process.env["FORM_RECORDS"] ?? 4);
const SEED = Number(process.env["FORM_SEED"] ?? 1);
const MINUTE = 60_000;

describeInBrowser("a form with every field type and option", () => {
  const site = useAdminSite(join(import.meta.dirname, "every-field.config.ts"));
  let targets: KnownTargets = {};
  let made = 0;

  beforeAll(async () => {
    const { admin } = site.stack;
    const two = [0, 1];
    const friends = await Promise.all(two.map(async (at) => (await admin.post("/api/friend", { name: `Friend ${at}` })).data.id));
    const images = await Promise.all(two.map((at) => upload(admin, png(9, 9, `${at}`), { name: `${at}.png`, type: "image/png" })));
    const film = await upload(admin, mp4({ width: 16, height: 16, seconds: 1 }), { name: "film.mp4", type: "video/mp4" });
    const paper = await upload(admin, Buffer.from("%PDF-1.4\n%%EOF\n"), { name: "paper.pdf", type: "application/pdf" });
    targets = { friend: friends, _image: images.map(({ id }) => id), _video: [film.id], _file: [paper.id] };
  });
  const stored = async (id: string): Promise<Json> => (await site.stack.admin.get(`/api/sample/${id}`)).data;
  const create = async (values: object): Promise<Json> => {
    const title = `Sample ${++made}`;
    const answer = await site.stack.admin.post("/api/sample", { ...values, title, path: `path-${made}`, number: title });
    if (answer.status !== 201) throw new Error(`The API refuses ${JSON.stringify(values)}: ${answer.text}`);
    return answer.data;
  };
  /** Focuses and blurs each input once, as when a user presses Tab repeatedly. */
  const goThrough = (page: Page) =>
    page.locator('main :is(input, textarea, [role="textbox"])').evaluateAll((all: { focus(): void; blur(): void }[]) => {
      for (const input of all) {
        input.focus();
        input.blur();
      }
    });
  const isReady = async (page: Page) => {
    await field(page, "title").waitFor();
    await eventually(async () => (await page.locator('main [class*="Skeleton"]').count()) === 0);
  };

  test(
    "keeps each value unchanged, at any depth, when it was focused and when another value is changed",
    async () => {
      const page = await site.openAs(ADMIN);
      const property = fc.asyncProperty(membersOf(fields, targets), async (values) => {
        const { id } = await create(values);
        const before = await stored(id);
        await page.goto(`/admin/content/sample/${id}`);
        await isReady(page);
        await goThrough(page);
        expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);

        const expected = structuredClone(before);
        expected.title = `${before.title}, changed`;
        await field(page, "title").fill(expected.title);
        for (const [path, holder] of [
          ["box.note", expected.box],
          ["items.0.note", expected.items?.[0]],
          ["parts.0.note", expected.parts?.[0]],
        ]) {
          if (!holder || (await field(page, path).count()) === 0) continue; // other block types have no note
          await field(page, path).fill("changed");
          holder.note = "changed";
        }
        await page.keyboard.press("Control+s");
        await saved(page);

        const after = await stored(id);
        const { slug, updatedAt, publishedAt, _updatedBy } = after;
        expect(after).toEqual({ ...expected, slug, updatedAt, publishedAt, _updatedBy });
      });
      await fc.assert(property, { numRuns: RECORDS, seed: SEED, endOnFailure: true });
      expect(site.complaints()).toEqual([]);
    },
    MINUTE * (5 + RECORDS),
  );

  test.each([
    ["a table", "| a | b |\n| - | - |\n| 1 | 2 |"],
    ["HTML", 'Before\n\n<div class="note">Raw</div>'],
    ["a footnote", "A footnote[^1].\n\n[^1]: There."],
    ["a picture", "![alt](https://a.example/x.png)"],
    ["tasks", "- [ ] open\n- [x] done"],
  ])("shows Markdown with %s unchanged, and changes only the typed text", async (_what, prose) => {
    const { id } = await create({ prose });
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/sample/${id}`);
    await page.getByText("The editor would change some Markdown in this text").waitFor();

    expect(await field(page, "prose").inputValue()).toBe(prose);
    await field(page, "prose").press("Control+End");
    await page.keyboard.type("\n\nAnd *more*.");
    await page.keyboard.press("Control+s");
    await saved(page);

    expect((await stored(id)).prose).toBe(`${prose}\n\nAnd *more*.`);
  });
});
