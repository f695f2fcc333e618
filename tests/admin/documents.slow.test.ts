import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { mp4 } from "../support/media/media-files.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { brokenRules } from "./support/axe.ts";
import { documentsOf } from "./support/documents.ts";
import { field, saved, SMALL_PICTURE } from "./support/record-form.ts";
import { upload } from "./support/upload.ts";

describeInBrowser("documents in the form", () => {
  const site = useAdminSite(join(import.meta.dirname, "documents.config.ts"));

  const { open, save, tool, use } = documentsOf(site);

  test("opening changes nothing; text is typed, marked and made a task list by the toolbar", async () => {
    const first = { _type: "paragraph", content: [{ type: "text", text: "First" }] };
    const { page, stored } = await open([first, { _type: "heading", attrs: { level: 4 }, content: [{ type: "text", text: "T" }] }]);
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);

    await page.getByRole("textbox", { name: "Body" }).getByText("T", { exact: true }).click();
    await page.getByRole("button", { name: "Smallest heading", pressed: true }).waitFor(); // the editor knows where the click was
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await use(page, "Superscript");
    await page.keyboard.type("up");
    await use(page, "Task list");
    await save(page);

    expect(await stored()).toEqual([
      first,
      { _type: "heading", attrs: { level: 4 }, content: [{ type: "text", text: "T" }] },
      {
        _type: "taskList",
        content: [
          {
            type: "taskItem",
            content: [{ type: "paragraph", content: [{ type: "text", text: "up", marks: [{ type: "superscript" }] }] }],
          },
        ],
      },
    ]);
    expect(site.complaints()).toEqual([]);
  });

  test("a picture is dropped into the text, a record and a block of the project are inserted", async () => {
    const ada = (await site.stack.admin.post("/api/person", { name: "Ada" })).data.id;
    const { page, stored } = await open([{ _type: "paragraph", content: [{ type: "text", text: "x" }] }]);
    const text = page.getByRole("textbox", { name: "Body" });

    const transfer = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(${JSON.stringify([...SMALL_PICTURE.buffer])})], "a.png", { type: "image/png" }));
      return data;
    })()`);
    const box = await text.boundingBox();
    await text.dispatchEvent("drop", { dataTransfer: transfer, clientX: (box?.x ?? 0) + 30, clientY: (box?.y ?? 0) + 30 });
    await page.getByLabel("Alternative text").first().fill("A pixel");
    await tool(page, "Insert").click();
    await page.getByRole("menuitem", { name: "Quotation" }).click();
    await tool(page, "Insert").click();
    await page.getByRole("menuitem", { name: "Record" }).click();
    await page.getByPlaceholder("Search a record").click();
    await page.getByRole("option", { name: "Ada" }).click();
    await save(page);

    const nodes = (await stored()) as { _type: string; attrs?: object }[];
    expect(nodes.find(({ _type }) => _type === "image")?.attrs).toEqual({ image: expect.any(String), alt: "A pixel" });
    expect(nodes.find(({ _type }) => _type === "quote")?.attrs).toEqual({ text: null });
    expect(nodes.find(({ _type }) => _type === "record")?.attrs).toEqual({ entity: "person", id: ada });
    expect(await brokenRules(page)).toEqual([]);
  });

  test("a link leads to an address, which is completed, or to a record", async () => {
    const ada = (await site.stack.admin.post("/api/person", { name: "Bea" })).data.id;
    const { page, stored } = await open([{ _type: "paragraph", content: [{ type: "text", text: "word" }] }]);
    const link = async () => {
      const [node] = (await stored()) as { content: { marks: { attrs: object }[] }[] }[];
      return node?.content[0]?.marks[0]?.attrs;
    };

    await page.getByRole("textbox", { name: "Body" }).getByText("word").click();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+End");
    await tool(page, "Link").click();
    await page.getByRole("textbox", { name: "Address of the link" }).fill("example.com");
    await page.keyboard.press("Enter");
    await page.locator('.rich-text a[href="https://example.com"]').waitFor();
    await page.locator(".rich-text:focus").waitFor();
    await save(page);
    expect(await link()).toEqual({ href: "https://example.com" });

    await tool(page, "Link").click();
    await page.getByPlaceholder("Search a record").click();
    await page.getByRole("option", { name: "Bea" }).click();
    await page.locator('.rich-text a[data-entity="person"]').waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await saved(page);
    expect(await link()).toEqual({ entity: "person", id: ada });
  });

  test("a file, a video and an embedded page are inserted by keyboard, one after the other, and a picture is aligned", async () => {
    const { admin } = site.stack;
    const picture = await upload(admin, SMALL_PICTURE.buffer, { name: "dot.png", type: "image/png" });
    const paper = await upload(admin, new TextEncoder().encode("%PDF-1.4\n"), { name: "paper.pdf", type: "application/pdf" });
    const film = await upload(admin, mp4({ width: 16, height: 16, seconds: 1 }), { name: "film.mp4", type: "video/mp4" });
    const { page, stored } = await open([{ _type: "image", attrs: { image: picture.id } }]);
    const insert = async (name: string) => {
      await tool(page, "Insert").press("Enter");
      await page.getByRole("menuitem", { name, exact: true }).press("Enter");
    };
    const choose = async (name: string) => {
      await page.getByRole("dialog", { name: "Library" }).getByRole("button", { name }).press("Enter");
      await page.getByRole("dialog", { name: "Library" }).waitFor({ state: "detached" });
    };

    await page.getByRole("combobox", { name: "Alignment" }).focus();
    await page.keyboard.type("Right");
    await page.getByRole("textbox", { name: "Body" }).press("Control+End");
    await insert("File");
    await choose(paper["filename"]);
    await insert("Video");
    await choose(film["filename"]);
    await insert("Embedded page");
    await page.getByRole("textbox", { name: "Address of the page" }).press("h");
    await page.keyboard.type("ttp://www.youtube.com/watch?v=1");
    await page.keyboard.press("Enter");
    await page.getByText("This is no address that begins with https://.").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("www.youtube.com/watch?v=1");
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Embedded page" }).waitFor();
    await save(page);

    expect(((await stored()) as { _type: string }[]).filter(({ _type }) => _type !== "paragraph")).toEqual([
      { _type: "image", attrs: { image: picture.id, align: "right" } },
      { _type: "file", attrs: { file: paper.id } },
      { _type: "video", attrs: { video: film.id } },
      { _type: "embed", attrs: { url: "https://www.youtube.com/watch?v=1", provider: "youtube" } },
    ]);
    expect(site.complaints()).toEqual([]);
  });

  test("a block of the project is a form of its fields, which shows what the API refuses", async () => {
    const details = [{ _type: "paragraph" }];
    const { page, stored } = await open([
      { _type: "paragraph", content: [{ type: "text", text: "x" }] },
      { _type: "fact", attrs: { claim: "Leeks", year: 1999, sources: ["A"], details } },
    ]);
    const fact = page.getByRole("group", { name: "Fact", exact: true });
    const claim = fact.getByRole("textbox", { name: "Claim" });
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);

    await claim.press("End");
    await page.keyboard.type(" grow");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("2001");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await fact.getByRole("button", { name: "Add to Sources" }).press("Enter");
    await fact.getByRole("textbox", { name: /2$/ }).press("B");
    await save(page);

    const attrs = { claim: "Leeks grow", year: 2001, isChecked: true, sources: ["A", "B"], details };
    expect(((await stored()) as object[])[1]).toEqual({ _type: "fact", attrs });

    await claim.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+s");
    await fact.locator('input[aria-invalid="true"]').waitFor();
    expect(await claim.getAttribute("aria-invalid")).toBe("true");
    expect(await brokenRules(page)).toEqual([]);
    expect(site.complaints()).toEqual([]);
  });

  test("the words are counted, and the editor takes the whole window until Escape", async () => {
    const { page } = await open([{ _type: "paragraph", content: [{ type: "text", text: "one two" }] }]);
    const text = page.getByRole("textbox", { name: "Body" });
    const full = page.getByRole("button", { name: "Full screen: Body" });
    const isFull = () => page.getByRole("dialog", { name: "Body" }).isVisible();

    await text.press("Control+End");
    await page.keyboard.type(" three");
    const count = page.getByText("3 words", { exact: true });
    await count.waitFor();
    expect(String(await text.getAttribute("aria-describedby")).split(" ")).toContain(await count.getAttribute("id"));

    await full.press("Enter");
    await page.getByRole("dialog", { name: "Body" }).waitFor();
    expect(await full.getAttribute("aria-pressed")).toBe("true");
    expect(await page.getByRole("dialog", { name: "Body" }).boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    expect(await brokenRules(page)).toEqual([]);
    await page.keyboard.press("Tab"); // the last element of the frame: the first one follows
    await page.locator("button[aria-label=Bold]:focus").waitFor();

    await tool(page, "Link").press("Enter");
    await page.getByRole("textbox", { name: "Address of the link" }).press("Escape");
    await page.locator(".rich-text:focus").waitFor();
    expect(await isFull()).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Body" }).waitFor({ state: "detached" });
    await page.keyboard.type("!");
    expect(await text.textContent()).toContain("!");
    expect(site.complaints()).toEqual([]);
  });

  test("the toolbar has what the field allows", async () => {
    const { page } = await open([]);
    const short = page.getByRole("toolbar", { name: "Formatting of Short" });

    expect(await short.getByRole("button").evaluateAll((buttons) => buttons.map((button) => button.ariaLabel))).toEqual([
      "Bold",
      "Title",
      "Heading",
      "Subheading",
      "Smallest heading",
      "Move up",
      "Move down",
      "Source",
    ]);
    await field(page, "title").waitFor();
  });
});
