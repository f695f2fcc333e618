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

/** `kubectl kustomize` or `kustomize build`, whichever is installed; undefined if neither is. */
export const renderer: readonly string[] | undefined = [
  ["kubectl", "kustomize"],
  ["kustomize", "build"],
].find(([command]) => spawnSync(command ?? "", ["version", "--client"], { stdio: "ignore" }).error === undefined);

export interface Project {
  readonly hasMailTemplates?: boolean;
  /** The files that the configuration imports: text by name. */
  readonly imported?: Readonly<Record<string, string>>;
}

/** Renders an overlay, the local overlay with optional components, or the overlay of a site in its own repository. */
export function render(
  overlay: "local" | "production" | "keda" | "keda-sentinel" | "monitoring" | "own-repository",
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
    const keda = ["components/keda", "components/keda-sentinel", "components/keda-tls"];
    if (overlay === "keda") addParts(join(folder, "overlays/keda"), keda.slice(0, 1));
    if (overlay === "keda-sentinel") addParts(join(folder, "overlays/keda-sentinel"), keda);
    if (overlay === "monitoring") addParts(join(folder, "overlays/monitoring"), ["monitoring"]);
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

function addParts(folder: string, parts: readonly string[]): void {
  mkdirSync(folder);
  writeFileSync(
    join(folder, "kustomization.yaml"),
    `kind: Kustomization\nresources: [../local]\nnamespace: colophon\ncomponents: [${parts.map((part) => `../../${part}`).join(", ")}]\n`,
  );
}

/** Adds the overlay that docs/operate/kubernetes.md shows for a site's own repository. Its URL is replaced by a local Git repository with a release of these manifests. */
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

/** Adds the product's mail templates to the project, and activates the commented line for them in `kustomization.yaml`. */
function addMailTemplates(folder: string): void {
  cpSync(join(ROOT, "services/auth/mail"), folder, { recursive: true });
  const file = join(folder, "kustomization.yaml");
  const text = readFileSync(file, "utf8");
  const line = /^# (  - \{ name: mail, .*)$/m.exec(text)?.[1] ?? "";
  writeFileSync(file, `${text.trimEnd()}\n${line}\n`);
}

/** Adds files next to the configuration, and lists them in `kustomization.yaml`. */
function addImported(folder: string, imported: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(imported)) writeFileSync(join(folder, name), text);
  const file = join(folder, "kustomization.yaml");
  const listed = ["cms.config.ts", ...Object.keys(imported)].join(", ");
  writeFileSync(file, readFileSync(file, "utf8").replace("project, files: [cms.config.ts]", `project, files: [${listed}]`));
}

/** The pod template of a Deployment, StatefulSet or Job; undefined for other objects. */
export function podOf(manifest: Manifest): any {
  return ["Deployment", "StatefulSet", "Job"].includes(manifest.kind) ? manifest.spec.template : undefined;
}
