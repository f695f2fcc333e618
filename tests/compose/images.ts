import assert from "node:assert/strict";
import type { Docker } from "./docker.ts";

const PROCESSES = ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker", "mail"];
const TARGETS = ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker", "migrate", "mail-catcher"];
const MAX_OVER_BASE_BYTES = 350 * 1024 * 1024;

/** Every image: small over its base, without root, stopped by a signal that Node hears, and asked for its health without a shell. */
export async function checkImages({ docker }: Docker): Promise<void> {
  const facts = async (image: string) => JSON.parse(await docker("image", "inspect", image, "--format", "{{json .}}"));
  const base = await facts(process.env["NODE_IMAGE"] ?? "node:24-bookworm-slim");
  for (const target of TARGETS) {
    const { Size, Config } = await facts(`colophon/${target}:0.1.0`);
    const over = Size - base.Size;
    assert(over < MAX_OVER_BASE_BYTES, `${target} is ${Math.round(over / 1024 / 1024)} MB over its base`);
    assert.deepEqual([target, Config.User, Config.StopSignal], [target, "node", "SIGTERM"]);
    assert.equal(Config.Healthcheck.Test[target === "migrate" ? 0 : 1], target === "migrate" ? "NONE" : "node");
  }
}

/** Every running process: no root, no capability, no way to become more, and a root file system that refuses it. */
export async function checkProcesses({ docker, containersOf }: Docker): Promise<void> {
  for (const service of PROCESSES) {
    const [container = ""] = await containersOf(service);
    const status = await docker("exec", container, "cat", "/proc/1/status");
    const fact = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1];
    assert.deepEqual([service, fact("Uid"), fact("CapEff"), fact("NoNewPrivs")], [service, "1000", "0000000000000000", "1"]);
    for (const place of ["/app/x", "/app/.compiled/x"])
      await assert.rejects(docker("exec", container, "touch", place), /Read-only file system/, `${service} writes to ${place}`);
  }
}

/** How long each process took from its container's start until it listened, in seconds. */
export async function startTimes({ docker, compose, containersOf }: Docker): Promise<string> {
  const times = PROCESSES.filter((service) => service !== "mail").map(async (service) => {
    const [container = ""] = await containersOf(service);
    const startedAt = Date.parse((await docker("inspect", container, "--format", "{{.State.StartedAt}}")).trim());
    const line = (await compose("logs", "--no-log-prefix", service)).split("\n").find((text) => text.includes('"msg":"listening"'));
    const listenedAt = Date.parse(/"time":"([^"]+)"/.exec(line ?? "")?.[1] ?? "");
    return `${service} ${((listenedAt - startedAt) / 1000).toFixed(1)} s`;
  });
  return (await Promise.all(times)).join(", ");
}
