import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ADMIN, mailedCode } from "../support/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";

describeInBrowser("the sign-in", () => {
  const site = useAdminSite(join(import.meta.dirname, "site.config.ts"));

  test("whoever isn't signed in signs in by the mailed code, pasted whole, and comes to the page that they wanted", async () => {
    const page = await site.open();
    await page.goto("/admin/content/author?sort=name");
    await page.getByLabel("Email address").fill(ADMIN);
    await page.keyboard.press("Enter");
    const code = await mailedCode(site.stack.smtp, ADMIN);
    const field = page.getByLabel("Code from the mail");
    await field.waitFor();
    await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`);

    await page.getByRole("heading", { name: "Authors" }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/admin/content/author?sort=name");
    expect(site.complaints()).toEqual([]);
  });
});
