/** A new project with its own Dockerfile and compose.yml: `node tests/compose/project.process.ts .`, on a machine with Docker. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeProject } from "../../packages/create-colophon/src/write-project.ts";
import { freePort } from "../support/free-port.ts";
import { answersOf, untilPrepared } from "./backup.ts";
import { createDocker } from "./docker.ts";
import { signIn, workWithAll } from "./editor.ts";
import { BASE_IMAGE, buildBase, checkImages } from "./images.ts";
import { buildOwnParts, checkOwnParts } from "./own-parts.ts";
import { steps, type Step } from "./steps.ts";

const ADMIN = "ada@example.com";
const ROOT = join(import.meta.dirname, "../..");

const [sources = ""] = process.argv.slice(2);
assert(sources !== "", "Name the folder with the sources");
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

await steps("A new project lives in its own containers.", live, {
  complaints: async () => {
    for (const what of [
      ["ps", "--all"],
      ["logs", "--no-color", "--tail", "60"],
    ])
      console.error(await compose(...what).catch(String));
  },
  end: async () => {
    await compose("down", "--volumes", "--remove-orphans", "--rmi", "local", "--timeout", "5").catch(console.error);
    await docker("image", "rm", "--force", image).catch(console.error);
    rmSync(temporary, { recursive: true, force: true });
  },
});

async function live(step: Step): Promise<void> {
  await step("the base is built", () => buildBase(createDocker(sources, {})));
  await step("it is small, without root, with a signal and a check of its own", () => checkImages(site, ["base"]));
  await step("the project gets parts of the admin page, which are built", async () => buildOwnParts(folder));
  await step("the project's image is built from it, and everything comes up", () => shell(lineOf("compose", "compose up --build")));
  await step("the image has the project, and nothing secret", checkContents);
  await step("the admin page has the parts", () => checkOwnParts(url, folder));
  const editor = await step("an admin signs in with the code from the log", () => signIn(url, ADMIN, mailbox));
  const picture = await step("she works with all services", () => workWithAll(editor));
  await untilPrepared(editor, picture);
  const before = await answersOf(editor, picture);
  const unchanged = async () => assert.deepEqual(await answersOf(editor, picture), before);

  await step("the command line runs in the container", () => compose("exec", "--no-TTY", "site", "colophon", "keys", "list"));
  await step("the site is killed, and all is there when it is back", async () => {
    await compose("kill", "site");
    await compose("up", "--wait");
    await unchanged();
  });
  await step("everything goes down and comes up, and all is there", async () => {
    await compose("down");
    await compose("up", "--wait");
    await unchanged();
  });
  await step("a backup is made beside the running site", async () => {
    for (const words of ["pg_dump", "tar -c"]) await shell(lineOf("compose", words));
  });
  await step("everything is lost", () => compose("down", "--volumes"));
  await step("the backup is restored: records, files, images and sessions are as they were", async () => {
    for (const words of ["tar -x", "pg_restore"]) await shell(lineOf("compose", words));
    await compose("up", "--wait");
    await unchanged();
  });

  await step("the base runs a project that is mounted", checkMount);
  await step("the base makes the secrets of a cluster", makeSecrets);
}

async function checkContents(): Promise<void> {
  const files = (await docker("run", "--rm", image, "ls", "-A")).trim().split("\n");
  assert(files.includes("cms.config.ts") && files.includes("mail"), `The image has ${files.join(", ")}`);
  assert.deepEqual(
    files.filter((file) => [".env", ".data", ".git"].includes(file)),
    [],
  );
}

/** The two volumes that compose.yml names in a comment. */
async function checkMount(): Promise<void> {
  const remark = [...readFileSync(join(folder, "compose.yml"), "utf8").matchAll(/`- ([^`]+:ro)`/g)].map(([, volume = ""]) => volume);
  assert.equal(remark.length, 2);
  const volumes = remark.flatMap((volume) => ["--volume", volume]);
  await docker("run", "--rm", ...volumes, BASE_IMAGE, "colophon", "config", "check");
}

async function makeSecrets(): Promise<void> {
  const line = lineOf("kubernetes", "docker run").replace("postgres://…", "postgres://cms:secret@db.example.com/cms");
  await createDocker(temporary, {}).shell(line);
  const made = readdirSync(join(temporary, "secrets"), { recursive: true, encoding: "utf8" });
  for (const file of ["shared/cms-secret", "gateway/identity-private-key", "search/database-url"]) assert(made.includes(file), file);
}

/** The one line of a page's examples with these words, without its comment. */
function lineOf(page: string, words: string): string {
  const text = readFileSync(join(ROOT, "docs/operate", `${page}.md`), "utf8");
  const examples = [...text.matchAll(/^```sh[^\n]*\n([^]*?)^```/gm)].flatMap(([, lines = ""]) => lines.split("\n"));
  const [line = ""] = examples.filter((one) => one.includes(words));
  assert(line !== "", `docs/operate/${page}.md has no line with "${words}"`);
  return line.replace(/\s{2,}#.*$/, "");
}
