/**
 * Tests the Compose stack: start, load, restarts, an update with Caddy before it, end-to-end suite; in the long tests also a restart of each
 * service, and backup and restore, which the test of a project shows with the same steps. `tests/compose/run` calls it with a copy of the sources
 * and the value of TESTS.
 */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/servers/free-port.ts";
import { HIGH_RATE_LIMITS } from "../support/stack/high-rate-limits.ts";
import { answersOf, makeBackup, restoreBackup, untilPrepared } from "./backup.ts";
import { createDocker } from "./docker.ts";
import { signIn, type Editor } from "./editor.ts";
import { startForwarder } from "../support/servers/forwarder.ts";
import { runSuite } from "./end-to-end.ts";
import { checkImages, checkProcesses, startTimes } from "./images.ts";
import { addMailTemplate, checkMailTemplate } from "./mail-template.ts";
import { checkReadyWithoutRedis } from "./readiness.ts";
import { checkDatabaseRoles } from "./roles.ts";
import { checkAllReplicasServe, checkWorkersShare, killUnderLoad, REPLICAS, restartGateway, restartUnderLoad } from "./replicas.ts";
import { splitProject } from "./split-project.ts";
import { steps, type Step } from "./steps.ts";
import { updateUnderLoad } from "./update.ts";

const ADMIN = "admin@example.com";
/** Those that hold requests and jobs for long. The others restart in the long tests, and all are replaced by an update. */
const RESTARTED = ["content", "asset", "asset-worker"];
const SCALE = Object.entries(REPLICAS).flatMap(([service, count]) => ["--scale", `${service}=${count}`]);

const [folder = "", suite = ""] = process.argv.slice(2);
assert(folder !== "", "The argument is missing: the folder with the sources");
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const variables = {
  COMPOSE_PROJECT_NAME: `colophon-test-${process.pid}`,
  COMPOSE_FILE: "docker-compose.yml:tests/compose/tests.yml",
  COMPOSE_PROGRESS: "plain",
  PORT: String(port),
  CMS_ADMIN_EMAIL: ADMIN,
  ...HIGH_RATE_LIMITS,
};
const docker = createDocker(folder, variables);
const { compose } = docker;
const httpPort = await freePort();
const withCaddy = createDocker(folder, {
  ...variables,
  COMPOSE_FILE: "docker-compose.yml:docker-compose.caddy.yml:tests/compose/tests.yml",
  SITE: ":80",
  HTTP_PORT: String(httpPort),
  HTTPS_PORT: String(await freePort()),
  TRUST_PROXY: "172.16.0.0/12",
});

await steps("The Compose stack works as specified.", all, {
  printDiagnostics: async () => {
    console.error(await compose("ps", "--all").catch(String));
    console.error(problemsIn(await compose("logs", "--no-color").catch(String)));
  },
  cleanUp: () => withCaddy.compose("down", "--volumes", "--remove-orphans", "--timeout", "5"),
});

async function all(step: Step): Promise<void> {
  await startAndScale(step);
  if (suite === "long") await backUpAndRestore(step);
  await runEndToEndSuite(step);
}

async function startAndScale(step: Step): Promise<void> {
  await step("all images are built", () => compose("build"));
  await step("images are small, don't run as root, and have a stop signal and a health check", () => checkImages(docker));
  addMailTemplate(folder);
  splitProject(folder);
  await step("`docker compose up --wait` starts all processes without other commands", () => compose("up", "--wait"));
  console.log(`    time from container start to listening: ${await startTimes(docker)}`);
  await step("processes don't run as root, and their root file system is read-only", () => checkProcesses(docker));
  await step("each service connects to the database with its own role only", () => checkDatabaseRoles(docker));

  const editor = await step("an admin signs in with the code from `docker compose logs mail`", () => signIn(url, ADMIN, docker));
  await step("the mail uses the project's own template", () => checkMailTemplate(docker, folder));
  const picture = await step("the admin uploads a picture and reads a smaller derivative", () => uploadAndShrink(editor));

  await step("`cms` runs in the image `migrate`", () => compose("run", "--rm", "--no-TTY", "migrate", "cms", "config", "check"));
  await step("all processes stay ready while Redis is paused", () => checkReadyWithoutRedis(docker));
  await step("more replicas start", () => compose("up", "--wait", "--no-recreate", ...SCALE));
  await step("all three replicas of the asset service serve requests", () => checkAllReplicasServe(docker, editor.imageKinds(picture)));
  await step("the workers share the jobs", () => checkWorkersShare(docker, editor));
  await step("no request fails when an asset service is killed", () => killUnderLoad(docker, editor.imageKinds(picture)));
  for (const service of suite === "long" ? Object.keys(REPLICAS) : RESTARTED) {
    const restart = () => restartUnderLoad(docker, service, editor.allKinds(picture));
    await step(`no request fails when the replicas of ${service} restart one after the other`, restart);
  }
  await step("no request fails for good when the gateway restarts under load", () => restartGateway(docker, editor.allKinds(picture)));
  await recreate(step, editor, picture);
}

