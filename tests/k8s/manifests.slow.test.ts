import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { ENV } from "@colophon/config";
import { SERVICE_ROLES } from "@colophon/database";
import * as apps from "kubernetes-models/apps/v1";
import * as autoscaling from "kubernetes-models/autoscaling/v2";
import * as batch from "kubernetes-models/batch/v1";
import * as networking from "kubernetes-models/networking.k8s.io/v1";
import * as policy from "kubernetes-models/policy/v1";
import * as core from "kubernetes-models/v1";
import { podOf, render, renderer, ROOT, type Manifest } from "./render.ts";
import { matches, outsideOf, allowedTrafficOf } from "./reach.ts";
import { faultsOf } from "./strict.ts";

const PROCESSES = ["asset", "asset-worker", "auth", "content", "email-worker", "gateway", "search", "webhook-worker"];
const OVERLAYS = ["local", "production", "own-repository", "keda", "monitoring"] as const;
/** Overlays that use PostgreSQL, Redis, S3 and a mail server outside the cluster. */
const WITHOUT_STORES: readonly string[] = ["production", "own-repository"];
/** Kinds that are custom resources of other programs. */
const CUSTOM_RESOURCES = ["ScaledObject", "PodMonitor", "PrometheusRule"];

/** What the kubelet keeps of a container's log by default: five files of 10 MiB. */
const LOGS_BYTES = 5 * 10 * 1024 ** 2;

const bytesOf = (quantity: string): number => Number.parseInt(quantity, 10) * (quantity.endsWith("Gi") ? 1024 ** 3 : 1024 ** 2);

if (!renderer) console.log("The Kubernetes manifests are not tested: neither kubectl nor kustomize is installed.");
const suite = renderer ? describe : describe.skip;

test("the deployed configuration is that of the example site", () => {
  expect(readFileSync(join(ROOT, "k8s/project/cms.config.ts"), "utf8")).toBe(readFileSync(join(ROOT, "cms.config.ts"), "utf8"));
});

test("the deployed images are those that Compose builds, with the product's version", () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const compose = readFileSync(join(ROOT, "docker-compose.yml"), "utf8");

  const component = readFileSync(join(ROOT, "k8s/components/project-image/kustomization.yaml"), "utf8");
  expect([...new Set(component.match(/colophon\/base:\S+/g))]).toEqual([`colophon/base:${version}`]);
  const images = [...compose.matchAll(/image: (colophon\/\S+)/g)].map(([, image]) => image);
  expect(images.toSorted()).toEqual([...PROCESSES, "mail-catcher", "migrate"].map((name) => `colophon/${name}:${version}`).toSorted());
});

