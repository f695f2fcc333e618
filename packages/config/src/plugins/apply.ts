import { isPlainObject } from "@colophon/model";
import type { ConfigDefinition, Plugin } from "../define.ts";
import { frozenCopy } from "../freeze.ts";
import { kindOf } from "../messages.ts";
import type { IssuePath, Problem } from "../problems.ts";
import { partsOf } from "./parts.ts";

/** A configuration with the additions of its plugins. */
export interface Expanded {
  readonly config: ConfigDefinition;
  /** Adds the plugin's name to a problem with its additions. */
  named(problem: Problem): Problem;
}

/**
 * Calls the plugins one after the other. A plugin that fails, or adds something that exists already, is reported, and the others continue
 * without its result.
 */
export function applyPlugins({ plugins = [], ...own }: ConfigDefinition, issuePath: IssuePath): Expanded {
  const names = new Map<string, number>();
  const addedBy = new Map<string, string>();
  let config: ConfigDefinition = own;
  for (const [index, plugin] of plugins.entries()) {
    const at = issuePath.at(index);
    if (!isNewName(plugin, names, { index, at })) continue;
    const next = callPlugin(plugin, config, at);
    if (next === null || hasConflicts(plugin.name, { config, next, addedBy, at })) continue;
    const before = new Set(partsOf(config).map(({ noun }) => noun));
    for (const { noun } of partsOf(next)) if (!before.has(noun)) addedBy.set(noun, plugin.name);
    config = next;
  }
  return { config, named: (problem) => namePlugin(problem, config, addedBy) };
}

function isNewName({ name }: Plugin, names: Map<string, number>, { index, at }: { index: number; at: IssuePath }): boolean {
  const other = names.get(name);
  names.set(name, index);
  if (name === "") at.report("Give this plugin's function a name: error messages contain it.");
  else if (other !== undefined) at.report(`Remove this plugin: "${name}" is plugins[${other}] already.`);
  return name !== "" && other === undefined;
}

function callPlugin(plugin: Plugin, config: ConfigDefinition, at: IssuePath): ConfigDefinition | null {
  try {
    const result: unknown = plugin(frozenCopy(config));
    if (isPlainObject(result) && !("then" in result)) return result as unknown as ConfigDefinition;
    at.report(
      `The plugin "${plugin.name}" must return the configuration, an object, instead of ${"then" in Object(result) ? "a promise" : kindOf(result)}.`,
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    at.report(`The plugin "${plugin.name}" failed: ${reason}`);
  }
  return null;
}

interface Step {
  readonly config: ConfigDefinition;
  readonly next: ConfigDefinition;
  readonly addedBy: ReadonlyMap<string, string>;
  readonly at: IssuePath;
}

function hasConflicts(name: string, { config, next, addedBy, at }: Step): boolean {
  const before = countOf(config);
  const twice = [...countOf(next)].filter(([noun, count]) => count > 1 && count > (before.get(noun) ?? 0));
  for (const [noun] of twice) {
    const holder = addedBy.get(noun);
    const first = holder !== undefined ? `the plugin "${holder}" added` : before.has(noun) ? "the configuration has" : "it added itself";
    at.report(`The plugin "${name}" adds ${noun}, which ${first} already. Rename one of them, or leave one plugin out.`);
  }
  return twice.length > 0;
}

function countOf(config: ConfigDefinition): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { noun } of partsOf(config)) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return counts;
}

function namePlugin(problem: Problem, config: ConfigDefinition, addedBy: ReadonlyMap<string, string>): Problem {
  const holders = partsOf(config).filter(({ path }) => problem.path === path || problem.path.startsWith(`${path}.`));
  const innermost = holders.toSorted((a, b) => b.path.length - a.path.length)[0];
  const plugin = innermost && addedBy.get(innermost.noun);
  return plugin === undefined ? problem : { ...problem, message: `${problem.message} (The plugin "${plugin}" added this.)` };
}
