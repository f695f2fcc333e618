import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ServiceRole } from "@colophon/database";
import { programFile } from "@colophon/runtime/program-files";
import type { ProcessGroup } from "./processes/process-group.ts";
import { freePort } from "./processes/free-port.ts";
import { createIdentityKeys } from "./secrets.ts";
import type { Preparation } from "./preparation/preparation.ts";
import { poolSizes, type Service, type Variables, SERVICES_VARIABLE, type ServiceSettings } from "./services.ts";
import { PROJECT } from "./settings.ts";

/** The services to start, and what they need. */
export interface ServicesOptions {
  readonly services: readonly Service[];
  /** The variables of all services. */
  readonly variables: Variables;
  /** The URLs of the database by service, which replace those of `variables`. */
  readonly databaseUrls: Readonly<Partial<Record<ServiceRole, Variables>>>;
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

/** The services stop in three rounds, each with the time that a process of its own would have. */
const STOP_LIMIT_MS = 45_000;

/** Starts each service in a process of its own. */
export async function startSeparately(options: ServicesOptions, preparation: Preparation, group: ProcessGroup): Promise<StartedServices> {
  const { services, port } = options;
  const ports = new Map<string, number>();
  for (const { name } of services) ports.set(name, name === "gateway" ? port : await freePort());
  const addresses = new Map([...ports].map(([name, own]) => [name, `http://127.0.0.1:${own}`]));
  const variablesOf = variablesWith(options, addresses);
  const wanted = services.map((service) => ({
    name: service.name,
    variables: { ...variablesOf(service), PORT: String(ports.get(service.name)) },
  }));
  const environments = await preparation.ask("environments", wanted);
  preparation.end();
  for (const [at, { name, entry, stopRound }] of services.entries()) {
    const env = environments[at] ?? {};
    await group.run({ name, command: process.execPath, args: [entry], env, folder: PROJECT, answersPings: true }, stopRound);
  }
  addresses.delete("gateway"); // it is healthy if the others are
  return { addresses, close: () => undefined };
}

/**
 * Starts all services in one process. They listen on Unix sockets in a folder that only this user may enter. The process has the
 * environment of the content service, because that runs the project's code; the other services get their variables beside it.
 */
export async function startTogether(options: ServicesOptions, preparation: Preparation, group: ProcessGroup): Promise<StartedServices> {
  const folder = openSocketFolder();
  try {
    const { addresses, env } = await togetherIn(folder.path, options, preparation);
    preparation.end();
    const program = {
      name: "services",
      command: process.execPath,
      args: [programFile(import.meta, "services.process")],
      env,
      folder: PROJECT,
      answersPings: true,
      stopLimitMs: STOP_LIMIT_MS,
    };
    await group.run(program, 1);
    return { addresses, close: folder.remove };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

/** The environment of the process with all services, which listen in this folder. */
async function togetherIn(folder: string, options: ServicesOptions, preparation: Preparation) {
  const { services, variables, port } = options;
  const socketOf = (name: string) => `${folder}/${name}.sock`;
  const others = services.filter(({ name }) => name !== "gateway");
  const addresses = new Map(others.map(({ name }) => [name, `unix:${socketOf(name)}`]));
  const variablesOf = variablesWith(options, addresses);
  const sizes = poolSizes(services, variables);
  const wanted = services.map((service) => {
    const poolSize = sizes.get(service.name)?.toString();
    return { name: service.name, variables: { ...variablesOf(service), PORT: String(port), DATABASE_POOL_SIZE: poolSize } };
  });
  const own = await preparation.ask("ownVariables", wanted);
  const settings: ServiceSettings = Object.fromEntries(
    services.map(({ name, stopRound }, at) => {
      return [name, { variables: own[at] ?? {}, stopRound, ...(name !== "gateway" && { socket: socketOf(name) }) }];
    }),
  );
  const content = services.filter(({ name }) => name === "content");
  const [env = {}] = await preparation.ask(
    "environments",
    content.map((service) => ({ name: service.name, variables: variablesOf(service) })),
  );
  return { addresses, env: { ...env, [SERVICES_VARIABLE]: JSON.stringify(settings) } };
}

function variablesWith(
  { services, variables, databaseUrls, host }: ServicesOptions,
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
    ...(role && databaseUrls[role]),
  });
}

/** The path of a Unix socket has at most 107 bytes: this long may be that of the folder. */
const LONGEST = 80;

/** Creates a folder for Unix sockets that only this user may enter: in `XDG_RUNTIME_DIR` if possible, else in `/tmp`. */
export function openSocketFolder(runtimeFolder = process.env["XDG_RUNTIME_DIR"]): { readonly path: string; readonly remove: () => void } {
  const path = (runtimeFolder && Buffer.byteLength(runtimeFolder) <= LONGEST && folderIn(runtimeFolder)) || mkdtempSync("/tmp/colophon-");
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Null if it doesn't exist, or another user owns it. */
function folderIn(parent: string): string | null {
  try {
    return mkdtempSync(join(parent, "colophon-")); // with mode 0700
  } catch {
    return null;
  }
}
