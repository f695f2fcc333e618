/** A composed stack's life, from nothing to its second start: `tests/compose/run` calls it with a copy of the sources. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import { createDocker, type Docker } from "./docker.ts";
import { signIn, type Editor } from "./editor.ts";
import { startLoad, type Kind } from "./load.ts";

const PROCESSES = ["gateway", "content", "auth", "search", "asset", "asset-worker", "email-worker"];
const ADMIN = "admin@example.com";
const MAX_OVER_BASE_BYTES = 350 * 1024 * 1024;
const REPLICAS = { content: 2, auth: 2, search: 2, asset: 3, "asset-worker": 3, "email-worker": 2 };
const SCALE = Object.entries(REPLICAS).flatMap(([service, count]) => ["--scale", `${service}=${count}`]);

const [folder] = process.argv.slice(2);
assert(folder, "Name the folder with the sources");
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const docker = createDocker(folder, {
  COMPOSE_PROJECT_NAME: `colophon-test-${process.pid}`,
  COMPOSE_FILE: "docker-compose.yml:tests/compose/fixed-keys.yml",
  COMPOSE_PROGRESS: "plain",
  PORT: String(port),
  CMS_ADMIN_EMAIL: ADMIN,
  RATE_LIMIT_PER_MINUTE: "1000000",
  RATE_LIMIT_AUTH_PER_MINUTE: "1000000",
});

let status = 0;
try {
  await live(docker);
  console.log("The composed stack lives as it should.");
} catch (error) {
  status = 1;
  console.error(error);
  console.error(await docker.compose("ps", "--all").catch(String));
  console.error(complaintsIn(await docker.compose("logs", "--no-color").catch(String)));
} finally {
  await docker.compose("down", "--volumes", "--remove-orphans", "--timeout", "5");
}
process.exit(status);

async function live({ compose }: Docker): Promise<void> {
  await step("every image is built", () => compose("build"));
  await step("`docker compose up --wait` starts everything, with no other step", () => compose("up", "--wait"));
  await step("images are small, processes have no root and cannot write to theirs", checkContainers);

  const editor = await step("an admin signs in with the code from `docker compose logs mail`", () => signIn(url, ADMIN, docker));
  const picture = await step("she uploads a picture, and gets it back smaller", () => uploadAndShrink(editor));

  await step("more replicas join", () => compose("up", "--wait", "--no-recreate", ...SCALE));
  await step("all three asset services serve", () => allServe(editor, picture));
  await step("the workers share their work", () => workersShare(editor));
  await step("an asset service is killed, and nobody notices", () => killUnnoticed(editor, picture));
  for (const service of Object.keys(REPLICAS)) {
    await step(`${service} restarts under load, one replica after the other`, () => restartUnderLoad(service, editor.everything(picture)));
  }
  await step("the gateway restarts under load, and refuses nothing it took", () => restartGateway(editor.everything(picture)));

  const before = await authorsOf(editor);
  await step("everything goes down", () => compose("down"));
  await step("everything comes up again", () => compose("up", "--wait"));
  await step("all data is there, and the session lives", async () => assert.equal(await authorsOf(editor), before));
  await step("the media are there", () => checkMedia(editor, picture));
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  process.stdout.write(`  ${name} … `);
  const result = await work();
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

async function checkContainers(): Promise<void> {
  const size = async (image: string) => Number(await docker.docker("image", "inspect", image, "--format", "{{.Size}}"));
  const base = await size(process.env["NODE_IMAGE"] ?? "node:24-bookworm-slim");
  for (const service of PROCESSES) {
    const [container = ""] = await docker.containersOf(service);
    const image = await docker.docker("inspect", container, "--format", "{{.Image}}");
    const over = (await size(image.trim())) - base;
    assert(over < MAX_OVER_BASE_BYTES, `${service} is ${Math.round(over / 1024 / 1024)} MB over its base`);
    const readOnly = await docker.docker("inspect", container, "--format", "{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.Privileged}}");
    assert.equal(readOnly.trim(), "true false", service);
    assert.equal((await docker.docker("exec", container, "id", "-u")).trim(), "1000", service);
  }
}

async function uploadAndShrink(editor: Editor): Promise<{ url: string }> {
  const picture = await editor.upload();
  const [original, smaller] = await Promise.all([editor.get(picture.url), editor.get(`${picture.url}?w=200&format=webp`)]);
  assert.deepEqual([original.status, smaller.status], [200, 200]);
  assert.deepEqual([original.headers.get("content-type"), smaller.headers.get("content-type")], ["image/png", "image/webp"]);
  await Promise.all([original.arrayBuffer(), smaller.arrayBuffer()]);
  return picture;
}

async function allServe(editor: Editor, picture: { url: string }): Promise<void> {
  const containers = await docker.containersOf("asset");
  assert.equal(containers.length, REPLICAS.asset);
  const counts = () => Promise.all(containers.map(docker.answeredBy));
  const before = await counts();
  const load = startLoad(editor.images(picture));
  const giveUpAt = Date.now() + 60_000; // a connection of the gateway lives for half a minute
  let served: boolean[];
  do {
    await pause(1000);
    served = (await counts()).map((count, index) => count > (before[index] ?? 0) + 5);
  } while (!served.every(Boolean) && Date.now() < giveUpAt);
  assert.deepEqual(await load.stop(), []);
  assert(served.every(Boolean), `served: ${served.join(", ")}`);
}

async function workersShare(editor: Editor): Promise<void> {
  const picture = await editor.upload();
  const ask = (width: number) => editor.get(`${picture.url}?w=${width}&format=webp`);
  for (const first of [40, 240, 440]) {
    const answers = await Promise.all([0, 20, 40, 60, 80, 100].map((more) => ask(first + more)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  }
  const workers = await docker.containersOf("asset-worker");
  const script = "fetch('http://127.0.0.1:8080/metrics').then((r) => r.text()).then(console.log)";
  const made = await Promise.all(workers.map(async (worker) => /^derivatives_total.* [1-9]/m.test(await docker.evaluate(worker, script))));
  assert(made.filter(Boolean).length >= 2, `workers that made something: ${made.join(", ")}`);
}

async function killUnnoticed(editor: Editor, picture: { url: string }): Promise<void> {
  const [victim = ""] = await docker.containersOf("asset");
  const load = startLoad(editor.images(picture));
  await pause(1000);
  await docker.docker("kill", victim);
  await pause(5000);
  const failures = await load.stop();
  await docker.docker("start", victim);
  await docker.untilHealthy(victim);
  assert.deepEqual(failures, []);
}

async function restartUnderLoad(service: string, kinds: readonly Kind[]): Promise<void> {
  const load = startLoad(kinds);
  for (const container of await docker.containersOf(service)) {
    await docker.docker("restart", "--time", "30", container);
    await docker.untilHealthy(container);
  }
  await pause(500);
  const answered = load.answered();
  assert.deepEqual(await load.stop(), []);
  assert(answered > 20, `only ${answered} requests were answered`);
}

async function restartGateway(kinds: readonly Kind[]): Promise<void> {
  const load = startLoad(kinds, { mayRepeat: true });
  await docker.compose("restart", "gateway");
  const [container = ""] = await docker.containersOf("gateway");
  await docker.untilHealthy(container);
  await pause(500);
  assert.deepEqual(await load.stop(), []);
}

async function authorsOf(editor: Editor): Promise<number> {
  const answer = await editor.get("/api/author?limit=1");
  const { meta } = (await answer.json()) as { meta: { total: number } };
  return meta.total;
}

async function checkMedia(editor: Editor, picture: { url: string }): Promise<void> {
  const kept = await docker.compose("exec", "--no-TTY", "minio", "ls", "-A", "/data");
  if (!kept.trim()) return console.log("(this S3 server keeps its data in memory, so nothing can be there)");
  assert.equal((await editor.get(picture.url)).status, 200);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The last lines that are no news of ordinary work. */
function complaintsIn(logs: string): string {
  const lines = logs.split("\n").filter((line) => /"level":"(warn|error|fatal)"|Error/.test(line));
  return lines.slice(-60).join("\n");
}