suite.each(OVERLAYS)("%s", (overlay) => {
  const manifests = renderer ? render(overlay) : [];
  const hasStores = !WITHOUT_STORES.includes(overlay);
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
  const named = (kind: string, name: string) => manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  const own = ofKind("Deployment").filter(({ metadata }) => PROCESSES.includes(metadata.name));
  const withPods = manifests.filter(podOf);
  const containers = withPods.flatMap((manifest) =>
    podOf(manifest).spec.containers.map((container: any) => ({ owner: manifest.metadata.name, manifest, container })),
  );

  test("every object has only fields of its kind, with the right type", () => {
    const faults = manifests.filter(({ kind }) => !CUSTOM_RESOURCES.includes(kind)).flatMap(faultsOf);

    expect(manifests.length).toBeGreaterThan(60);
    expect(faults).toEqual([]);
  });

  test("every object has the required fields of its kind", () => {
    for (const manifest of manifests.filter(({ kind }) => !CUSTOM_RESOURCES.includes(kind))) expect(() => validate(manifest)).not.toThrow();
  });

  test("all objects are in the namespace, which enforces restricted pods", () => {
    const elsewhere = manifests.filter(({ kind, metadata }) => kind !== "Namespace" && metadata.namespace !== "colophon");

    expect(elsewhere).toEqual([]);
    expect(named("Namespace", "colophon")?.metadata.labels).toMatchObject({ "pod-security.kubernetes.io/enforce": "restricted" });
  });

  test("each process has a Deployment, a Service, a service account, settings, a disruption budget, a network policy and a scaler", () => {
    expect(own.map(({ metadata }) => metadata.name).toSorted()).toEqual(PROCESSES);
    for (const name of PROCESSES) {
      expect(["Service", "ServiceAccount", "PodDisruptionBudget", "NetworkPolicy"].filter((kind) => !named(kind, name))).toEqual([]);
      expect(ofKind("ConfigMap").map(({ metadata }) => metadata.name)).toContainEqual(expect.stringMatching(`^${name}-settings-`));
      const scalers = [...ofKind("HorizontalPodAutoscaler"), ...ofKind("ScaledObject")];
      expect(scalers.filter(({ spec }) => spec.scaleTargetRef.name === name)).toHaveLength(1);
    }
    expect(named("Job", "migrate")).toBeDefined();
  });

  test("each process requests the disk that it needs, so that no node has too many of them", () => {
    const disk = (name: string) =>
      podOf((named("Deployment", name) ?? named("Job", name)) as Manifest).spec.containers[0].resources.requests["ephemeral-storage"];

    expect(["asset", "asset-worker"].map(disk)).toEqual(["2Gi", "2Gi"]); // for uploads and images in progress
  });

  test("no container fills the disk of its node, and none is evicted before its volumes are full", () => {
    for (const { manifest, container } of containers) {
      const volumes = podOf(manifest).spec.volumes ?? [];
      const onDisk = volumes.flatMap(({ emptyDir }: any) =>
        emptyDir?.sizeLimit && emptyDir.medium !== "Memory" ? [bytesOf(emptyDir.sizeLimit)] : [],
      );
      const room = bytesOf(container.resources.limits["ephemeral-storage"]) - onDisk.reduce((sum: number, bytes: number) => sum + bytes, 0);

      expect(room).toBeGreaterThanOrEqual(LOGS_BYTES);
    }
  });

  test("no pod exceeds the restricted profile, and none has an API token", () => {
    for (const { spec } of withPods.map(podOf)) {
      expect(spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
    }
    for (const { container } of containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
    expect(ofKind("ServiceAccount").filter((account) => account["automountServiceAccountToken"] !== false)).toEqual([]);
  });

  test("every container has requests, limits, and an image with a fixed version", () => {
    for (const { owner, container } of containers) {
      for (const side of ["requests", "limits"])
        expect(Object.keys(container.resources[side])).toEqual(expect.arrayContaining(["cpu", "memory", "ephemeral-storage"]));
      expect(container.image).toMatch(/^[\w./-]+:[\w.-]*\d[\w.-]*$/);
      expect(container.image).not.toMatch(/:latest$/);
      const own =
        overlay === "own-repository" ? /^registry\.example\.com\/my-site:1$/ : new RegExp(`^[\\w./-]*colophon/${owner}:0\\.1\\.0$`);
      if (container.name === "process") expect(container.image).toMatch(own);
    }
  });

  test("each process has probes on a separate port, and stops after its callers have been redirected", () => {
    for (const { spec } of own) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      const [container] = containers;
      const paths = ["startupProbe", "readinessProbe", "livenessProbe"].map((probe) => container[probe].httpGet);
      expect(paths.map(({ path }) => path)).toEqual(["/livez", "/readyz", "/livez"]);
      for (const { port } of paths) expect(container.ports.map(({ name }: any) => name)).toContain(port);
      const [, preStopSeconds] = container.lifecycle.preStop.exec.command;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(preStopSeconds) + 25); // the maximum duration of a stop
    }
    expect(named("Deployment", "gateway")?.spec.template.spec.containers[0].readinessProbe.httpGet.port).toBe("operations");
  });

  test("selectors match exactly their pods", () => {
    const podsFor = (selector: any) => withPods.filter((manifest) => matches(selector, podOf(manifest).metadata.labels)).map(nameOf);
    for (const manifest of [...own, ...ofKind("PodDisruptionBudget")]) expect(podsFor(manifest.spec.selector)).toEqual([nameOf(manifest)]);
    for (const manifest of ofKind("Service")) {
      expect(podsFor({ matchLabels: manifest.spec.selector })).toEqual([nameOf(manifest)]);
      const [target] = withPods.filter((pod) => nameOf(pod) === nameOf(manifest));
      const ports = podOf(target as Manifest).spec.containers.flatMap(({ ports }: any) => ports.map(({ name }: any) => name));
      for (const { targetPort } of manifest.spec.ports) expect(ports).toContain(targetPort);
    }
    for (const { spec } of own)
      for (const { labelSelector, matchLabelKeys } of spec.template.spec.topologySpreadConstraints) {
        expect(matches(labelSelector, spec.template.metadata.labels)).toBe(true);
        expect(matchLabelKeys).toEqual(["app.kubernetes.io/name"]);
      }
  });

  test("sources of environment variables and files exist, or are declared as external secrets", () => {
    const databases = [...SERVICE_ROLES, "migrate"].map((role) => `database-${role.replace("_", "-")}`);
    const secretsFromOutside = ["asset-url-key", "cms-secret", ...databases, "identity-private-key", "redis", "smtp", "storage"];
    for (const manifest of withPods) {
      for (const source of podOf(manifest).spec.containers.flatMap(({ envFrom = [] }: any) => envFrom)) {
        const [kind, name] = source.secretRef ? ["Secret", source.secretRef.name] : ["ConfigMap", source.configMapRef.name];
        const fromOutside = !hasStores && (kind === "Secret" ? secretsFromOutside.includes(name) : name === "identity-public-keys");
        expect([name, fromOutside || named(kind, name) !== undefined]).toEqual([name, true]);
      }
    }
    for (const { data } of ofKind("ConfigMap").filter(({ metadata }) => metadata.name.includes("-settings-")))
      expect(Object.keys(data).filter((name) => !(name in ENV))).toEqual([]);
    expect(ofKind("Secret").length > 0).toBe(hasStores);
  });

  test("each process has the database URL of its own role, and migrate alone the owner's and the key of the roles", () => {
    const databasesOf = (manifest: Manifest): string[] =>
      podOf(manifest)
        .spec.containers.flatMap(({ envFrom = [] }: any) => envFrom.map(({ secretRef }: any) => secretRef?.name ?? ""))
        .filter((name: string) => name.startsWith("database"));
    const withDatabase = withPods.filter(
      (manifest) => [...PROCESSES, "migrate"].includes(nameOf(manifest)) && nameOf(manifest) !== "gateway",
    );

    for (const manifest of withDatabase)
      expect(databasesOf(manifest).map((name) => name.replace(/-[a-z0-9]{10}$/, ""))).toEqual([`database-${nameOf(manifest)}`]);
    if (!hasStores) return;
    const users = withDatabase.map((manifest) => {
      const data = named("Secret", databasesOf(manifest)[0] ?? "")?.["data"];
      expect(Object.keys(data)).toEqual(nameOf(manifest) === "migrate" ? ["DATABASE_ROLES_KEY", "DATABASE_URL"] : ["DATABASE_URL"]);
      return new URL(Buffer.from(data["DATABASE_URL"], "base64").toString()).username;
    });
    const roles = SERVICE_ROLES.map((role) => `colophon_${role}`);
    expect(users.toSorted()).toEqual(["colophon", ...roles].toSorted());
  });

  test("exactly these connections between pods are allowed", () => {
    const services = ["asset", "auth", "content", "search"].map((name) => `gateway → ${name}:8080`);
    const stores = [
      ...["asset", "asset-worker", "auth", "content", "email-worker", "migrate", "search", "webhook-worker"].map(
        (name) => `${name} → postgres:5432`,
      ),
      ...["asset", "asset-worker", "auth", "content", "email-worker", "gateway", "webhook-worker"].map((name) => `${name} → redis:6379`),
      ...["asset", "asset-worker"].map((name) => `${name} → minio:9000`),
      "email-worker → mail:1025",
    ];

    expect(allowedTrafficOf(manifests)).toEqual([...services, ...(hasStores ? stores : [])].toSorted());
  });

  test("exactly these connections into and out of the namespace are allowed", () => {
    const everywhere = "0.0.0.0/0 but 169.254.169.254/32"; // all addresses except the cloud provider's metadata service
    const stores = [
      ...["asset", "asset-worker", "auth", "content", "email-worker", "migrate", "search", "webhook-worker"].map(
        (name) => `${name} → 10.0.0.0/8:5432`,
      ),
      ...["asset", "asset-worker", "auth", "content", "email-worker", "gateway", "webhook-worker"].map(
        (name) => `${name} → 10.0.0.0/8:6379`,
      ),
      ...["asset", "asset-worker"].map((name) => `${name} → ${everywhere}:443`),
      ...["465", "587"].map((port) => `email-worker → ${everywhere}:${port}`),
    ];
    const expected = [
      ...withPods.flatMap((manifest) =>
        ["kube-system", "169.254.0.0/16 but 169.254.169.254/32"].map((dns) => `${nameOf(manifest)} → ${dns}:53`),
      ),
      ...PROCESSES.map((name) => `monitoring → ${name}:${name === "gateway" ? "operations" : "http"}`),
      hasStores ? "anywhere → gateway:http" : "ingress-nginx → gateway:http",
      `webhook-worker → ${everywhere}:443`,
      ...(hasStores ? [] : stores),
      ...(overlay === "keda" ? ["keda → redis:redis"] : []),
      ...(overlay === "monitoring" ? PROCESSES.map((name) => `${name} → monitoring:4318`) : []),
    ];

    expect(outsideOf(manifests)).toEqual(expected.toSorted());
  });
});

