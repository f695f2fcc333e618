import type { ServiceRole } from "@colophon/database";
import { programFile } from "@colophon/runtime";
import type { Crew } from "./processes/crew.ts";
import { freePort } from "./processes/free-port.ts";
import { createIdentityKeys } from "./secrets.ts";
import { environmentOf, ownVariablesOf, type Service, type Variables } from "./services.ts";
import { PROJECT } from "./settings.ts";
import { openSocketFolder } from "./socket-folder.ts";
import { PLACES_VARIABLE, type Places } from "./together/places.ts";

/** The services to start, and what they need. */
export interface ServicesOptions {
  readonly services: readonly Service[];
  /** The variables of all services. */
  readonly variables: Variables;
  /** The URL of the database for a service. */
  readonly urlFor: (role: ServiceRole) => string;
  /** The gateway's port and host. */
  readonly port: number;
  readonly host: string;
}

/** Where each service but the gateway listens, by name: an HTTP URL, or `unix:` and a path. */
export type Addresses = ReadonlyMap<string, string>;

interface StartedServices {
  readonly addresses: Addresses;
  /** Removes what they leave, after their stop. */
  readonly close: () => void;
}

const DEFAULT_POOL_SIZE = 20;
/** The services stop in three rounds, each with the time that a process of its own would have. */
const STOP_LIMIT_MS = 45_000;

/** Starts each service in a process of its own. */
export async function startSeparately(options: ServicesOptions, crew: Crew): Promise<StartedServices> {
  const ports = new Map<string, number>();
  for (const { name } of options.services) ports.set(name, name === "gateway" ? options.port : await freePort());
  const addresses = new Map([...ports].map(([name, port]) => [name, `http://127.0.0.1:${port}`]));
  const variablesOf = variablesWith(options, addresses);
  for (const service of options.services) {
    const { name, entry, stopRound } = service;
    const env = environmentOf(name, { ...variablesOf(service), PORT: String(ports.get(name)) });
    await crew.run({ name, command: process.execPath, args: [entry], env, folder: PROJECT, answersPings: true }, stopRound);
  }
  addresses.delete("gateway"); // it is healthy if the others are
  return { addresses, close: () => undefined };
}

/**
 * Starts all services in one process. They listen on Unix sockets in a folder that only this user may enter. The process has the
 * environment of the content service, because that runs the project's code; the other services get their variables beside it.
 */
export async function startTogether(options: ServicesOptions, crew: Crew): Promise<StartedServices> {
  const { services, variables, port } = options;
  const folder = openSocketFolder();
  const socketOf = (name: string) => `${folder.path}/${name}.sock`;
  const others = services.filter(({ name }) => name !== "gateway");
  const addresses = new Map(others.map(({ name }) => [name, `unix:${socketOf(name)}`]));
  const variablesOf = variablesWith(options, addresses);
  const total = Number(variables["DATABASE_POOL_SIZE"]?.trim() || DEFAULT_POOL_SIZE);
  const places: Places = Object.fromEntries(
    services.map((service) => {
      const { name, stopRound, poolShare = 0 } = service;
      const poolSize = String(Math.max(1, Math.round(total * poolShare)));
      const own = ownVariablesOf(name, { ...variablesOf(service), PORT: String(port), DATABASE_POOL_SIZE: poolSize });
      return [name, { variables: own, stopRound, ...(name !== "gateway" && { socket: socketOf(name) }) }];
    }),
  );
  const content = services.find(({ name }) => name === "content");
  const env = { ...environmentOf("content", content ? variablesOf(content) : variables), [PLACES_VARIABLE]: JSON.stringify(places) };
  const program = {
    name: "services",
    command: process.execPath,
    args: [programFile(import.meta, "together/services.process")],
    env,
    folder: PROJECT,
    answersPings: true,
    stopLimitMs: STOP_LIMIT_MS,
  };
  await crew.run(program, 1);
  return { addresses, close: folder.remove };
}

function variablesWith(
  { services, variables, urlFor, host }: ServicesOptions,
  addresses: Addresses,
): (service: Service) => Readonly<Record<string, string | undefined>> {
  const keys = createIdentityKeys();
  const urls = Object.fromEntries(services.flatMap(({ name, urlName }) => (urlName ? [[urlName, addresses.get(name)]] : [])));
  return ({ name, role }) => ({
    ...variables,
    ...urls,
    IDENTITY_PRIVATE_KEY: keys.privateKey,
    IDENTITY_PUBLIC_KEYS: keys.publicKey,
    HOST: name === "gateway" ? host : "127.0.0.1",
    ...(role && { DATABASE_URL: urlFor(role) }),
  });
}
