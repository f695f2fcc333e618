import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

/** A Kubernetes object of a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels?: Record<string, string> };
  readonly spec: any;
  readonly [key: string]: any;
}

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Whether `kubectl kustomize` or `kustomize build` can be called here. */
export const renderer: readonly string[] | undefined = [
  ["kubectl", "kustomize"],
  ["kustomize", "build"],
].find(([command]) => spawnSync(command ?? "", ["version", "--client"], { stdio: "ignore" }).error === undefined);

export interface Project {
  readonly hasMailTemplates?: boolean;
  /** Files that the configuration imports, by name. */
  readonly imported?: Readonly<Record<string, string>>;
}

/** What would be applied: an overlay as it is, the local one with an optional part as that part says, or a site's from a repository of its own. */
export function render(
  overlay: "local" | "production" | "keda" | "monitoring" | "own-repository",
  { hasMailTemplates = false, imported = {} }: Project = {},
): Manifest[] {
  const [command = "", verb = ""] = renderer ?? [];
  const folder = mkdtempSync(join(tmpdir(), "colophon-k8s-"));
  try {
    cpSync(join(ROOT, "k8s"), folder, { recursive: true });
    makeSecrets(join(folder, "overlays/local/secrets"));
    if (hasMailTemplates) addMailTemplates(join(folder, "project"));
    addImported(join(folder, "project"), imported);
    if (overlay === "own-repository") addOwnRepository(folder, join(folder, "overlays/own-repository"));
    if (overlay === "keda") addPart(join(folder, "overlays/keda"), "components/keda");
    if (overlay === "monitoring") addPart(join(folder, "overlays/monitoring"), "monitoring");
    const text = execFileSync(command, [verb, join(folder, "overlays", overlay)], { encoding: "utf8", maxBuffer: 1e8 });
    return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeSecrets(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const env = { ...process.env, SECRETS_DIR: folder };
  execFileSync(process.execPath, [join(ROOT, "scripts/make-secrets.mjs")], { env });
}

function addPart(folder: string, component: string): void {
  mkdirSync(folder);
  writeFileSync(
    join(folder, "kustomization.yaml"),
    `kind: Kustomization\nresources: [../local]\nnamespace: colophon\ncomponents: [../../${component}]\n`,
  );
}

/** What docs/operate/kubernetes.md shows, and a release of these manifests in a repository that stands for ours. */
function addOwnRepository(manifests: string, folder: string): void {
  const released = join(manifests, "released");
  cpSync(join(ROOT, "k8s"), join(released, "k8s"), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: released });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a release");
  git("tag", "v0.1.0");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "kustomization.yaml"),
    shownKustomization().replaceAll("https://git.example.com/colophon", `file://${released}`),
  );
}

function shownKustomization(): string {
  const page = readFileSync(join(ROOT, "docs/operate/kubernetes.md"), "utf8");
  return /^```yaml kustomization\n([^]*?)^```$/m.exec(page)?.[1] ?? "";
}

/** The product's own templates as a project's, and the line for them that the file shows. */
function addMailTemplates(folder: string): void {
  cpSync(join(ROOT, "services/auth/mail"), folder, { recursive: true });
  const file = join(folder, "kustomization.yaml");
  const text = readFileSync(file, "utf8");
  const line = /^# (  - \{ name: mail, .*)$/m.exec(text)?.[1] ?? "";
  writeFileSync(file, `${text.trimEnd()}\n${line}\n`);
}

/** Files next to the configuration, in its list. */
function addImported(folder: string, imported: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(imported)) writeFileSync(join(folder, name), text);
  const file = join(folder, "kustomization.yaml");
  const listed = ["cms.config.ts", ...Object.keys(imported)].join(", ");
  writeFileSync(file, readFileSync(file, "utf8").replace("project, files: [cms.config.ts]", `project, files: [${listed}]`));
}

/** The template of the pods that an object makes, where it makes any. */
export function podOf(manifest: Manifest): any {
  return ["Deployment", "StatefulSet", "Job"].includes(manifest.kind) ? manifest.spec.template : undefined;
}
