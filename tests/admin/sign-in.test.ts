import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { ADMIN, mailedCode } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { awaitFocus } from "./support/keyboard.ts";

describeInBrowser("the sign-in", () => {
  const site = useAdminSite(join(import.meta.dirname, "site.config.ts"));

  test("a user signs in with a mailed code, pasted as a whole, and returns to the requested page", async () => {
    const page = await site.open();
    await page.goto("/admin/content/author?sort=name");
    await page.getByLabel("Email address").fill(ADMIN);
    await page.keyboard.press("Enter");
    const code = await mailedCode(site.stack.smtp, ADMIN);
    await awaitFocus(page.getByLabel("Code from the mail"));
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole("heading", { name: "Authors" }).waitFor();

    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe("/admin/content/author?sort=name");
    expect(site.complaints()).toEqual([]);
  });

  test("an address with letters outside ASCII gets a code", async () => {
    const page = await site.open();
    await page.goto("/admin/sign-in");
    await page.getByLabel("Email address").fill("jürgen@exämple.com");
    await page.keyboard.press("Enter");

    await page.getByLabel("Code from the mail").waitFor();
  });

  test("a page whose script can't be loaded is loaded again; if it is incomplete again, it says so and offers another try", async () => {
    const page = await site.open();
    let missing = 1;
    await page.route("**/assets/page-*.js", (route) => (missing-- > 0 ? route.abort("failed") : route.continue()));
    await page.goto("/admin/sign-in");
    await page.getByLabel("Email address").waitFor();

    missing = 1;
    await page.reload();
    await page.getByRole("alert").getByText("This page could not be loaded.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Email address").waitFor();
    expect(site.complaints()).toEqual([]);
  });

  test("a wrong code is reported, and the right one is still valid", async () => {
    const page = await site.open();
    await page.goto("/admin/sign-in");
    await page.getByLabel("Email address").fill(ADMIN);
    await page.keyboard.press("Enter");
    const code = await mailedCode(site.stack.smtp, ADMIN);
    await page.getByLabel("Code from the mail").fill(code === "000000" ? "000001" : "000000");
    await page.getByText("This code is wrong, or it has expired.").waitFor();
    await page.getByLabel("Code from the mail").fill(code);

    await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  });

  test("a session that was ended elsewhere leads to the sign-in, and signing out removes all data from the browser", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/_user");
    const remembered = () => page.evaluate<string[]>(`["requests", "formatted"].filter((name) => localStorage["colophon." + name])`);
    await eventually(remembered, { what: "the page remembers its request and its texts", accepts: ({ length }) => length === 2 });
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("Email address").waitFor();
    await eventually(remembered, { what: "the page remembers nothing", accepts: ({ length }) => length === 0 });
    await page.goto("/admin/account");

    await page.getByLabel("Email address").waitFor();
    expect(new URL(page.url()).searchParams.get("next")).toBe("/admin/account");
  });

  test("colours and language are stored for the user's next browser", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/account");
    await page.getByLabel("Colours").selectOption("dark");
    const saved = page.waitForResponse((answer) => {
      const sent = answer.request();
      return answer.url().endsWith("/api/_me/settings") && sent.method() === "PUT" && String(sent.postData()).includes('"language":"de"');
    });
    await page.getByLabel("Language", { exact: true }).last().selectOption("de");
    await saved;
    await page.getByRole("heading", { name: "Konto" }).waitFor();

    await page.locator('html[lang="de"][data-mantine-color-scheme="dark"]').waitFor();
    const other = await site.open();
    await other.goto("/admin/sign-in");
    await other.getByLabel("Email address").fill(ADMIN);
    await other.keyboard.press("Enter");
    await other.getByLabel("Code from the mail").fill(await mailedCode(site.stack.smtp, ADMIN));
    await other.getByRole("heading", { name: "Übersicht" }).waitFor();
  });

  test.each(["light", "dark"] as const)("it violates no accessibility rule when %s", async (colorScheme) => {
    const page = await site.open({ colorScheme });
    await page.goto("/admin/sign-in");
    await page.getByLabel("Email address").waitFor();

    expect(await brokenRules(page)).toEqual([]);
  });
});
