/** Actions on records, API keys and users with the keyboard only: without clicks, and the focus is moved only by keys. */
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { describeInBrowser } from "./support/browser.ts";
import { button, chooseFrom, pressOn, tabTo, selectOption, typeInto } from "./support/keyboard.ts";
import { field, saved } from "./support/record-form.ts";

describeInBrowser("a record by the keyboard alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  test("a user copies items and a block, and collapses and expands the block", async () => {
    const { admin } = site.stack;
    const values = { title: "Items", links: ["https://a.example/"], extras: [{ _type: "quote", _key: "k1", text: "To be" }] };
    const { id } = (await admin.post("/api/sample", values)).data;
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/sample/${id}`);

    await pressOn(page, button(page, "Duplicate Links 1"));
    await typeInto(page, page.getByRole("textbox", { name: "Links 2" }), "https://b.example/");
    await pressOn(page, button(page, "Duplicate Quote 1"));
    await typeInto(page, field(page, "extras.1.text"), "Or not");
    await pressOn(page, button(page, "Quote 1"));
    await field(page, "extras.0.text").waitFor({ state: "hidden" });
    expect(await button(page, "Quote 1: To be").getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Space");
    await typeInto(page, field(page, "extras.0.text"), "To be,");
    await page.keyboard.press("ControlOrMeta+s");
    await saved(page);

    const { data } = await admin.get(`/api/sample/${id}`);
    expect(data).toMatchObject({ links: ["https://a.example/", "https://b.example/"], extras: [{ text: "To be," }, { text: "Or not" }] });
  });

  test("a user opens and closes the preview, and discards the draft", async () => {
    const { admin } = site.stack;
    const { id } = (await admin.post("/api/article", { title: "Live" })).data;
    await admin.put(`/api/article/${id}?draft=true`, { title: "Not yet" });
    const page = await site.openAs(ADMIN);
    await page.goto(`/admin/content/article/${id}`);
    await page.getByRole("heading", { name: "Not yet" }).waitFor();

    await chooseFrom(page, button(page, "More actions"), "Preview");
    await tabTo(page, page.getByRole("link", { name: "Open in a new tab" }));
    await pressOn(page, button(page, "Close the preview"));
    await page.locator("iframe").waitFor({ state: "detached" });
    await chooseFrom(page, button(page, "More actions"), "Discard draft");
    await pressOn(page, button(page.getByRole("dialog"), "Discard draft"));
    await page.getByRole("heading", { name: "Live" }).waitFor();

    expect((await admin.get(`/api/article/${id}?draft=true`)).data).toMatchObject({ title: "Live", _status: "published" });
  });
});

describeInBrowser("people and access by the keyboard alone", () => {
  const site = useAdminSite(join(import.meta.dirname, "people.config.ts"));

  test("a user creates an API key and revokes it", async () => {
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/keys");
    await typeInto(page, page.getByRole("textbox", { name: "Name" }), "Website");
    await tabTo(page, page.getByLabel("Role"));
    await page.keyboard.type("admin");
    await pressOn(page, button(page, "Create the key"));
    const key = await page.getByText(/^cms_\w{38}$/).innerText();
    expect((await site.stack.visitor.with({ authorization: `Bearer ${key}` }).get("/api/auth/me")).data.role).toBe("admin");

    await pressOn(page, button(page, "I have copied it"));
    await pressOn(page, button(page, "Revoke: Website"));
    await pressOn(page, button(page.getByRole("dialog"), "Revoke"));
    await page.getByText("There are no API keys yet.").waitFor();

    expect((await site.stack.visitor.with({ authorization: `Bearer ${key}` }).get("/api/auth/me")).status).toBe(401);
  });

  test("a user changes another user's role", async () => {
    const { admin } = site.stack;
    const { id } = (await admin.post("/api/_user", { email: "joan@example.com", name: "Joan", role: "editor" })).data;
    const page = await site.openAs(ADMIN);
    await page.goto("/admin/users");
    await pressOn(page, page.getByRole("link", { name: "Joan" }));
    await selectOption(page, field(page, "role"), "admin");
    await page.keyboard.press("ControlOrMeta+s");
    await saved(page);

    expect((await admin.get(`/api/_user/${id}`)).data.role).toBe("admin");
  });
});
