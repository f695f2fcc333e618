import type { SidebarItem } from "@colophon/config";
import type { Schema } from "@colophon/engine";
import type { Log } from "@colophon/runtime";
import { withDeadline } from "../hooks/deadline.ts";
import { runProjectCode } from "../hooks/project-code.ts";
import type { Caller } from "../http/calls.ts";
import { cutSidebar } from "./site-admin.ts";

const SIDEBAR_MS = 2_000;

/** The sidebar of one caller; null where it is no function, or where that fails: then it is logged. */
export async function sidebarOf(
  { schema, log }: { readonly schema: Schema; readonly log: Log },
  { user, role }: { readonly user: Caller | null; readonly role: string },
): Promise<readonly SidebarItem[] | null> {
  const { admin = {} } = schema.config;
  const make = admin === false ? undefined : admin.sidebar;
  if (typeof make !== "function") return null;
  const late = () => new Error(`the sidebar took more than ${SIDEBAR_MS} ms`);
  try {
    const items = await withDeadline(SIDEBAR_MS, late, async () => runProjectCode("sidebar", () => make(user)));
    return cutSidebar(schema, role, items);
  } catch (error) {
    log.error({ err: error }, "the admin's sidebar function failed");
    return null;
  }
}
