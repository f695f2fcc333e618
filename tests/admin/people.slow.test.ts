import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Client as Postgres } from "pg";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ADMIN, mailedCode } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { awaitFocus } from "./support/keyboard.ts";
import { fitsIn } from "./support/page-width.ts";
import { field } from "./support/record-form.ts";
import { signInAnew } from "./support/sign-in-browser.ts";

describeInBrowser("people and access", () => {
  const site = useAdminSite(join(import.meta.dirname, "people.config.ts"));

  /** Opens the page with a sign-in that is too old for sensitive changes without a confirmation. */
  async function openAsOf(email: string): Promise<Page> {
    const page = await site.open();
    await signInAnew(page.context(), site.stack, email);
    const postgres = new Postgres({ connectionString: site.stack.databaseUrl });
    await postgres.connect();
    await postgres.query(
      "update cms.sessions set confirmed_at = now() - interval '1 day' where id = (select id from cms.sessions order by created_at desc limit 1)",
    );
    await postgres.end();
    return page;
  }
  const confirm = async (page: Page, email: string) => {
    const dialog = page.getByRole("dialog", { name: "Confirm this change" });
    await awaitFocus(dialog.getByLabel("Code from the mail"));
    const code = await mailedCode(site.stack.smtp, email);
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);
    await dialog.waitFor({ state: "hidden" });
  };
  const rows = (page: Page) => page.locator("tbody tr");
  const userNamed = async (name: string) => (await site.stack.admin.get(`/api/_user?filter[name]=${name}`)).data[0];

  test("an admin creates a user with a role from a list, after confirming the change with a mailed code", async () => {
    const page = await openAsOf(ADMIN);
    await page.goto("/admin/users");
    await page.getByRole("heading", { name: "Users" }).waitFor();
    await page.keyboard.press("n");
    await field(page, "email").fill("ines@example.com");
    await field(page, "name").fill("Ines");
    await field(page, "role").press("Enter");
    await page.getByRole("option", { name: "admin" }).click();
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByRole("dialog", { name: "Confirm this change" }).getByLabel("Code from the mail").waitFor();
    await mailedCode(site.stack.smtp, ADMIN);
    await page.keyboard.press("Escape");

    await page.getByText("This change must be confirmed").first().waitFor();
    expect(await field(page, "email").inputValue()).toBe("ines@example.com");
    expect(await userNamed("Ines")).toBeUndefined();
    await page.keyboard.press("ControlOrMeta+s");
    await confirm(page, ADMIN);
    await page.getByRole("heading", { name: "Ines" }).waitFor();
    expect(await userNamed("Ines")).toMatchObject({ email: "ines@example.com", role: "admin" });
    expect(site.complaints()).toEqual([]);
  });

  test("users are found by name, address and role, changed, and deleted after a message about the consequences", async () => {
    const { admin } = site.stack;
    for (const name of ["Grace", "Joan"])
      await admin.post("/api/_user", { email: `${name}@example.com`.toLowerCase(), name, role: "editor" });
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/users");
    await page.getByRole("searchbox").fill("joan@");
    await page.getByText("1 record", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Joan" }).click();
    await field(page, "name").fill("Joan Clarke");
    await field(page, "role").press("Enter");
    await page.getByRole("option", { name: "admin" }).click();
    await page.keyboard.press("ControlOrMeta+s");
    await eventually(async () => (await userNamed("Joan Clarke"))?.role === "admin" || null, { what: "the user is changed" });
    await page.goto("/admin/content/_user?filter%5Brole%5D%5B%24in%5D=editor&q=grace");
    await page.getByText("1 record", { exact: true }).waitFor();
    await page.getByLabel("Select Grace").check();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("Their records are kept.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("1 record was deleted.").waitFor();

    expect(await userNamed("Grace")).toBeUndefined();
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  });

  test("an API key is created, shown once, copied and revoked with the keyboard only", async () => {
    const page = await site.openAs(ADMIN);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/admin/keys");
    await page.getByRole("textbox", { name: "Name" }).focus();
    await page.keyboard.type("Website");
    await page.keyboard.press("Tab");
    await page.keyboard.type("editor");
    await page.getByLabel("Requests per minute").focus();
    await page.keyboard.type("600");
    await page.keyboard.press("Enter");
    await page.getByText("The key “Website” was created").waitFor();
    const key = await page.getByText(/^cms_\w{38}$/).innerText();
    await awaitFocus(page.getByRole("button", { name: "Copy the key" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(key);
    const me = await site.stack.visitor.with({ authorization: `Bearer ${key}` }).get("/api/auth/me");
    expect(me.data).toMatchObject({ user: null, role: "editor" });

    await page.getByRole("button", { name: "I have copied it" }).press("Enter");
    await page.getByRole("button", { name: "Revoke: Website" }).press("Enter");
    await page.getByRole("dialog").getByText("Programs that use this key are refused").waitFor();
    await awaitFocus(page.getByRole("dialog").getByRole("button", { name: "Revoke" }));
    await page.keyboard.press("Enter");
    await page.getByText("There are no API keys yet.").waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    expect((await site.stack.admin.get("/api/_api-keys")).data).toEqual([]);
  });

  test("an error of a key is shown at its field", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/keys");
    await page.getByRole("textbox", { name: "Name" }).fill("Old");
    await page.getByLabel("Last day").fill("2001-01-01");
    await page.getByRole("button", { name: "Create the key" }).click();

    await page.locator('input[type="date"][aria-invalid="true"]').waitFor();
    expect((await site.stack.admin.get("/api/_api-keys")).data).toEqual([]);
  });

  test("the permissions of each role are shown, with row filters and excluded fields", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/roles");
    const articles = rows(page).filter({ hasText: "Articles" });
    await articles.waitFor();

    expect(await articles.locator("td").allInnerTexts()).toEqual([
      "Yes",
      expect.stringMatching(/^Yes\s+Including drafts$/),
      expect.stringMatching(/^Yes\s+Only where\s+section = news\s+Without: Rating$/),
      "Yes",
    ]);
    await page.getByText("May do everything.").waitFor();
  });

  test("only admins see these pages", async () => {
    await site.stack.signInAs("editor");
    const page = await site.openAs("editor@example.com");
    await page.goto("/admin/content/article");
    await page.getByRole("heading", { name: "Articles" }).waitFor();

    expect(await page.getByRole("navigation").first().getByRole("link").allInnerTexts()).toEqual(["Dashboard", "Articles", "Tags"]);
    for (const path of ["users", "roles", "keys", "trash/tag"]) {
      await page.goto(`/admin/${path}`);
      await page.getByText("There is no such page.").waitFor();
    }
  });

  test("a user changes their email address with a code that is mailed to the new one", async () => {
    await site.stack.admin.post("/api/_user", { email: "mary@example.com", name: "Mary", role: "editor" });
    const page = await openAsOf("mary@example.com");
    await page.goto("/admin/account");
    await page.getByLabel("New email address").fill("mary.new@example.com");
    await page.keyboard.press("Enter");
    await confirm(page, "mary@example.com");
    await page.getByText("If mary.new@example.com is not in use yet").waitFor();
    await page.getByLabel("Code from the mail").fill("000000");
    await page.getByText("This code is wrong, or it has expired.").waitFor();
    await page.getByLabel("Code from the mail").fill(await mailedCode(site.stack.smtp, "mary.new@example.com"));
    await page.getByText("Your address was changed.").waitFor();

    expect((await userNamed("Mary")).email).toBe("mary.new@example.com");
    await page.getByText("mary.new@example.com · editor").waitFor();
  });

  test("signing out asks about unsaved changes, and removes them from the browser", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/content/tag/new");
    await field(page, "label").fill("Unsaved");
    const signOut = async () => {
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    };
    const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("colophon.unsaved")));
    await signOut();
    await page.getByRole("dialog").getByText("unsaved changes of 1 record").waitFor();
    await page.keyboard.press("Escape");
    expect(await field(page, "label").inputValue()).toBe("Unsaved");
    expect(await kept()).toHaveLength(1);

    await signOut();
    await page.getByRole("button", { name: "Sign out and discard" }).click();
    await page.getByLabel("Email address").waitFor();
    expect(await kept()).toEqual([]);
  });

  test.each([
    ["light", 1280],
    ["dark", 360],
  ] as const)("its pages violate no accessibility rule when %s, and fit into %i px", async (colorScheme, width) => {
    const page = await site.openAs(ADMIN, { colorScheme, viewport: { width, height: 800 } });
    await site.stack.admin.post("/api/_api-keys", { name: `Kept ${colorScheme}`, role: "editor" });
    const broken: string[] = [];
    for (const [path, shown] of [
      ["users", "Users"],
      ["keys", "API keys"],
      ["roles", "Roles"],
      ["account", "Account"],
    ] as const) {
      await page.goto(`/admin/${path}`);
      await page.getByRole("heading", { name: shown, exact: true }).first().waitFor();
      if (path !== "account" && path !== "roles") await rows(page).first().waitFor();
      broken.push(...(await brokenRules(page)));
      await fitsIn(page, width);
    }

    expect(broken).toEqual([]);
  });
});
