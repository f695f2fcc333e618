/** Tests a new project with its own Dockerfile and compose.yml: `node tests/compose/project.process.ts .`, on a machine with Docker. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeProject } from "../../packages/create-colophon/src/write-project.ts";
import { freePort } from "../support/servers/free-port.ts";
import { answersOf, untilPrepared } from "./backup.ts";
import { createDocker } from "./docker.ts";
import { signIn, useAllServices } from "./editor.ts";
import { BASE_IMAGE, buildBase, checkImages } from "./images.ts";
import { buildOwnParts, checkOwnParts } from "./own-parts.ts";
import { steps, type Step } from "./steps.ts";

const ADMIN = "ada@example.com";
const ROOT = join(import.meta.dirname, "../..");

const [sources = ""] = process.argv.slice(2);
assert(sources !== "", "The argument is missing: the folder with the sources");
const temporary = mkdtempSync(join(tmpdir(), "colophon-project-"));
const folder = writeProject(
  { folder: join(temporary, `my-site-${process.pid}`), template: "magazine", email: ADMIN },
  { colophon: BASE_IMAGE.split(":")[1] ?? "", embeddedPostgres: "17.10.0-beta.17", tools: {}, node: {} },
);
const image = `my-site-${process.pid}`;
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const site = createDocker(folder, { COMPOSE_PROGRESS: "plain", PORT: String(port), NODE_ENV: "development" });
const { compose, docker, shell } = site;
const mailbox = { mailLog: () => compose("logs", "--no-log-prefix", "site") };

await steps("A new project works in its own containers.", runAll, {
  printDiagnostics: async () => {
    for (const what of [
      ["ps", "--all"],
      ["logs", "--no-color", "--tail", "60"],
    ])
      console.error(await compose(...what).catch(String));
  },
  cleanUp: async () => {
    await compose("down", "--volumes", "--remove-orphans", "--rmi", "local", "--timeout", "5").catch(console.error);
    await docker("image", "rm", "--force", image).catch(console.error);
    rmSync(temporary, { recursive: true, force: true });
  },
});

async function runAll(step: Step): Promise<void> {
  await step("the base image is built", () => buildBase(createDocker(sources, {})));
  await step("the base image is small, doesn't run as root, and has a stop signal and a health check", () => checkImages(site, ["base"]));
  await step("custom parts of the admin page are added to the project and built", async () => buildOwnParts(folder));
  await step("the project's image is built and its stack starts", () => shell(lineOf("compose", "compose up --build")));
  await step("the image contains the project, but no secrets", checkContents);
  await step("the admin page contains the custom parts", () => checkOwnParts(url, folder));
  const editor = await step("an admin signs in with the code from the log", () => signIn(url, ADMIN, mailbox));
  const picture = await step("requests to all services succeed", () => useAllServices(editor));
  await untilPrepared(editor, picture);
  const before = await answersOf(editor, picture);
  const unchanged = async () => assert.deepEqual(await answersOf(editor, picture), before);

  await step("the command-line tool runs in the container", () => compose("exec", "--no-TTY", "site", "colophon", "keys", "list"));
  await step("all data exists after the site was killed and restarted", async () => {
    await compose("kill", "site");
    await compose("up", "--wait");
    await unchanged();
  });
  await step("all data exists after the stack was removed without its volumes and started again", async () => {
    await compose("down");
    await compose("up", "--wait");
    await unchanged();
  });
  await step("a backup is made while the site runs", async () => {
    for (const words of ["pg_dump", "tar -c"]) await shell(lineOf("compose", words));
  });
  await step("the stack is removed with its volumes", () => compose("down", "--volumes"));
  await step("the backup is restored: records, files, images and sessions are unchanged", async () => {
    for (const words of ["tar -x", "pg_restore"]) await shell(lineOf("compose", words));
    await compose("up", "--wait");
    await unchanged();
  });

  await step("the base image runs a mounted project", checkMount);
  await step("the base image creates the secrets of a cluster", makeSecrets);
}

async function checkContents(): Promise<void> {
  const files = (await docker("run", "--rm", image, "ls", "-A")).trim().split("\n");
  assert(files.includes("cms.config.ts") && files.includes("mail"), `The image contains ${files.join(", ")}`);
  assert.deepEqual(
    files.filter((file) => [".env", ".data", ".git"].includes(file)),
    [],
  );
}

/** Runs the base image with the two volumes that a comment in compose.yml names. */
async function checkMount(): Promise<void> {
  const commented = [...readFileSync(join(folder, "compose.yml"), "utf8").matchAll(/`- ([^`]+:ro)`/g)].map(([, volume = ""]) => volume);
  assert.equal(commented.length, 2);
  const volumes = commented.flatMap((volume) => ["--volume", volume]);
  await docker("run", "--rm", ...volumes, BASE_IMAGE, "colophon", "config", "check");
}

async function makeSecrets(): Promise<void> {
  const line = lineOf("kubernetes", "docker run").replace("postgres://…", "postgres://cms:secret@db.example.com/cms");
  await createDocker(temporary, {}).shell(line);
  const made = readdirSync(join(temporary, "secrets"), { recursive: true, encoding: "utf8" });
  for (const file of ["shared/cms-secret", "gateway/identity-private-key", "search/database-url"]) assert(made.includes(file), file);
}

/** The first line in the shell examples of a page that contains these words, without its comment. */
function lineOf(page: string, words: string): string {
  const text = readFileSync(join(ROOT, "docs/operate", `${page}.md`), "utf8");
  const examples = [...text.matchAll(/^```sh[^\n]*\n([^]*?)^```/gm)].flatMap(([, lines = ""]) => lines.split("\n"));
  const [line = ""] = examples.filter((example) => example.includes(words));
  assert(line !== "", `docs/operate/${page}.md has no line with "${words}"`);
  return line.replace(/\s{2,}#.*$/, "");
}
