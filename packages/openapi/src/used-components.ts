/** Unused components are of no use to a reader, and could name what it can't see. */
import type { Description } from "./contract.ts";

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === "$ref" && typeof member === "string") yield member;
    else yield* referencesIn(member);
  }
}

/** The description without components that its paths and webhooks don't refer to. */
export function withUsedComponents(description: Description): Description {
  const { components } = description;
  const used = new Set<string>();
  const waiting = [...referencesIn([description.paths, description.webhooks])];
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    if (used.has(reference)) continue;
    used.add(reference);
    const [, , kind = "", name = ""] = reference.split("/");
    waiting.push(...referencesIn(components[kind as keyof typeof components][name]));
  }
  const kept = Object.entries(components).map(([kind, named]) => {
    const isKept = ([name]: [string, object]) => kind === "securitySchemes" || used.has(`#/components/${kind}/${name}`);
    return [kind, Object.fromEntries(Object.entries(named).filter(isKept))];
  });
  return { ...description, components: Object.fromEntries(kept) as Description["components"] };
}