suite("the project", () => {
  const sourcesOf = (manifests: readonly Manifest[]) =>
    manifests
      .filter((manifest) => [...PROCESSES, "migrate"].includes(nameOf(manifest)) && podOf(manifest))
      .map((manifest) => {
        const { containers, volumes } = podOf(manifest).spec;
        const mount = containers[0].volumeMounts?.find(({ name }: any) => name === "project");
        const volume = volumes?.find(({ name }: any) => name === "project");
        return { name: nameOf(manifest), path: mount?.mountPath, sources: volume?.projected?.sources ?? (volume ? [volume] : []) };
      });
  const mapNamed = (manifests: readonly Manifest[], name: string) =>
    manifests.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name);

  test("every process has the configuration, and the files that it imports, in one folder", () => {
    const manifests = render("local", { imported: { "entities.ts": "export const entities = [];" } });

    const projects = sourcesOf(manifests);

    expect(projects.map(({ name }) => name).toSorted()).toEqual([...PROCESSES, "migrate"].toSorted());
    for (const { path, sources } of projects) {
      expect(path).toBe("/app/project");
      expect(sources[0].configMap.name).toMatch(/^project-\w+$/); // the name changes with each file, so that the processes restart
      expect(Object.keys(mapNamed(manifests, sources[0].configMap.name)?.["data"])).toEqual(["cms.config.ts", "entities.ts"]);
    }
  });

  test("the project may have no mail templates", () => {
    const worker = sourcesOf(render("local")).find(({ name }) => name === "email-worker");

    expect(worker?.sources[1].configMap).toMatchObject({ name: "mail", optional: true });
  });

  test("mail templates are mounted where the process that sends mail expects them", () => {
    const manifests = render("local", { hasMailTemplates: true });

    const worker = sourcesOf(manifests).find(({ name }) => name === "email-worker");
    const { name, items } = worker?.sources[1].configMap ?? {};
    const templates = readdirSync(join(ROOT, "services/auth/mail")).toSorted();

    expect(name).toMatch(/^mail-\w+$/);
    expect(Object.keys(mapNamed(manifests, name)?.["data"]).toSorted()).toEqual(templates.filter((file) => file.startsWith("sign-in.")));
    expect(items.map(({ key, path }: any) => [key, path]).toSorted()).toEqual(templates.map((file) => [file, `mail/${file}`]));
  });

  test("a separate repository deploys its own image: each process by its name, with nothing mounted over the project", () => {
    const manifests = render("own-repository");
    const commands = manifests
      .filter((manifest) => podOf(manifest))
      .map((manifest) => [nameOf(manifest), podOf(manifest).spec.containers[0].args]);

    expect(commands.toSorted()).toEqual([...PROCESSES, "migrate"].toSorted().map((name) => [name, [name]]));
    for (const { path, sources } of sourcesOf(manifests)) expect([path, sources]).toEqual([undefined, []]);
    expect(mapNamed(manifests, "project")).toBeUndefined();
    expect(manifests.filter(({ kind }) => kind === "Ingress").map(({ spec }) => spec.rules[0].host)).toEqual(["cms.example.org"]);
  });
});

