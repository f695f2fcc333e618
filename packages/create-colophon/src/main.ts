/** `npm create colophon`: creates a project in a new folder. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { NEEDED_MAJOR, isNewEnough, nodePackageFor, thisMachine } from "../../colophon/bin/require-node.cjs";
import { installProject, packageManagerWith } from "../../colophon/src/package-manager.ts";
import { readArguments, Refusal, USAGE } from "./arguments.ts";
import { withCommandsOf } from "./package-manager.ts";
import { complete } from "./questions.ts";
import { writeProject, type Versions } from "./write-project.ts";

try {
  const asked = readArguments(process.argv.slice(2));
  if (asked === null) console.log(USAGE);
  else await create(asked);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function create(asked: NonNullable<ReturnType<typeof readArguments>>): Promise<void> {
  const versions = readVersions();
  const manager = packageManagerWith(process.env["npm_config_user_agent"]);
  const path = writeProject(await complete(asked), versions, manager);
  const steps = [`cd ${relative(process.cwd(), path) || "."}`, withCommandsOf(manager, "npm start")];
  const install = withCommandsOf(manager, "npm install");
  if (!asked.installs) steps.splice(1, 0, install);
  else if ((await installProject(manager, path)) !== null)
    throw new Refusal(`The files are in ${path}, but ${install} failed. Correct the reported problem, and run it there again.`);
  console.log(`\n${path} was created. Next steps:\n\n${steps.map((step) => `  ${step}`).join("\n")}\n`);
}

/** All packages have the version of this one; its package.json contains the versions of PostgreSQL and the tools. */
function readVersions(): Versions {
  const { version, embeddedPostgres, tools } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
  return { colophon: version, embeddedPostgres, tools, node: nodeFor() };
}

function nodeFor(): Versions["node"] {
  if (isNewEnough(process.versions.node)) return {};
  const name = nodePackageFor(thisMachine(true));
  if (name !== null) return { [name]: String(NEEDED_MAJOR) };
  console.error(
    `Colophon runs on Node ${NEEDED_MAJOR} or newer, and this is Node ${process.versions.node}: install a newer version from https://nodejs.org, and then start it.`,
  );
  return {};
}
