import type { SidebarItem } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import type { Log } from "@colophon/runtime";
import type { Caller } from "../http/calls.ts";
import { valueOfFunction } from "./project-function.ts";
import { cutSidebar } from "./site-admin.ts";

/** The sidebar of one caller; null if it is not a function, or if the function fails, which is logged. */
export async function sidebarOf(
  { schema, log }: { readonly schema: Schema; readonly log: Log },
  { user, role }: { readonly user: Caller | null; readonly role: string },
): Promise<readonly SidebarItem[] | null> {
  const { admin = {} } = schema.config;
  const make = admin === false ? undefined : admin.sidebar;
  if (typeof make !== "function") return null;
  return valueOfFunction(log, "sidebar", async () => cutSidebar(schema, role, await make(user)));
}
