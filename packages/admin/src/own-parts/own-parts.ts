import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import parts from "virtual:own-parts";
import type { CellProps, Load, WidgetProps } from "./define-admin.ts";

type Lazy<Props> = LazyExoticComponent<ComponentType<Props>>;

/** The project's components by name; each is loaded when it is first shown. */
export const ownWidgets = lazies<WidgetProps>(parts.widgets);
export const ownCells = lazies<CellProps>(parts.cells);
export const ownCards = lazies<object>(parts.cards);
export const ownPages: ReadonlyMap<string, { readonly title: string; readonly Page: Lazy<object> }> = new Map(
  Object.entries(parts.pages ?? {}).map(([name, { title, load }]) => [name, { title, Page: lazy(load) }]),
);

/** The type of a component's value is not checked here: the field that names the component decides it. */
function lazies<Props>(loads: Readonly<Record<string, unknown>> = {}): ReadonlyMap<string, Lazy<Props>> {
  return new Map(Object.entries(loads).map(([name, load]) => [name, lazy(load as Load<Props>)]));
}