suite("monitoring only", () => {
  const manifests = renderer ? render("monitoring") : [];

  test("every process is scraped once, at the port that is open for Prometheus", () => {
    const monitors = manifests.filter(({ kind }) => kind === "PodMonitor");
    const pods = manifests.filter(({ kind, metadata }) => kind === "Deployment" && PROCESSES.includes(metadata.name));
    const scraped = pods.flatMap((pod) =>
      monitors
        .filter(({ spec }) => matches(spec.selector, podOf(pod).metadata.labels))
        .map(({ spec }) => `monitoring → ${nameOf(pod)}:${spec.podMetricsEndpoints[0].port}`),
    );

    expect(scraped.toSorted()).toEqual(outsideOf(manifests).filter((way) => way.startsWith("monitoring → ")));
  });

  test("the dashboard has the label that Grafana expects", () => {
    const map = manifests.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === "colophon-dashboard");

    expect(map?.metadata.labels).toMatchObject({ grafana_dashboard: "1" });
    expect(JSON.parse(map?.["data"]["dashboard.json"]).title).toBe("Colophon");
  });
});

suite("local only", () => {
  test("all pods, scaled as in the documentation, fit on two cores together with the cluster's own pods", () => {
    const scaled = render("local").flatMap((manifest) =>
      Array<Manifest>(manifest.metadata.name.startsWith("asset") ? 3 : 1).fill(manifest),
    );
    const requests = scaled
      .filter(podOf)
      .flatMap((manifest) => podOf(manifest).spec.containers.map(({ resources }: any) => resources.requests));
    const sum = (of: string, unit: RegExp) => requests.reduce((total, request) => total + Number(unit.exec(request[of])?.[1]), 0);

    expect(sum("cpu", /^(\d+)m$/)).toBeLessThanOrEqual(1250);
    expect(sum("memory", /^(\d+)Mi$/)).toBeLessThanOrEqual(3072);
  });
});

