import type { ReactNode } from "react";
import { widgetOf } from "./widgets.tsx";
import { PartsContext, type Parts } from "../form/parts.tsx";
import { RecordDrawer } from "./record-drawer.tsx";

const PARTS: Parts = { widgetOf, RecordDrawer };

/** Provides the components that fields get from the page. */
export function PageParts({ children }: { readonly children: ReactNode }) {
  return <PartsContext value={PARTS}>{children}</PartsContext>;
}
