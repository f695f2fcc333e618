import { OwnPart } from "../own-parts/own-part.tsx";
import { ownWidgets } from "../own-parts/own-parts.ts";
import type { WidgetProps } from "../form/parts.tsx";
import { useField } from "./use-field.ts";

/** A field with a custom widget of the project. */
export function OwnField(props: WidgetProps) {
  const { value, set, input } = useField<unknown>(props);
  const { definition } = props.field;
  const name = definition.admin?.widget ?? "";
  const Widget = ownWidgets.get(name);
  if (!Widget) return null;
  return (
    <OwnPart name={name}>
      <Widget definition={definition} value={value} onChange={set} input={input} />
    </OwnPart>
  );
}
