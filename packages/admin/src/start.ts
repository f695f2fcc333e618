/** Sends the first requests while the page is still loading: the configuration, then the list of the current URL. */
import { toQueryString } from "@colophon/client";
import type { AdminConfig } from "./api/admin-entities.ts";
import { API_URL, CONFIG_PATH } from "./api/api-url.ts";
import { sendEarly } from "./api/early-answers.ts";
import { firstListAt } from "./lists/first-list.ts";
import { reloadWhenIncomplete } from "./shell/incomplete-page.ts";
import { prepareFormats } from "./texts/formats.ts";
import { wantedLanguages } from "./texts/language.ts";
import { withRoleChoice } from "./api/role-choice.ts";

reloadWhenIncomplete();
if (!location.pathname.endsWith("/sign-in")) sendEarly(API_URL + CONFIG_PATH, listAfter);
prepareFormats(wantedLanguages()[0] ?? "en");

/** The URL of the list, once the configuration is known. */
function listAfter(body: unknown): string | undefined {
  const list = firstListAt(withRoleChoice((body as { readonly data: AdminConfig }).data), location);
  return list && `${API_URL}/api/${encodeURIComponent(list.entity)}${toQueryString(list.query as Parameters<typeof toQueryString>[0])}`;
}