/** The stack is started again with Caddy before the gateway, and is updated. */
async function recreate(step: Step, editor: Editor, picture: { url: string }): Promise<void> {
  const before = await authorsOf(editor);
  await step("the stack is removed without its volumes", () => compose("down"));
  await step("the stack is started again, with Caddy before the gateway", () => withCaddy.compose("up", "--wait"));
  const again = editor.at(`http://127.0.0.1:${httpPort}`);
  await step("all data and the session still exist", async () => assert.equal(await authorsOf(again), before));
  await step("the media files still exist", () => checkMedia(again, picture));
  await updateUnderLoad(step, withCaddy, again);
  await withCaddy.compose("down", "--volumes");
}

/** Uploads are stored in a volume here, because the backup of an S3 server depends on the server. */
async function backUpAndRestore(step: Step): Promise<void> {
  const onDisk = createDocker(folder, { ...variables, STORAGE_ADAPTER: "local" });
  await step("the stack starts with uploads in a volume", () => onDisk.compose("up", "--wait"));
  const editor = await signIn(url, ADMIN, onDisk);
  const picture = await editor.upload();
  await untilPrepared(editor, picture);
  const before = await answersOf(editor, picture);
  await step("a backup is made while the stack runs", () => makeBackup(onDisk, folder));
  await step("the stack is removed with its volumes", () => compose("down", "--volumes"));
  await step("the backup is restored", () => restoreBackup(onDisk));
  await step("records, sessions, and files and images in the volume are unchanged", async () =>
    assert.deepEqual(await answersOf(editor, picture), before),
  );
  await step("an admin signs in", () => signIn(url, ADMIN, onDisk));
  await compose("down", "--volumes");
}

async function runEndToEndSuite(step: Step): Promise<void> {
  const mail = await startForwarder("0.0.0.0");
  const tested = createDocker(folder, { ...variables, SMTP_URL: `smtp://host.docker.internal:${mail.port}` });
  try {
    await step("an empty stack starts with the configuration of the end-to-end tests", async () => {
      copyFileSync(join(import.meta.dirname, "../e2e/site.config.ts"), join(folder, "cms.config.ts"));
      await tested.compose("up", "--wait");
    });
    await step("the end-to-end suite passes", () => runSuite(tested, url, mail));
  } finally {
    await mail.stop();
  }
}

async function uploadAndShrink(editor: Editor): Promise<{ id: string; url: string }> {
  const picture = await editor.upload();
  const [original, smaller] = await Promise.all([editor.get(picture.url), editor.get(`${picture.url}?w=200&format=webp`)]);
  assert.deepEqual([original.status, smaller.status], [200, 200]);
  assert.deepEqual([original.headers.get("content-type"), smaller.headers.get("content-type")], ["image/png", "image/webp"]);
  await Promise.all([original.arrayBuffer(), smaller.arrayBuffer()]);
  return picture;
}

async function authorsOf(editor: Editor): Promise<number> {
  const answer = await editor.get("/api/author?limit=1");
  const { meta } = (await answer.json()) as { meta: { total: number } };
  return meta.total;
}

async function checkMedia(editor: Editor, picture: { url: string }): Promise<void> {
  const kept = await compose("exec", "--no-TTY", "minio", "ls", "-A", "/data");
  if (!kept.trim()) return console.log("(not checked: this S3 server keeps its data in memory)");
  assert.equal((await editor.get(picture.url)).status, 200);
}

/** The last log lines with warnings and errors. */
function problemsIn(logs: string): string {
  const lines = logs.split("\n").filter((line) => /"level":"(warn|error|fatal)"|Error/.test(line));
  return lines.slice(-60).join("\n");
}
