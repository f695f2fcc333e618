/** The Compose stack from an empty start to its second start: `tests/compose/run` calls it with a copy of the sources. */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import { HIGH_RATE_LIMITS } from "../support/high-rate-limits.ts";
import { answersOf, makeBackup, restoreBackup, untilPrepared } from "./backup.ts";
import { createDocker } from "./docker.ts";
import { signIn, type Editor } from "./editor.ts";
import { openMailWay, runSuite } from "./end-to-end.ts";
import { checkImages, checkProcesses, startTimes } from "./images.ts";
import { checkOwnWords, giveOwnWords } from "./own-words.ts";
import { readyWithoutRedis } from "./readiness.ts";
import { rolesApart } from "./roles.ts";
import { allServe, killUnnoticed, REPLICAS, restartGateway, restartUnderLoad, workersShare } from "./replicas.ts";
import { splitProject } from "./split-project.ts";
import { steps, type Step } from "./steps.ts";

const ADMIN = "admin@example.com";
const SCALE = Object.entries(REPLICAS).flatMap(([service, count]) => ["--scale", `${service}=${count}`]);

const [folder = ""] = process.argv.slice(2);
assert(folder !== "", "Name the folder with the sources");
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

await steps("The composed stack lives as it should.", all, {
  complaints: async () => {
    console.error(await compose("ps", "--all").catch(String));
    console.error(complaintsIn(await compose("logs", "--no-color").catch(String)));
  },
  end: () => compose("down", "--volumes", "--remove-orphans", "--timeout", "5"),
});

async function all(step: Step): Promise<void> {
  await live(step);
  await survive(step);
  await answerTheSuite(step);
}

async function live(step: Step): Promise<void> {
  await step("every image is built", () => compose("build"));
  await step("images are small, without root, with a signal and a check of their own", () => checkImages(docker));
  giveOwnWords(folder);
  splitProject(folder);
  await step("`docker compose up --wait` starts everything, with no other step", () => compose("up", "--wait"));
  console.log(`    from start to listening: ${await startTimes(docker)}`);
  await step("processes have no root and cannot write to theirs", () => checkProcesses(docker));
  await step("each service knows the database by its own role alone", () => rolesApart(docker));

  const editor = await step("an admin signs in with the code from `docker compose logs mail`", () => signIn(url, ADMIN, docker));
  await step("a template beside the configuration gave the mail the project's own words", () => checkOwnWords(docker, folder));
  const picture = await step("she uploads a picture, and gets it back smaller", () => uploadAndShrink(editor));

  await step("`cms` runs in the image of migrate", () => compose("run", "--rm", "--no-TTY", "migrate", "cms", "config", "check"));
  await step("with Redis hung every process stays ready", () => readyWithoutRedis(docker));
  await step("more replicas join", () => compose("up", "--wait", "--no-recreate", ...SCALE));
  await step("all three asset services serve", () => allServe(docker, editor.images(picture)));
  await step("the workers share their work", () => workersShare(docker, editor));
  await step("an asset service is killed, and nobody notices", () => killUnnoticed(docker, editor.images(picture)));
  for (const service of Object.keys(REPLICAS)) {
    const restart = () => restartUnderLoad(docker, service, editor.everything(picture));
    await step(`${service} restarts under load, one replica after the other`, restart);
  }
  await step("the gateway restarts under load, and refuses nothing it took", () => restartGateway(docker, editor.everything(picture)));
  await recreate(step, editor, picture);
}

async function recreate(step: Step, editor: Editor, picture: { url: string }): Promise<void> {
  const before = await authorsOf(editor);
  await step("everything goes down", () => compose("down"));
  await step("everything comes up again", () => compose("up", "--wait"));
  await step("all data is there, and the session lives", async () => assert.equal(await authorsOf(editor), before));
  await step("the media are there", () => checkMedia(editor, picture));
}

/** With uploads in a volume, because every S3 server has its own backup. */
async function survive(step: Step): Promise<void> {
  const onDisk = createDocker(folder, { ...variables, STORAGE_ADAPTER: "local" });
  await step("uploads go to a volume from now on", () => onDisk.compose("up", "--wait"));
  const editor = await signIn(url, ADMIN, onDisk);
  const picture = await editor.upload();
  await untilPrepared(editor, picture);
  const before = await answersOf(editor, picture);
  await step("files in a volume outlive a stack that goes down", async () => {
    await onDisk.compose("down");
    await onDisk.compose("up", "--wait");
    assert.deepEqual(await answersOf(editor, picture), before);
  });

  await step("a backup is made beside the running stack", () => makeBackup(onDisk, folder));
  await step("everything is lost", () => compose("down", "--volumes"));
  await step("the backup is restored", () => restoreBackup(onDisk));
  await step("records, files, images and sessions are as they were", async () =>
    assert.deepEqual(await answersOf(editor, picture), before),
  );
  await step("people sign in", () => signIn(url, ADMIN, onDisk));
}

async function answerTheSuite(step: Step): Promise<void> {
  const mail = await openMailWay();
  const tested = createDocker(folder, { ...variables, SMTP_URL: `smtp://host.docker.internal:${mail.port}` });
  try {
    await step("everything begins again with the configuration of the tests", async () => {
      await compose("down", "--volumes");
      copyFileSync(join(import.meta.dirname, "../e2e/site.config.ts"), join(folder, "cms.config.ts"));
      await tested.compose("up", "--wait");
    });
    await step("the end-to-end suite passes", () => runSuite(tested, url, mail));
  } finally {
    mail.close();
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
  if (!kept.trim()) return console.log("(this S3 server keeps its data in memory, so nothing can be there)");
  assert.equal((await editor.get(picture.url)).status, 200);
}

/** The last lines that are warnings or errors. */
function complaintsIn(logs: string): string {
  const lines = logs.split("\n").filter((line) => /"level":"(warn|error|fatal)"|Error/.test(line));
  return lines.slice(-60).join("\n");
}
