import { METHODS, type EntityRoute, type Method } from "@colophon/api";
import type { Operation, Paths, Reference, DescribedEntity } from "../contract.ts";
import { parameterRef } from "../contract.ts";

const COMPONENTS: Readonly<Record<string, string>> = { id: "Id", versionId: "VersionId" };

/** The route's path for the entity, with the operations that the role may call; nothing if there are none. */
export function routePath<Route extends EntityRoute>(
  { entity }: DescribedEntity,
  { path, methods }: Route,
  operations: Readonly<Record<keyof Route["methods"] & Method, Operation | null | false>>,
): Paths {
  const called = METHODS.flatMap((method) => {
    const operation = method in methods && operations[method as keyof typeof operations];
    return operation ? [[method.toLowerCase(), operation]] : [];
  });
  if (called.length === 0) return {};
  const parameters = parametersOf(path);
  return { [path.replace("{entity}", entity.name)]: { ...(parameters.length > 0 && { parameters }), ...Object.fromEntries(called) } };
}

function parametersOf(path: string): readonly Reference[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => {
    const component = COMPONENTS[name];
    return component === undefined ? [] : [parameterRef(component)];
  });
}
