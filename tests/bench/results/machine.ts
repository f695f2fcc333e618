import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { postgresBinaries } from "colophon/stack/postgres/binaries.ts";
import { serverOwner } from "colophon/stack/postgres/owner.ts";
import { redisServer } from "colophon/stack/redis/redis.ts";
import { versionIn } from "@colophon/scripts/pack/manifests.ts";
import type { Result } from "./result.ts";

export function machine(): Result["machine"] {
  const load = loadavg().map((average) => Number(average.toFixed(1)));
  return { processor: cpus()[0]?.model ?? "unknown", cores: cpus().length, memoryMegabytes: Math.round(totalmem() / 1024 ** 2), load };
}

/** Of this repository, of the Node.js that runs this, and of the servers that the sites of the benchmark start. */
export function versions(): Result["versions"] {
  const redis = redisServer(process.env["PATH"] ?? "");
  return {
    colophon: versionIn("packages/colophon/package.json"),
    node: process.versions.node,
    postgres: versionOf(join(postgresBinaries(serverOwner().uid), "bin/postgres")),
    redis: redis === null ? "in JavaScript" : versionOf(redis),
  };
}

function versionOf(program: string): string {
  return /\d+(?:\.\d+)+/.exec(execFileSync(program, ["--version"], { encoding: "utf8" }))?.[0] ?? "unknown";
}
