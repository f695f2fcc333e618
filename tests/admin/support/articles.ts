import type { Page } from "playwright-core";
import type { Json } from "../../support/http/client.ts";
import type { AdminSite } from "./admin-site.ts";

/** What the tests of an article's form do beside the page: sign an editor in, make a draft, read what is stored. */
export function articlesOf(site: AdminSite) {
  async function openEditor(): Promise<Page> {
    await site.stack.signInAs("editor");
    return site.openAs("editor@example.com");
  }
  /** The id of a new draft. */
  async function draftOf(data: Json): Promise<string> {
    return (await site.stack.admin.post("/api/article?draft=true", data)).data.id;
  }

  return {
    openEditor,
    draftOf,
    /** A new draft in its form, for an editor. */
    async openDraft(data: Json): Promise<{ readonly id: string; readonly page: Page }> {
      const id = await draftOf(data);
      const page = await openEditor();
      await page.goto(`/admin/content/article/${id}`);
      return { id, page };
    },
    /** The article with its pending draft. */
    async stored(id: string): Promise<Json> {
      return (await site.stack.admin.get(`/api/article/${id}?draft=true`)).data;
    },
  };
}

/** The id of the record that a page of the admin shows. */
export function idIn(page: Page): string {
  return String(page.url().split("/").pop());
}
