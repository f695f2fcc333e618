import { createContext, use } from "react";
import type { WidgetProps } from "../../records/form/parts.tsx";
import type { DefinitionOf } from "../../records/model/types.ts";

/** The field whose document the editor shows. */
export const DocumentContext = createContext<WidgetProps<DefinitionOf<"richtext">> | null>(null);

export function useDocumentField(): WidgetProps<DefinitionOf<"richtext">> {
  const field = use(DocumentContext);
  if (!field) throw new Error("A node stands outside of a document");
  return field;
}
