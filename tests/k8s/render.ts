import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

/** An object of Kubernetes as it stands in a manifest. */
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

/** What would be applied: an overlay as it is, or the local one with an optional part as that part says. */
export function render(
  overlay: "local" | "production" | "keda" | "monitoring" | "project-in-images",
  { hasMailTemplates = false, imported = {} }: Project = {},
): Manifest[] {
  const [command = "", verb = ""] = renderer ?? [];
  const folder = mkdtempSync(join(tmpdir(), "colophon-k8s-"));
  try {
    cpSync(join(ROOT, "k8s"), folder, { recursive: true });
    makeSecrets(join(folder, "overlays/local/secrets"));
    if (hasMailTemplates) addMailTemplates(join(folder, "project"));
    addImported(join(folder, "project"), imported);
    if (overlay === "project-in-images") addPart(join(folder, "overlays/project-in-images"), "components/project-in-images");
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

/** The product's own templates as a project's, and the line for them that the file shows. */
function addMailTemplates(folder: string): void {
  cpSync(join(ROOT, "services/auth/mail"), folder, { recursive: true });
  const file = join(folder, "kustomization.yaml");
  const text = readFileSync(file, "utf8");
  const line = /^# (  - \{ name: mail, .*)$/m.exec(text)?.[1] ?? "";
  writeFileSync(file, `${text.trimEnd()}\n${line}\n`);
}

/** Files beside the configuration, in its list. */
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
