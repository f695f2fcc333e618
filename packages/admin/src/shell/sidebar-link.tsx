import { NavLink } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Mantine's look of a link in the sidebar, on a plain link. */
const CLASS = `${NavLink.classes["root"]} mantine-focus-auto sidebar-link`;

export function PlainSidebarLink(props: ComponentProps<"a">) {
  return <a {...props} className={CLASS} />;
}

/** A link of the sidebar to one of the page's routes. */
export const SidebarLink = createLink(PlainSidebarLink);
