import { createContext, use } from "react";
import type { WidgetProps } from "../../form/parts.tsx";
import type { DefinitionOf } from "../../record-model/types.ts";

/** The field whose document the editor shows. */
export const DocumentContext = createContext<WidgetProps<DefinitionOf<"richtext">> | null>(null);

export function useDocumentField(): WidgetProps<DefinitionOf<"richtext">> {
  const field = use(DocumentContext);
  if (!field) throw new Error("A node stands outside of a document");
  return field;
}
