import { join } from "node:path";
import { beforeAll } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { useAdminSite } from "./admin-site.ts";

export const ARTICLES = 60;
export const titleOf = (number: number) => `Leek ${String(number).padStart(2, "0")}`;
export const titles = (page: Page) => page.locator("tbody tr td:nth-child(2)").allInnerTexts();

/** Waits until the list begins with these titles. */
export const shows = (page: Page, ...wanted: string[]) =>
  eventually(async () => (await titles(page)).slice(0, wanted.length).join() === wanted.join() || null, {
    what: `the list begins with ${wanted.join(", ")}`,
  });

/** A site with these articles of one author, in two sections by turns; the first five are drafts. */
export function useArticleList() {
  const site = useAdminSite(join(import.meta.dirname, "../site.config.ts"));
  beforeAll(async () => {
    const { admin } = site.stack;
    const ines = (await admin.post("/api/author", { name: "Ines" })).data.id;
    const all = Array.from({ length: ARTICLES }, (_, at) => ({
      title: titleOf(at),
      section: at % 2 === 0 ? "news" : "opinion",
      author: ines,
    }));
    for (const [at, article] of all.entries()) await admin.post(`/api/article${at < 5 ? "?draft=true" : ""}`, article);
  });
  return site;
}
