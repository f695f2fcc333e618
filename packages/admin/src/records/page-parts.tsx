import type { ReactNode } from "react";
import { widgetOf } from "./fields/widgets.tsx";
import { PartsContext, type Parts } from "./parts.tsx";
import { RecordDrawer } from "./record-drawer.tsx";

const PARTS: Parts = { widgetOf, RecordDrawer };

/** What the forms of a page need of one another. */
export function PageParts({ children }: { readonly children: ReactNode }) {
  return <PartsContext value={PARTS}>{children}</PartsContext>;
}
