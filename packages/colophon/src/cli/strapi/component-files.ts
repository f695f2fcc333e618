/** The files of components. An export has them apart from the entries, by the component's type and id. */
import { isPlainObject } from "@colophon/model";

type Data = Readonly<Record<string, unknown>>;

/** A member of a content type or a component that has components. */
export interface ComponentPlace {
  /** The type of its components; null in a dynamic zone, where each names its own. */
  readonly component: string | null;
}

export interface ComponentFiles {
  /** By the name of a type: its members with components. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, ComponentPlace>>;
  /** By the type and the id of a component: the files of its members, as the API has them. */
  readonly files: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
}

/** The key of `files`. */
export function componentKey(type: unknown, id: unknown): string {
  return `${String(type)} ${String(id)}`;
}

/** The same data, with their files in all components. */
export function withFiles(found: ComponentFiles, type: string, data: Data): Data {
  const places = found.places.get(type) ?? new Map<string, ComponentPlace>();
  const inside = (place: ComponentPlace, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one: unknown) => inside(place, one));
    if (!isPlainObject(value)) return value;
    const own = place.component ?? String(value["__component"]);
    const files = found.files.get(componentKey(own, value["id"])) ?? [];
    return { ...withFiles(found, own, value), ...Object.fromEntries(files) };
  };
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const place = places.get(name);
      return [name, place ? inside(place, value) : value];
    }),
  );
}
