/**
 * Types what docs/operate/kubernetes.md says, as it stands there, on the cluster that kubectl talks to; the images must be in it.
 * `LOOSE_PODS` names stateful sets, by comma, whose images here are others than the manifests mean, and need root.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDocker } from "../compose/docker.ts";
import { signIn, workWithAll } from "../compose/editor.ts";
import { startLoad, type Kind } from "../compose/load.ts";
import { allServe, REPLICAS, workersShare } from "../compose/replicas.ts";
import { steps, type Step } from "../compose/steps.ts";
import { HIGH_RATE_LIMITS } from "../support/high-rate-limits.ts";
import { begin, kubectl, NAMESPACE, pods, untilRolledOut } from "./kubectl.ts";
import { ROOT } from "./render.ts";

const URL = "http://localhost:8080"; // as the page forwards it
const page = readFileSync(join(ROOT, "docs/operate/kubernetes.md"), "utf8");
const { shell } = createDocker(ROOT, {});
const forwards: { readonly stop: () => void }[] = [];
const loose = process.env["LOOSE_PODS"]?.split(",") ?? [];

const found = await kubectl("get", "namespace", NAMESPACE, "--ignore-not-found");
assert.equal(found, "", `This cluster has a namespace ${NAMESPACE} already`);

await steps("The cluster does what the documentation says.", live, {
  complaints: async () => {
    for (const what of [["pods"], ["events", "--field-selector=type=Warning"]]) console.error(await kubectl("get", ...what).catch(String));
  },
  end: async () => {
    for (const { stop } of forwards) stop();
    await kubectl("delete", "namespace", NAMESPACE, "--ignore-not-found");
  },
});

async function live(step: Step): Promise<void> {
  await step("the secrets are made", () => shell(lineOf("make-secrets")));
  await step("everything is applied", () => shell(lineOf("apply -k k8s/overlays/local")));
  for (const name of loose) await loosen(name);
  await kubectl("set", "env", "deployment/gateway", ...Object.entries(HIGH_RATE_LIMITS).map(([name, value]) => `${name}=${value}`));
  await step("the migration ends well, and every pod is ready", untilReady);
  await step("the gateway is forwarded", forward);
  const editor = await step("an admin signs in with the code from the mail pod", () => signIn(URL, "admin@example.com", { mailLog }));
  const picture = await step("she works with all services", () => workWithAll(editor));

  await step("the asset service is scaled", () => scale(lineOf("patch hpa asset")));
  await step("all three asset pods serve", () => allServe(pods, editor.images(picture)));
  await step("its workers are scaled", () => scale(lineOf("patch hpa asset").replace("hpa asset", "hpa asset-worker")));
  await step("the workers share their work", () => workersShare(pods, editor));
  await step("an asset pod is killed, and nobody notices", () => killUnnoticed(editor.images(picture)));
  for (const name of Object.keys(REPLICAS))
    await step(`${name} is rolled out anew under load`, () => rollOutUnderLoad(name, editor.everything(picture)));

  await step("the database is saved, and restored beside itself", saveAndRestore);
  await step("a new release is applied", () => applyAgain());
  await step("she works on", () => workWithAll(editor));
}

/** The one line of the page's examples with these words, without its comment. */
function lineOf(words: string): string {
  const examples = [...page.matchAll(/^```sh[^\n]*\n([^]*?)^```/gm)].flatMap(([, text = ""]) => text.split("\n"));
  const [line = "", ...more] = examples.filter((one) => one.includes(words));
  assert(line !== "" && more.length === 0, `The page has not one line with "${words}"`);
  return line.replace(/\s{2,}#.*$/, "");
}

async function loosen(name: string): Promise<void> {
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
  forwards.push(await begin(lineOf("port-forward"), ROOT));
}

function mailLog(): Promise<string> {
  return shell(lineOf("logs deployment/mail"));
}

async function scale(line: string): Promise<void> {
  await shell(line);
  const name = /hpa (\S+)/.exec(line)?.[1] ?? "";
  await kubectl("wait", "--for=jsonpath={.status.readyReplicas}=3", `deployment/${name}`, "--timeout=3m");
}

async function killUnnoticed(kinds: readonly Kind[]): Promise<void> {
  const [victim = ""] = await pods.containersOf("asset");
  const load = startLoad(kinds);
  await sleep(1000);
  await kubectl("delete", "pod", victim, "--force", "--grace-period=0");
  await untilRolledOut("deployment/asset");
  assert.deepEqual((await load.stop()).slice(0, 5), []);
}

async function rollOutUnderLoad(name: string, kinds: readonly Kind[]): Promise<void> {
  const load = startLoad(kinds);
  await kubectl("rollout", "restart", `deployment/${name}`);
  await untilRolledOut(`deployment/${name}`);
  await sleep(15_000); // the old pods drain meanwhile
  const answered = load.answered();
  assert.deepEqual((await load.stop()).slice(0, 5), []);
  assert(answered > 100, `only ${answered} requests were answered`);
}

async function saveAndRestore(): Promise<void> {
  const inside = (command: string) => `kubectl -n ${NAMESPACE} exec -i statefulset/postgres -- ${command}`;
  const count = (database: string) => shell(inside(`psql -U colophon -At ${database} -c 'select count(*) from content.author'`));
  await shell(inside("createdb -U colophon restored"));
  await shell(
    `${inside("pg_dump -U colophon -Fc colophon")} | ${inside("pg_restore -U colophon -d restored --no-privileges --exit-on-error")}`,
  );
  assert.equal(await count("restored"), await count("colophon"));
}

/** Like after a change of the configuration: the gateway has a new pod, which needs a new port-forward. */
async function applyAgain(): Promise<void> {
  await shell(/`(kubectl -n colophon delete job migrate [^`]*)`/.exec(page)?.[1] ?? "false");
  await shell(lineOf("apply -k k8s/overlays/local"));
  for (const name of loose) await loosen(name);
  if (loose.includes("minio")) await kubectl("rollout", "restart", "deployment/asset"); // it creates the bucket, which was in memory
  await untilReady();
  for (const { stop } of forwards.splice(0)) stop();
  await forward();
}
