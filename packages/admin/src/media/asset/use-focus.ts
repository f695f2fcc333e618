import { useFormScope, useFormState } from "../../records/form-context.tsx";
import { MIDDLE, toPoint, type Point } from "./crop.ts";

/** The focal point in the form; the middle if there is none. */
export function useFocus() {
  const { form } = useFormScope();
  const x = useFormState(({ values }) => values["focalX"]);
  const y = useFormState(({ values }) => values["focalY"]);
  const isReadOnly = useFormState(({ fields }) => fields.some((field) => field.definition.name.startsWith("focal") && field.isReadOnly));
  const isSet = typeof x === "number" && typeof y === "number";
  const put = (focalX: number | null, focalY: number | null) => {
    form.set("focalX", focalX);
    form.set("focalY", focalY);
  };
  return {
    focus: isSet ? { x, y } : MIDDLE,
    isSet,
    isReadOnly,
    set(point: Point) {
      const next = toPoint(point);
      put(next.x, next.y);
    },
    clear: () => put(null, null),
  };
}
