/** A local package registry that contains the product's packages and is a proxy for all others. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/servers/free-port.ts";

const VERDACCIO = join(dirname(createRequire(import.meta.url).resolve("verdaccio/package.json")), "bin/verdaccio");

export interface Registry {
  readonly url: string;
  /** Environment variables that make npm use this registry, and a configuration and cache inside the folder. */
  readonly variables: Readonly<Record<string, string>>;
  publish(folder: string): void;
  stop(): void;
}

export async function startRegistry(folder: string): Promise<Registry> {
  const home = join(folder, "registry");
  mkdirSync(home);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeFileSync(join(home, "config.yaml"), JSON.stringify(settings(home), null, 2));
  const authorities = npmSetting("cafile"); // the certificate authorities that npm trusts on this machine
  const env = authorities === null ? process.env : { ...process.env, NODE_EXTRA_CA_CERTS: authorities };
  const child = spawn(process.execPath, [VERDACCIO, "--config", join(home, "config.yaml"), "--listen", url.slice(7)], {
    stdio: "ignore",
    env,
  });
  await eventually(() => fetch(`${url}/-/ping`).then((answer) => answer.ok), { what: "the registry answers" });
  const npmrc = join(folder, "npmrc");
  writeFileSync(npmrc, `registry=${url}/\n${url.slice(5)}/:_authToken=none\n`);
  const variables = {
    npm_config_userconfig: npmrc,
    npm_config_cache: join(folder, "cache"),
    npm_config_registry: `${url}/`,
    npm_config_fetch_retries: "10",
  };
  return {
    url: `${url}/`,
    variables,
    publish(packed) {
      execFileSync("npm", ["publish", "--access", "public", packed], {
        env: { ...process.env, ...variables },
        stdio: ["ignore", "ignore", "pipe"],
      });
    },
    stop: () => void child.kill(),
  };
}

/** The settings of Verdaccio. They are written as JSON, because YAML is a superset of JSON. */
function settings(home: string) {
  const ours = { access: "$all", publish: "$all", unpublish: "$all" };
  return {
    storage: join(home, "storage"),
    auth: { htpasswd: { file: join(home, "htpasswd"), max_users: -1 } },
    // without `max_fails`, two requests that fail make Verdaccio answer nothing from there for 5 minutes
    uplinks: { upstream: { url: npmSetting("registry"), timeout: "120s", maxage: "1h", max_fails: Number.MAX_SAFE_INTEGER } },
    packages: { colophon: ours, "create-colophon": ours, "@colophon/*": ours, "**": { access: "$all", proxy: "upstream" } },
    max_body_size: "100mb",
    log: { type: "stdout", level: "error" },
  };
}

/** A setting of npm on this machine; null if it is not set. */
function npmSetting(name: string): string | null {
  const value = execFileSync("npm", ["config", "get", name], { encoding: "utf8" }).trim();
  return value === "null" || value === "undefined" || value === "" ? null : value;
}
