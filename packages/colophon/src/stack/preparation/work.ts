import { loadConfig } from "@colophon/config";
import { transferDatabase } from "@colophon/database";
import type { ProcessName } from "@colophon/runtime";
import { environmentOf, ownVariablesOf } from "../environments.ts";
import { readSettings } from "../read-settings.ts";
import type { Variables } from "../services.ts";
import { prepareTables, type Observer, type TablesOptions } from "./prepare-tables.ts";

interface ServiceVariables {
  readonly name: ProcessName;
  readonly variables: Variables;
}

export type Work = ReturnType<typeof createWork>;

/** The parts of a start that need the product's packages. Their arguments and results are sent between processes. */
export function createWork(variables: Variables, observer: Observer) {
  return {
    /** The settings of the start, when the variables and the configuration are right. @throws EnvError or ConfigError */
    async settings() {
      const settings = readSettings(variables);
      const { admin } = await loadConfig(settings.configFile);
      return { ...settings, hasAdminPage: admin !== false };
    },

    transferDatabase,

    prepareTables: (options: TablesOptions) => prepareTables(options, observer),

    /** The environment of each service, for a process of its own. */
    environments: async (services: readonly ServiceVariables[]) =>
      services.map((service) => environmentOf(service.name, service.variables)),

    /** The product's variables of each service. */
    ownVariables: async (services: readonly ServiceVariables[]) =>
      services.map((service) => ownVariablesOf(service.name, service.variables)),
  };
}

/** The work that a supervisor wants to be done. */
export interface Request {
  readonly name: keyof Work;
  readonly given: readonly unknown[];
}

/** A message for the person who starts it, before the result; or the result; or why there is none. */
export type Reply = { readonly message: string } | { readonly result: unknown } | { readonly refused: string };
