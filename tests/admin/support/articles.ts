import type { Page } from "playwright-core";
import type { Json } from "../../support/client.ts";
import type { AdminSite } from "./admin-site.ts";

/** What the tests of an article's form do beside the page: sign an editor in, make a draft, read what is stored. */
export function articlesOf(site: AdminSite) {
  return {
    async openEditor(): Promise<Page> {
      await site.stack.signInAs("editor");
      return site.openAs("editor@example.com");
    },
    /** The id of a new draft. */
    async draftOf(data: Json): Promise<string> {
      return (await site.stack.admin.post("/api/article?draft=true", data)).data.id;
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
