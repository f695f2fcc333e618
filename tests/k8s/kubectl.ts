import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import type { Replicas } from "../compose/replicas.ts";

const run = promisify(execFile);

/** The namespace of the local overlay. */
export const NAMESPACE = "colophon";

/** Calls `kubectl` in the product's namespace. @returns its output */
export async function kubectl(...args: string[]): Promise<string> {
  const { stdout } = await run("kubectl", [`--namespace=${NAMESPACE}`, ...args], { maxBuffer: 1e8 });
  return stdout;
}

/** Finds the running pods of a service, and runs scripts inside them. */
export const pods: Replicas = {
  async containersOf(name) {
    const found = await kubectl("get", "pods", `--selector=app.kubernetes.io/name=${name}`, "--output=json");
    const { items } = JSON.parse(found) as {
      items: { metadata: { name: string; deletionTimestamp?: string }; status: { phase: string } }[];
    };
    return items
      .filter(({ metadata, status }) => status.phase === "Running" && !metadata.deletionTimestamp)
      .map((pod) => pod.metadata.name);
  },
  logs: async () => "", // those of pods that a rollout has removed can't be read: every 503 counts as a failure
  evaluate: (pod, script) => kubectl("exec", pod, "--", "node", "-e", script),
};

/** Waits until the rollouts of these objects are complete. */
export async function untilRolledOut(...objects: readonly string[]): Promise<void> {
  for (const object of objects) await kubectl("rollout", "status", object, "--timeout=5m");
}

/** Starts a command that runs until it is stopped, such as a port-forward. Resolves after its first line of output. */
export async function startCommand(line: string, folder: string): Promise<{ readonly stop: () => void }> {
  const child = spawn("sh", ["-c", `exec ${line}`], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const output = createInterface(child.stdout);
  await new Promise<void>((resolve, reject) => {
    output.once("line", () => resolve());
    child.once("exit", (status) => reject(new Error(`${line} exited with status ${status}`)));
  });
  return { stop: () => child.kill() };
}