suite("production only", () => {
  const manifests = renderer ? render("production") : [];

  test("callers reach only the gateway, over TLS, through the ingress controller", () => {
    const ingress = manifests.find(({ kind }) => kind === "Ingress");
    const gateway = manifests.find(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === "gateway");

    expect(ingress?.spec.tls[0].hosts).toEqual(ingress?.spec.rules.map(({ host }: any) => host));
    expect(ingress?.spec.rules[0].http.paths[0].backend.service.name).toBe("gateway");
    expect(gateway?.spec.ingress[0].from).toEqual([
      { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } } },
    ]);
    expect(manifests.filter(({ kind, spec }) => kind === "Service" && (spec.type ?? "ClusterIP") !== "ClusterIP")).toEqual([]);
  });
});

test.each([
  ["an unknown field", { spec: { replica: 2 } }, /spec\.replica is unknown/],
  ["a wrong type", { spec: { replicas: "2" } }, /spec\.replicas is "2", not number/],
  [
    "an unknown field deep inside",
    { spec: { template: { spec: { containers: [{ name: "a", imagePullPolice: "x" }] } } } },
    /imagePullPolice is unknown/,
  ],
])("the strict check refuses %s", (_, body, expected) => {
  const faults = faultsOf({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "x" }, ...body });

  expect(faults.join("\n")).toMatch(expected);
});

type Kinds = Readonly<Record<string, unknown>>;

/** @throws if a required field of the kind is missing, or a value is invalid */
function validate(manifest: Manifest): void {
  const groups: Readonly<Record<string, Kinds>> = {
    v1: core,
    "apps/v1": apps,
    "autoscaling/v2": autoscaling,
    "batch/v1": batch,
    "networking.k8s.io/v1": networking,
    "policy/v1": policy,
  };
  const Kind = groups[manifest.apiVersion]?.[manifest.kind];
  if (!isKind(Kind)) throw new Error(`kubernetes-models has no ${manifest.apiVersion} ${manifest.kind}`);
  new Kind(manifest.kind === "Secret" ? unwrapped(manifest) : manifest).validate();
}

function isKind(value: unknown): value is new (body: object) => { validate(): void } {
  return typeof value === "function";
}

/** Removes line breaks from base64 values: kustomize inserts them and Kubernetes accepts them, but the validation refuses them. */
function unwrapped(secret: Manifest): object {
  const data = Object.fromEntries(Object.entries<string>(secret["data"]).map(([key, text]) => [key, text.replaceAll(/\s/g, "")]));
  return { ...secret, data };
}

function nameOf({ metadata }: Manifest): string {
  return metadata.name;
}
