/** The pods of the local overlay on a Docker engine, with images that are built: `tests/compose/run` calls it. */
import assert from "node:assert/strict";
import { createDocker } from "../compose/docker.ts";
import { signIn, workWithAll } from "../compose/editor.ts";
import { allServe, workersShare } from "../compose/replicas.ts";
import { steps, type Step } from "../compose/steps.ts";
import { HIGH_RATE_LIMITS } from "../support/high-rate-limits.ts";
import { createCluster } from "./cluster.ts";
import { podsOf } from "./pods.ts";
import { render, renderer, ROOT } from "./render.ts";

if (!renderer) {
  console.log("The pods are not tried: there is neither kubectl nor kustomize.");
  process.exit();
}
/** Pods, by name, whose images differ from those of the manifests, and need more privileges. */
const loose = process.env["LOOSE_PODS"]?.split(",") ?? [];
if (loose.length > 0) console.log(`  without the limits of its pod, in a stand-in's image: ${loose.join(", ")}`);
const limits = Object.entries(HIGH_RATE_LIMITS).map(([name, value]) => `--env=${name}=${value}`);
const pods = podsOf(render("local"))
  .map((pod) => (loose.includes(pod.name) ? { ...pod, limits: [] } : pod))
  .map((pod) => (pod.name === "gateway" ? { ...pod, environment: [...pod.environment, ...limits] } : pod));
const docker = createDocker(ROOT, {});
const cluster = createCluster(docker, pods, `colophon-pods-${process.pid}`);
const { containersOf } = cluster;

await steps("The pods live as they should.", live, {
  complaints: async () => {
    for (const { name } of pods) for (const id of await containersOf(name)) console.error(name, (await cluster.logs(id)).slice(-1000));
  },
  end: cluster.remove,
});

async function live(step: Step): Promise<void> {
  await step("all pods of the local overlay start at once, each with the ways that the policies give it", cluster.apply);
  await step("the migration ends well, and every pod is ready by its own probes", cluster.untilReady);
  await step("every pod can wait before it stops", canPause);
  const [gateway = ""] = await containersOf("gateway");
  const url = `http://${await cluster.addressOf(gateway)}:8080`;
  const editor = await step("an admin signs in with the code from the mail pod", () =>
    signIn(url, "admin@example.com", { mailLog: () => mailLog() }),
  );
  const picture = await step("she works with all services", () => workWithAll(editor));
  await step("two more asset pods and workers start", async () => {
    for (const name of ["asset", "asset-worker", "asset", "asset-worker"]) await cluster.scale(name);
    await cluster.untilReady();
  });
  await step("all three asset pods serve", () => allServe({ ...docker, containersOf }, editor.images(picture)));
  await step("the workers share their work", () => workersShare({ ...docker, containersOf }, editor));
  await step("what no policy allows finds no way", noWay);
}

async function mailLog(): Promise<string> {
  const [mail = ""] = await containersOf("mail");
  return cluster.logs(mail);
}

async function canPause(): Promise<void> {
  for (const name of ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker"])
    for (const id of await containersOf(name)) await docker.docker("exec", id, "sleep", "0");
}

/** Search may not reach Redis, nor the worker the content service. */
async function noWay(): Promise<void> {
  const tries = [
    ["search", "redis", 6379],
    ["asset-worker", "content", 8080],
    ["auth", "minio", 9000],
  ] as const;
  for (const [from, to, port] of tries) {
    const [id = ""] = await containersOf(from);
    const script = `require("net").connect(${port}, "${to}").on("connect", () => console.log("there")).on("error", () => console.log("no way"))`;
    assert.equal((await docker.evaluate(id, script)).trim(), "no way", `${from} reaches ${to}`);
  }
}
