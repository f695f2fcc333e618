import assert from "node:assert/strict";
import type { Docker } from "./docker.ts";

const PROCESSES = ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker", "webhook-worker", "mail"];
const TARGETS = [
  "gateway",
  "content",
  "auth",
  "search",
  "asset",
  "asset-worker",
  "email-worker",
  "webhook-worker",
  "migrate",
  "mail-catcher",
];
/** How much larger than Node's image an image may be. */
const MAX_OVER_NODE_BYTES = 100e6;

/** The base image of projects. */
export const BASE_IMAGE = "colophon/base:0.1.0";

/** Builds the base image with the command of docs/operate/compose.md. */
export function buildBase({ docker }: Docker): Promise<string> {
  return docker("build", "--target", "base", "--tag", BASE_IMAGE, ".");
}

/**
 * Checks each image: little larger than Node's image, a user other than root, SIGTERM as stop signal, and a health check that starts no
 * Node.js, which would cost ten times the processor time.
 */
export async function checkImages({ docker }: Docker, targets: readonly string[] = TARGETS): Promise<void> {
  const facts = async (image: string) => JSON.parse(await docker("image", "inspect", image, "--format", "{{json .}}"));
  const base = await facts(process.env["NODE_IMAGE"] ?? "node:24-bookworm-slim");
  for (const target of targets) {
    const { Size, Config } = await facts(`colophon/${target}:0.1.0`);
    const over = Size - base.Size;
    assert(over < MAX_OVER_NODE_BYTES, `${target} is ${megabytes(over)} larger than Node's image`);
    assert.deepEqual([target, Config.User, Config.StopSignal], [target, "node", "SIGTERM"]);
    assert.equal(Config.Healthcheck.Test[target === "migrate" ? 0 : 1], target === "migrate" ? "NONE" : "bash");
    if (target === "base") console.log(`(${megabytes(over)} larger than Node's image)`);
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** Checks each running process: not root, no capabilities, no new privileges, and a read-only root file system. */
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

/** The time from the start of each container until its process listened, in seconds. */
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
