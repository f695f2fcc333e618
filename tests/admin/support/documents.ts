import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { ADMIN } from "../../support/stack/stack.ts";
import { eventually } from "../../support/eventually.ts";
import type { AdminSite } from "./admin-site.ts";
import { saved } from "./record-form.ts";

/** Pastes what another program has copied, in its forms by media type, and a picture file, into what has the focus. */
export async function paste(
  page: Page,
  copied: Readonly<Record<string, string>>,
  picture?: { readonly name: string; readonly buffer: Uint8Array },
): Promise<void> {
  const files = picture ? [{ name: picture.name, bytes: [...picture.buffer] }] : [];
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(copied)})) clipboardData.setData(type, text);
    for (const { name, bytes } of ${JSON.stringify(files)})
      clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type: "image/png" }));
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
}

/** What a program copies, written after the form that it is known to have: the programs themselves were not at hand. */
export function clipboardOf(name: string): string {
  return readFileSync(join(import.meta.dirname, "../../../packages/admin/test/rich-text/clipboards", name), "utf8");
}

/** The element of an editor, as Tiptap marks it. */
interface EditorElement {
  readonly editor: {
    readonly state: {
      readonly selection: {
        readonly from: number;
        readonly to: number;
        readonly $from: { readonly parent: { readonly textContent: string } };
      };
      readonly doc: { textBetween(from: number, to: number): string };
    };
  };
}

/** Waits until the editor has noticed the cursor in the block: the browser tells it of a click later. */
export async function cursorIn(page: Page, text: string): Promise<void> {
  const body = page.getByRole("textbox", { name: "Body" });
  const found = () => body.evaluate((dom) => (dom as unknown as EditorElement).editor.state.selection.$from.parent.textContent);
  await eventually(async () => (await found()) === text, { what: `the cursor is in “${text}”` });
}

/** Waits until the editor has noticed that this text is selected. */
export async function isSelected(page: Page, text: string): Promise<void> {
  const body = page.getByRole("textbox", { name: "Body" });
  const found = () =>
    body.evaluate((dom) => {
      const { doc, selection } = (dom as unknown as EditorElement).editor.state;
      return doc.textBetween(selection.from, selection.to);
    });
  await eventually(async () => (await found()) === text, { what: `“${text}” is selected` });
}

/** What the tests of the editor for documents do beside the page. */
export function documentsOf(site: AdminSite) {
  /** A button of the toolbar above the text. */
  function tool(page: Page, name: string): Locator {
    return page.getByRole("toolbar", { name: "Formatting of Body" }).getByRole("button", { name, exact: true });
  }

  return {
    tool,
    /** A new article with this body in its form, and what is stored of it. */
    async open(
      body: unknown,
      { entity = "article", options }: { readonly entity?: "article" | "story"; readonly options?: BrowserContextOptions } = {},
    ): Promise<{ readonly page: Page; readonly id: string; readonly stored: () => Promise<unknown> }> {
      const { admin } = site.stack;
      const draft = entity === "story" ? "?draft=true" : "";
      const { status, text, data } = await admin.post(`/api/${entity}${draft}`, { title: "A", body });
      if (status !== 201) throw new Error(text);
      const page = await site.openAs(ADMIN, options);
      await page.goto(`/admin/content/${entity}/${data.id}`);
      await page.getByRole("textbox", { name: "Body" }).waitFor();
      return { page, id: data.id, stored: async () => (await admin.get(`/api/${entity}/${data.id}${draft}`)).data.body };
    },
    async save(page: Page): Promise<void> {
      await page.keyboard.press("Control+s");
      await saved(page);
    },
    /** Presses a button, after which the text has the focus again. */
    async use(page: Page, name: string): Promise<void> {
      await tool(page, name).click();
      await page.locator(".rich-text:focus").waitFor();
    },
  };
}
