import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ROOT } from "colophon/stack/settings.ts";
import type { Browser } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { brokenRules } from "../admin/support/axe.ts";
import { describeInBrowser } from "../admin/support/browser.ts";
import { startBrowser } from "../support/chromium.ts";
import { action, field, saved } from "../admin/support/record-form.ts";
import { signInBrowser } from "../admin/support/sign-in-browser.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { CHANGED_SUMMARY, fillMagazine, LEAD_SUMMARY, type Content } from "./content.ts";
import { runColophon } from "./run-colophon.ts";
import { packClient, startWebsite, type Website } from "./website.ts";

const CONFIG = join(ROOT, "packages/create-colophon/templates/magazine/cms.config.ts");
/** The website's URL in the template's configuration. */
const WEBSITE = "http://localhost:3000";
/** npm downloads packages and the framework builds the site: one minute on an idle machine. */
const TIMEOUT_MS = 1_800_000;
const SECRET = randomBytes(32).toString("base64");
/** The statuses of temporary redirects. */
const REDIRECTS = [302, 307];

const folder = mkdtempSync(join(tmpdir(), "colophon-websites-"));
let stack: TestStack;
let content: Content;
let client: string;

/** Tests an example website with the content of a real stack with the template `magazine`. */
export function testMagazine(name: "astro-magazine" | "next-magazine"): void {
  beforeAll(async () => {
    [stack, client] = await Promise.all([startTestStack({ configFile: CONFIG }), packClient(folder)]);
    content = await fillMagazine(stack.admin);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await stack?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe(`examples/${name}`, () => {
    let site: Website;
    beforeAll(async () => {
      const variables = { COLOPHON_URL: stack.url, WEBSITE_WEBHOOK_SECRET: SECRET };
      site = await startWebsite(join(folder, name), { name, client, variables });
    }, TIMEOUT_MS);
    afterAll(() => site?.stop());

    async function get(path: string) {
      const answer = await fetch(site.url + path, { redirect: "manual" });
      return { status: answer.status, headers: answer.headers, text: unescaped(await answer.text()) };
    }
    const previewOf = async (id: string): Promise<string> => (await stack.admin.post(`/api/article/${id}/preview`)).data.token;

    test("its types are those of the template's configuration", async () => {
      expect(readFileSync(join(ROOT, "examples", name, "src/site.ts"), "utf8")).toBe(await runColophon(["types"], { CMS_CONFIG: CONFIG }));
    });

    test("the front page lists the newest articles, and further pages the others", async () => {
      const root = await get("/");
      const [first, second] = [await get("/en"), await get("/en/page/2")];

      expect(REDIRECTS).toContain(root.status);
      expect(root.headers.get("location")).toMatch(/\/en\/?$/);
      expect(content.titles.map((title) => [first.text.includes(`>${title}</a>`), second.text.includes(`>${title}</a>`)])).toEqual(
        content.titles.map((_, index) => [index < 6, index >= 6]),
      );
      expect(first.text).toContain('href="/en/page/2"');
      expect(first.text).not.toContain(content.translated.title);
      expect([(await get("/en/page/x")).status, (await get("/fr")).status]).toEqual([404, 404]);
    });

    test("an article is shown in both languages, and each leads to the other", async () => {
      const [english, german] = [`/en/articles/${content.lead.slug}`, `/de/articles/${content.translated.slug}`];
      const [first, second] = [await get(english), await get(german)];

      expect([first.status, second.status]).toEqual([200, 200]);
      expect(first.text).toMatch(
        /<html lang="en"[^]*<h1[^>]*>The night bus[^]*<h2[^>]*>The route<\/h2>[^]*<strong>twice<\/strong>[^]*Cities/,
      );
      expect(second.text).toMatch(/<html lang="de"[^]*<h1[^>]*>Der Nachtbus/);
      expect(first.text).toContain(`href="${german}"`);
      expect(second.text).toContain(`href="${english}"`);
      expect((await get("/en/articles/nothing")).status).toBe(404);
    });

    test("a picture has several widths, its focal point and its alternative text", async () => {
      const { text } = await get(`/en/articles/${content.lead.slug}`);
      const [picture = ""] = /<img[^>]*class="picture"[^>]*>/.exec(text) ?? [];
      const srcset = /srcset="([^"]+)"/i.exec(picture)?.[1] ?? "";
      const address = srcset
        .split(", ")
        .find((candidate) => /[?&]w=800&/.test(candidate))
        ?.split(" ")[0];

      const answer = await eventually(() => fetch(String(address)), {
        accepts: ({ status }) => status === 200,
        what: `${address} is made`,
      });

      expect(picture).toContain('alt="Hills behind the last stop"');
      expect(picture).toMatch(/object-position: ?30% 60%/);
      expect(srcset.split(", ").length).toBeGreaterThan(3);
      expect(answer.headers.get("content-type")).toBe("image/webp");
    });

    test("a text has its pictures in several widths with focal points, tables, cards of articles, links to them and quotations", async () => {
      const { text } = await get(`/en/articles/${content.lead.slug}`);
      const body = /<div class="body"[^]*?<ul class="tags"/.exec(text)?.[0] ?? "";
      const [picture = ""] = /<img[^>]*class="picture"[^>]*>/.exec(body) ?? [];
      const { title, slug, summary } = content.changed;

      expect(picture).toContain('alt="The last stop"');
      expect(picture).toMatch(/object-position: ?30% 60%/);
      expect(picture).toMatch(/w=400&[^]*w=1600&/);
      expect(body).toMatch(/<figcaption[^>]*>In May</);
      expect(body).toMatch(/<th>(<div>)?<p>Stop[^]*<td>(<div>)?<p>23:10/);
      expect(body).toContain(`<a href="/en/articles/${slug}">the way</a>`);
      expect(body).toMatch(new RegExp(`class="card"[^>]*>\\s*<a[^>]*href="/en/articles/${slug}"[^>]*>${title}</a>`));
      expect(body).toContain(summary);
      expect(body).toMatch(/<blockquote[^>]*>It's &lt;quiet&gt; here\.</);
      expect(body).toContain("The driver");
    });

    test("pictures, cards and links inside tables, lists and quotations are like those outside them", async () => {
      const { text } = await get(`/en/articles/${content.lead.slug}`);
      const inside = (tag: string): string =>
        new RegExp(`<${tag}[ >][^]*?</${tag}>`).exec(/<div class="body"[^]*/.exec(text)?.[0] ?? "")?.[0] ?? "";
      const [table, list, quotation] = [inside("table"), inside("ol"), inside("blockquote")];
      const pictures = [table, list].map((part) => /<img[^>]*class="picture"[^>]*>/.exec(part)?.[0] ?? "");
      const { title, slug, summary } = content.changed;

      expect(pictures.map((picture) => /alt="([^"]*)"/.exec(picture)?.[1])).toEqual(["The seats", "The shelves"]);
      for (const picture of pictures) {
        expect(picture).toMatch(/srcset="[^"]*w=400&[^"]*w=1600&/i);
        expect(picture).toMatch(/object-position: ?30% 60%/);
      }
      expect(table).toMatch(/<td colspan="2"/i);
      expect(list).toMatch(/^<ol start="3"/);
      expect(list).toContain(`<a href="/en/articles/${slug}">the next bus</a>`);
      expect(quotation).toMatch(new RegExp(`class="card"[^>]*>\\s*<a[^>]*href="/en/articles/${slug}"[^>]*>${title}</a>`));
      expect(quotation).toContain(summary);
    });

    test("videos and files of a text are loaded from Colophon", async () => {
      const { text } = await get(`/en/articles/${content.lead.slug}`);
      const addresses = [/<video[^>]* src="([^"]+)"/, /<a href="([^"]+)"[^>]*>All times</].map((pattern) => pattern.exec(text)?.[1] ?? "");

      const answers = await Promise.all(addresses.map((address) => fetch(address)));

      expect(answers.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
        [200, "video/mp4"],
        [200, expect.stringContaining("text/plain")],
      ]);
    });

    test("the search finds articles of the page's language by words in them", async () => {
      const [found, german] = [await get("/en/search?q=NOVELS"), await get("/de/search?q=novels")];

      expect(found.text).toContain(LEAD_SUMMARY);
      expect(found.text).toMatch(/role="status">1 article</);
      expect(german.text).toMatch(/role="status">0 Artikel</);
    });

    test("a draft is shown only with the token of its preview link", async () => {
      const { changed, unpublished } = content;
      const draftSummary = "What the blank spots say.";
      const path = `/en/articles/${changed.slug}`;
      await stack.admin.put(`/api/article/${changed.id}?draft=true`, { summary: draftSummary });
      const [token, other] = [await previewOf(changed.id), await previewOf(unpublished.id)];

      const before = await get(path);
      const draft = await get(`${path}?preview=${token}`);
      const after = await get(path);

      for (const { text } of [before, after]) expect([text.includes(CHANGED_SUMMARY), text.includes(draftSummary)]).toEqual([true, false]);
      expect([draft.status, draft.text.includes(draftSummary), draft.text.includes("This is a draft")]).toEqual([200, true, true]);
      expect(draft.headers.get("cache-control")).toContain("no-store");
      expect((await get(`/en/articles/${unpublished.slug}`)).status).toBe(404);
      expect((await get(`/en/articles/${unpublished.slug}?preview=${other}`)).text).toContain("Not yet");

      await stack.admin.delete(`/api/article/${changed.id}/preview`);
      const ended = await get(`${path}?preview=${token}`);
      expect(REDIRECTS).toContain(ended.status);
      expect(ended.headers.get("location")).toBe(path);
    });

    test("a change is shown at once when Colophon's webhook says so, and nobody else can", async () => {
      const { id, slug } = content.lead;
      const path = `/en/articles/${slug}`;
      const summary = `Changed for ${name}.`;
      const shows = async (): Promise<boolean> => (await get(path)).text.includes(summary);
      const tell = async (secret: string): Promise<number> => {
        const [at, body] = [new Date(), JSON.stringify({ event: "article.updated", entity: "article", recordId: id })];
        const signature = new Webhook(secret).sign("1", at, body);
        const headers = {
          "content-type": "application/json",
          "webhook-id": "1",
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": signature,
        };
        return (await fetch(`${site.url}/api/changed`, { method: "POST", headers, body })).status;
      };
      await get(path);
      await tell(SECRET);
      await get(path); // cached from now on
      await stack.admin.put(`/api/article/${id}`, { summary });

      const refused = await tell(randomBytes(32).toString("base64"));
      const before = await shows();
      const accepted = await tell(SECRET);
      const after = await shows();
      await stack.admin.put(`/api/article/${id}`, { summary: LEAD_SUMMARY });
      await tell(SECRET);

      expect([refused, before, accepted, after]).toEqual([401, false, 204, true]);
    });

    test("the sitemap contains the published articles, in both languages", async () => {
      const { text } = await get("/sitemap.xml");

      expect(text).toContain(`<loc>${WEBSITE}/en/articles/${content.lead.slug}</loc>`);
      expect(text).toContain(`<loc>${WEBSITE}/de/articles/${content.translated.slug}</loc>`);
      expect(text).not.toContain(String(content.unpublished.slug));
    });

    describeInBrowser("in a browser", () => {
      let browser: Browser;
      beforeAll(async () => {
        browser = await startBrowser();
      });
      afterAll(() => browser?.close());

      test("a draft follows the form of the admin page", async () => {
        const context = await browser.newContext({ baseURL: stack.url, locale: "en-GB" });
        await context.route(`${WEBSITE}/**`, (route) => route.continue({ url: route.request().url().replace(WEBSITE, site.url) }));
        await context.addInitScript("window.heard = []; addEventListener('message', ({ data }) => window.heard.push(data?.type));");
        await signInBrowser(context, stack, ADMIN);
        const page = await context.newPage();
        const frame = page.frameLocator('iframe[title="Preview"]');

        await page.goto(`/admin/content/article/${content.changed.id}`);
        await action(page, "Preview");
        await frame.getByText("This is a draft").waitFor();
        await eventually(() => page.evaluate<boolean>("window.heard.includes('colophon:listening')"), {
          what: "the website listens to the admin page",
        });
        await field(page, "summary").fill(`Written beside ${name}.`);
        await saved(page);
        await frame.getByText(`Written beside ${name}.`).waitFor();

        await context.close();
      });

      test.each(["light", "dark"] as const)(
        "no page violates an accessibility rule or is wider than a phone, in %s",
        async (colorScheme) => {
          const context = await browser.newContext({ baseURL: site.url, colorScheme, viewport: { width: 360, height: 780 } });
          const page = await context.newPage();
          for (const path of ["/en", "/de/page/1", `/en/articles/${content.lead.slug}`, "/en/search?q=novels", "/en/articles/nothing"]) {
            await page.goto(path);
            expect({ path, broken: await brokenRules(page) }).toEqual({ path, broken: [] });
            expect({ path, width: await page.evaluate("document.documentElement.scrollWidth") }).toEqual({ path, width: 360 });
          }
          await context.close();
        },
      );
    });
  });
}

/** Decodes the most frequent HTML entities, and removes the comments that React inserts between texts. */
function unescaped(html: string): string {
  return html
    .replaceAll("<!-- -->", "")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll("&#38;", "&")
    .replaceAll("&#39;", "'");
}
