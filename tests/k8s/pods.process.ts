/** Tests the pods of the local overlay on a Docker engine, with images that exist already. `tests/compose/run` calls it. */
import assert from "node:assert/strict";
import { createDocker } from "../compose/docker.ts";
import { signIn, useAllServices } from "../compose/editor.ts";
import { checkAllReplicasServe, checkWorkersShare, type Replicas } from "../compose/replicas.ts";
import { steps, type Step } from "../compose/steps.ts";
import { HIGH_RATE_LIMITS } from "../support/stack/high-rate-limits.ts";
import { createCluster } from "./cluster.ts";
import { podsOf } from "./pods.ts";
import { render, renderer, ROOT } from "./render.ts";

if (!renderer) {
  console.log("The test of the pods is skipped: neither kubectl nor kustomize is installed.");
  process.exit();
}
/** The names of pods that run without their limits, because their images are replaced by images that need root. */
const unrestricted = process.env["LOOSE_PODS"]?.split(",") ?? [];
if (unrestricted.length > 0) console.log(`  pods with a replacement image, without the limits of the manifest: ${unrestricted.join(", ")}`);
const limits = Object.entries(HIGH_RATE_LIMITS).map(([name, value]) => `--env=${name}=${value}`);
const pods = podsOf(render("local"))
  .map((pod) => (unrestricted.includes(pod.name) ? { ...pod, limits: [] } : pod))
  .map((pod) => (pod.name === "gateway" ? { ...pod, environment: [...pod.environment, ...limits] } : pod));
const docker = createDocker(ROOT, {});
const cluster = createCluster(docker, pods, `colophon-pods-${process.pid}`);
const { containersOf } = cluster;
const replicas: Replicas = { ...docker, containersOf, logs: allLogs };

await steps("The pods of the local overlay work.", runAll, {
  printDiagnostics: async () => {
    for (const { name } of pods) for (const id of await containersOf(name)) console.error(name, (await cluster.logs(id)).slice(-1000));
  },
  cleanUp: cluster.remove,
});

async function runAll(step: Step): Promise<void> {
  await step("all pods of the local overlay start, with the connections that the network policies allow", cluster.apply);
  await step("the migration succeeds and the probes of all pods pass", cluster.untilReady);
  await step("all pods can run `sleep`, as their preStop hook does", checkPreStop);
  const [gateway = ""] = await containersOf("gateway");
  const url = `http://${await cluster.addressOf(gateway)}:8080`;
  const editor = await step("an admin signs in with the code from the mail pod", () =>
    signIn(url, "admin@example.com", { mailLog: () => mailLog() }),
  );
  const picture = await step("requests to all services succeed", () => useAllServices(editor));
  await step("two more asset pods and workers start", async () => {
    for (const name of ["asset", "asset-worker", "asset", "asset-worker"]) await cluster.scale(name);
    await cluster.untilReady();
  });
  await step("all three asset pods serve requests", () => checkAllReplicasServe(replicas, editor.imageKinds(picture)));
  await step("the workers share the jobs", () => checkWorkersShare(replicas, editor));
  await step("connections that no network policy allows fail", checkBlockedConnections);
}

async function allLogs(): Promise<string> {
  const ids = await Promise.all(pods.map(({ name }) => containersOf(name)));
  return (await Promise.all(ids.flat().map(cluster.logs))).join("\n");
}

async function mailLog(): Promise<string> {
  const [mail = ""] = await containersOf("mail");
  return cluster.logs(mail);
}

async function checkPreStop(): Promise<void> {
  for (const name of ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker", "webhook-worker"])
    for (const id of await containersOf(name)) await docker.docker("exec", id, "sleep", "0");
}

/** Tries three connections between pods that no network policy allows. */
async function checkBlockedConnections(): Promise<void> {
  const blocked = [
    ["search", "redis", 6379],
    ["asset-worker", "content", 8080],
    ["auth", "minio", 9000],
  ] as const;
  for (const [from, to, port] of blocked) {
    const [id = ""] = await containersOf(from);
    const script = `require("net").connect(${port}, "${to}").on("connect", () => console.log("connected")).on("error", () => console.log("failed"))`;
    assert.equal((await docker.evaluate(id, script)).trim(), "failed", `${from} can connect to ${to}`);
  }
}
