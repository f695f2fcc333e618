import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../stack/settings.ts";
import { gt } from "semver";

/** A change of behaviour that can break a project, with the release that made it. */
export interface BreakingChange {
  /** A version, or `Unreleased` as in the changelog. */
  readonly release: string;
  readonly about: "api" | "configuration" | "operation";
  /** Only projects with one of these paths in their configuration are affected; `*` stands for every member. */
  readonly option?: string;
  readonly change: string;
  /** What the project has to change. */
  readonly action: string;
}

/** The list in `breaking-changes.json`. */
export function readBreakingChanges(): readonly BreakingChange[] {
  return JSON.parse(readFileSync(join(ROOT, "breaking-changes.json"), "utf8"));
}

/** The breaking changes after the version `since` that affect this configuration; all of them if it can't be read. */
export function breakingSince(since: string, config: object | null, list = readBreakingChanges()): readonly BreakingChange[] {
  return list.filter(({ release, option }) => {
    const isLater = release === "Unreleased" || gt(release, since);
    return isLater && (config === null || option === undefined || placesOf(config, option.split(".")).length > 0);
  });
}

/** The existing paths that match a pattern: `["entities.0.hooks"]` for `entities.*.hooks`. */
function placesOf(value: unknown, [key, ...rest]: readonly string[], place: readonly string[] = []): readonly string[] {
  if (key === undefined) return value === undefined ? [] : [place.join(".")];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([name]) => key === "*" || key === name)
    .flatMap(([name, member]) => placesOf(member, rest, [...place, name]));
}
