import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@colophon/scripts/stack/settings.ts";
import { gt } from "semver";

/** Something that worked in an earlier version and doesn't, or differs, from a release on. */
export interface BreakingChange {
  /** A version, or `Unreleased` as in the changelog. */
  readonly release: string;
  readonly about: "api" | "configuration" | "operation";
  /** Concerns those alone whose configuration has this: a path, `*` for every member. */
  readonly option?: string;
  readonly change: string;
  /** What the project has to do. */
  readonly action: string;
}

/** The list that stands beside the changelog. */
export function readBreakingChanges(): readonly BreakingChange[] {
  return JSON.parse(readFileSync(join(ROOT, "breaking-changes.json"), "utf8"));
}

/** Those that a project meets which has run `since`, and whose configuration is this one; all where it can't be read. */
export function breakingSince(since: string, config: object | null, list = readBreakingChanges()): readonly BreakingChange[] {
  return list.filter(({ release, option }) => {
    const isLater = release === "Unreleased" || gt(release, since);
    return isLater && (config === null || option === undefined || placesOf(config, option.split(".")).length > 0);
  });
}

/** Where a value has a path: `["entities.0.hooks"]` of `entities.*.hooks`. */
function placesOf(value: unknown, [key, ...rest]: readonly string[], place: readonly string[] = []): readonly string[] {
  if (key === undefined) return value === undefined ? [] : [place.join(".")];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => key === "*" || key === name)
    .flatMap(([name, member]) => placesOf(member, rest, [...place, name]));
}
