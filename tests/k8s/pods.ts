import { podOf, type Manifest } from "./render.ts";
import { matches, allowedTrafficOf } from "./reach.ts";

/** A pod with one container, as input for Docker. */
export interface Pod {
  readonly name: string;
  readonly kind: Manifest["kind"];
  readonly container: any;
  /** The names of the Services that select the pod; other pods resolve these names. */
  readonly aliases: readonly string[];
  /** The pods that the network policies allow it to call. */
  readonly mayCall: readonly string[];
  /** Privileges and limits, as options of `docker create`. */
  readonly limits: readonly string[];
  /** Environment variables, as options of `docker create`. */
  readonly environment: readonly string[];
  readonly volumes: readonly Volume[];
}

/** A mounted volume. */
export interface Volume {
  readonly mountPath: string;
  /** The group that an empty volume belongs to. */
  readonly group?: number;
  /** The files of a ConfigMap: text by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The name of the file, if only one is mounted. */
  readonly file?: string;
}

/**
 * The pods of the manifests with the settings that Docker can apply: user, root file system, capabilities, memory, environment and
 * mounts. CPU shares and the distribution over nodes are ignored, and Docker's default seccomp profile is used.
 *
 * @throws Error for a pod with several containers, a Service without a matching port, and a missing ConfigMap or Secret
 */
export function podsOf(manifests: readonly Manifest[]): Pod[] {
  const connections = allowedTrafficOf(manifests).map((connection) => connection.split(/ → |:/));
  return manifests.filter(podOf).map((manifest) => {
    const { metadata, spec } = podOf(manifest);
    const { kind } = manifest;
    const { name } = manifest.metadata;
    const [container, ...others] = spec.containers;
    if (others.length > 0 || spec.initContainers) throw new Error(`${name} has more than one container`);
    return {
      name,
      kind,
      container,
      aliases: aliasesOf(manifests, metadata.labels, container),
      mayCall: connections.filter(([from]) => from === name).map(([, to]) => to ?? ""),
      limits: limitsOf(spec, container),
      environment: environmentOf(manifests, container),
      volumes: volumesOf(manifests, manifest, container),
    };
  });
}

function aliasesOf(manifests: readonly Manifest[], labels: Record<string, string>, container: any): string[] {
  const services = manifests.filter(({ kind, spec }) => kind === "Service" && matches({ matchLabels: spec.selector }, labels));
  for (const { metadata, spec } of services)
    for (const { targetPort } of spec.ports)
      if (!container.ports.some(({ name }: any) => name === targetPort))
        throw new Error(`The Service ${metadata.name} has no matching port in its pod`);
  return services.map(({ metadata }) => metadata.name);
}

function limitsOf({ securityContext: pod }: any, { securityContext: own, resources }: any): string[] {
  return [
    `--user=${pod.runAsUser}${pod.runAsGroup === undefined ? "" : `:${pod.runAsGroup}`}`,
    ...(pod.fsGroup === undefined ? [] : [`--group-add=${pod.fsGroup}`]),
    ...(own.readOnlyRootFilesystem ? ["--read-only"] : []),
    ...own.capabilities.drop.map((capability: string) => `--cap-drop=${capability}`),
    ...(own.allowPrivilegeEscalation ? [] : ["--security-opt=no-new-privileges:true"]),
    `--memory=${resources.limits.memory.replace("i", "").toLowerCase()}`,
  ];
}

function environmentOf(manifests: readonly Manifest[], { envFrom = [], env = [] }: any): string[] {
  const whole = envFrom.flatMap(({ configMapRef, secretRef }: any) =>
    Object.entries(configMapRef ? settingsIn(manifests, "ConfigMap", configMapRef.name) : settingsIn(manifests, "Secret", secretRef.name)),
  );
  const single = env.map(({ name, value, valueFrom }: any) => [
    name,
    value ?? settingsIn(manifests, "Secret", valueFrom.secretKeyRef.name)[valueFrom.secretKeyRef.key],
  ]);
  return [...whole, ...single].map(([name, value]) => `--env=${name}=${value}`);
}

function settingsIn(manifests: readonly Manifest[], kind: "ConfigMap" | "Secret", name: string, optional = false): Record<string, string> {
  const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (!found && optional) return {};
  if (!found) throw new Error(`There is no ${kind} ${name}`);
  if (kind === "ConfigMap") return found["data"];
  return Object.fromEntries(
    Object.entries<string>(found["data"]).map(([key, value]) => [key, Buffer.from(value, "base64").toString("utf8")]),
  );
}

function volumesOf(manifests: readonly Manifest[], manifest: Manifest, { volumeMounts = [] }: any): Volume[] {
  const { volumes = [], securityContext } = podOf(manifest).spec;
  const claims = (manifest.spec.volumeClaimTemplates ?? []).map(({ metadata }: any) => metadata.name);
  return volumeMounts.map(({ name, mountPath, subPath: file }: any) => {
    const { configMap, projected } = claims.includes(name) ? {} : volumes.find((volume: any) => volume.name === name);
    const sources = projected ? projected.sources.map((source: any) => source.configMap) : [configMap].filter(Boolean);
    if (sources.length === 0) return { mountPath, group: securityContext.fsGroup };
    const files = Object.assign({}, ...sources.map((source: any) => filesOf(manifests, source)));
    return { mountPath, files, ...(file && { file }) };
  });
}

/** The files of a ConfigMap, at the paths of its keys. */
function filesOf(manifests: readonly Manifest[], { name, optional, items }: any): Record<string, string> {
  const data = settingsIn(manifests, "ConfigMap", name, optional);
  if (!items) return data;
  const placed = items.filter(({ key }: any) => key in data).map(({ key, path }: any) => [path, data[key]]);
  return Object.fromEntries(placed);
}
