/**
 * Runs the commands of docs/operate/kubernetes.md on kubectl's current cluster, which must already have the images.
 * `LOOSE_PODS` is a comma-separated list of stateful sets that run without their security context and resource limits, because their
 * images are replaced by images that need root.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDocker } from "../compose/docker.ts";
import { signIn, useAllServices } from "../compose/editor.ts";
import { failuresOf, startLoad, type Kind } from "../compose/load.ts";
import { checkAllReplicasServe, checkWorkersShare, REPLICAS } from "../compose/replicas.ts";
import { steps, type Step } from "../compose/steps.ts";
import { HIGH_RATE_LIMITS } from "../support/stack/high-rate-limits.ts";
import { kubectl, NAMESPACE, pods, startCommand, untilRolledOut } from "./kubectl.ts";
import { ROOT } from "./render.ts";

const URL = "http://localhost:8080"; // the address of the page's port-forward
const page = readFileSync(join(ROOT, "docs/operate/kubernetes.md"), "utf8");
const { shell } = createDocker(ROOT, {});
const forwards: { readonly stop: () => void }[] = [];
const unrestricted = process.env["LOOSE_PODS"]?.split(",") ?? [];

const found = await kubectl("get", "namespace", NAMESPACE, "--ignore-not-found");
assert.equal(found, "", `This cluster already has a namespace ${NAMESPACE}`);

await steps("The commands of docs/operate/kubernetes.md work.", runAll, {
  printDiagnostics: async () => {
    for (const what of [["pods"], ["events", "--field-selector=type=Warning"]]) console.error(await kubectl("get", ...what).catch(String));
  },
  cleanUp: async () => {
    for (const { stop } of forwards) stop();
    await kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
  },
});

async function runAll(step: Step): Promise<void> {
  await step("the secrets are created", () => shell(lineOf("npm run secrets")));
  await step("the manifests are applied", () => shell(lineOf("apply -k k8s/overlays/local")));
  for (const name of unrestricted) await removeRestrictions(name);
  await kubectl("set", "env", "deployment/gateway", ...Object.entries(HIGH_RATE_LIMITS).map(([name, value]) => `${name}=${value}`));
  await step("the migration succeeds and all pods become ready", untilReady);
  await step("a port is forwarded to the gateway", forward);
  const editor = await step("an admin signs in with the code from the mail pod", () => signIn(URL, "admin@example.com", { mailLog }));
  const picture = await step("requests to all services succeed", () => useAllServices(editor));

  await step("the asset service is scaled", () => scale(lineOf("patch hpa asset")));
  await step("all three asset pods serve requests", () => checkAllReplicasServe(pods, editor.imageKinds(picture)));
  await step("the asset workers are scaled", () => scale(lineOf("patch hpa asset").replace("hpa asset", "hpa asset-worker")));
  await step("the workers share the jobs", () => checkWorkersShare(pods, editor));
  await step("no request fails when an asset pod is killed", () => killUnderLoad(editor.imageKinds(picture)));
  for (const name of Object.keys(REPLICAS))
    await step(`no request fails during a rollout of ${name}`, () => rollOutUnderLoad(name, editor.allKinds(picture)));

  await step("the database is dumped, and restored as a second database", dumpAndRestore);
  await step("a new release is applied", () => applyAgain());
  await step("requests to all services succeed after the release", () => useAllServices(editor));
}

/** The only line in the shell examples of the page that contains these words, without its comment. */
function lineOf(words: string): string {
  const examples = [...page.matchAll(/^```sh[^\n]*\n([^]*?)^```/gm)].flatMap(([, text = ""]) => text.split("\n"));
  const [line = "", ...more] = examples.filter((example) => example.includes(words));
  assert(line !== "" && more.length === 0, `docs/operate/kubernetes.md must have exactly one line with "${words}"`);
  return line.replace(/\s{2,}#.*$/, "");
}

async function removeRestrictions(name: string): Promise<void> {
  const security = ["/spec/template/spec/securityContext", "/spec/template/spec/containers/0/securityContext"];
  const patch = [...security, "/spec/template/spec/containers/0/resources"].map((path) => ({ op: "remove", path }));
  await kubectl("patch", "statefulset", name, "--type=json", `--patch=${JSON.stringify(patch)}`);
  await kubectl("delete", "pod", `${name}-0`, "--grace-period=1");
}

async function untilReady(): Promise<void> {
  await kubectl("wait", "--for=condition=complete", "job/migrate", "--timeout=5m");
  const objects = await kubectl("get", "deployments,statefulsets", "--output=name");
  await untilRolledOut(...objects.trim().split("\n"));
}

async function forward(): Promise<void> {
  forwards.push(await startCommand(lineOf("port-forward"), ROOT));
}

function mailLog(): Promise<string> {
  return shell(lineOf("logs deployment/mail"));
}

async function scale(line: string): Promise<void> {
  await shell(line);
  const name = /hpa (\S+)/.exec(line)?.[1] ?? "";
  await kubectl("wait", "--for=jsonpath={.status.readyReplicas}=3", `deployment/${name}`, "--timeout=3m");
}

async function killUnderLoad(kinds: readonly Kind[]): Promise<void> {
  const [victim = ""] = await pods.containersOf("asset");
  const load = startLoad(kinds);
  await sleep(1000);
  await kubectl("delete", "pod", victim, "--force", "--grace-period=0");
  await untilRolledOut("deployment/asset");
  assert.deepEqual((await failuresOf(load, pods.logs)).slice(0, 5), []);
}

async function rollOutUnderLoad(name: string, kinds: readonly Kind[]): Promise<void> {
  const load = startLoad(kinds);
  await kubectl("rollout", "restart", `deployment/${name}`);
  await untilRolledOut(`deployment/${name}`);
  await sleep(15_000); // until the old pods have drained
  const answered = load.answered();
  assert.deepEqual((await failuresOf(load, pods.logs)).slice(0, 5), []);
  assert(answered > 100, `only ${answered} requests were answered`);
}

async function dumpAndRestore(): Promise<void> {
  const inside = (command: string) => `kubectl -n ${NAMESPACE} exec -i statefulset/postgres -- ${command}`;
  const count = (database: string) => shell(inside(`psql -U colophon -At ${database} -c 'select count(*) from content.author'`));
  await shell(inside("createdb -U colophon restored"));
  await shell(
    `${inside("pg_dump -U colophon -Fc colophon")} | ${inside("pg_restore -U colophon -d restored --no-privileges --exit-on-error")}`,
  );
  assert.equal(await count("restored"), await count("colophon"));
}

/** Applies the manifests as for a new release. The gateway gets a new pod, so the port-forward is restarted. */
async function applyAgain(): Promise<void> {
  await shell(/`(kubectl -n colophon delete job migrate [^`]*)`/.exec(page)?.[1] ?? "false");
  await shell(lineOf("apply -k k8s/overlays/local"));
  for (const name of unrestricted) await removeRestrictions(name);
  if (unrestricted.includes("minio")) await kubectl("rollout", "restart", "deployment/asset"); // creates the bucket again, which was in memory
  await untilReady();
  for (const { stop } of forwards.splice(0)) stop();
  await forward();
}
