/** Whether PostgreSQL has room for the connections of all processes: their numbers are in the settings, their replicas in the scalers. */
import { SERVICE_ROLES } from "@colophon/database";
import { describe, expect, test } from "@jest/globals";
import { podOf, render, renderer, type Manifest } from "./render.ts";

/** The job `migrate` opens this many. */
const MIGRATION_CONNECTIONS = 3;
/** For operators, their tools and backups. */
const RESERVED_CONNECTIONS = 20;

(renderer ? describe : describe.skip)("connections to PostgreSQL", () => {
  test.each(["local", "production", "keda"] as const)(
    "%s: max_connections is enough with every scaler at its maximum while each process is replaced",
    (overlay) => {
      const manifests = render(overlay);
      const named = (kind: string, name: string) => manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

      const processes = SERVICE_ROLES.map((role) => role.replace("_", "-"));
      const opened = processes.map((name) => connectionsOf(manifests, named("Deployment", name)));
      const total = opened.reduce((sum, item) => sum + item, MIGRATION_CONNECTIONS);

      expect(opened.every((count) => count > 0)).toBe(true);
      expect(total).toBeLessThanOrEqual(
        maxConnections(named("StatefulSet", "postgres"), named("NetworkPolicy", "postgres-clients")) - RESERVED_CONNECTIONS,
      );
    },
  );
});

/** Of a server in the cluster from its arguments, of one outside from the annotation. */
function maxConnections(server: Manifest | undefined, clients: Manifest | undefined): number {
  if (server) return Number(/max_connections=(\d+)/.exec(podOf(server).spec.containers[0].args.join(" "))?.[1]);
  return Number(Object(clients?.metadata)["annotations"]["colophon/max-connections"]);
}

function connectionsOf(manifests: readonly Manifest[], deployment: Manifest | undefined): number {
  const { metadata, spec } = deployment ?? { metadata: { name: "" }, spec: {} };
  const scalers = manifests.filter(({ kind }) => kind === "HorizontalPodAutoscaler" || kind === "ScaledObject");
  const scaler = scalers.find((scaler) => scaler.spec.scaleTargetRef.name === metadata.name)?.spec;
  const settings = manifests.find(({ kind, metadata: { name } }) => kind === "ConfigMap" && name.startsWith(`${metadata.name}-settings-`));
  const pods = (scaler.maxReplicas ?? scaler.maxReplicaCount) + spec.strategy.rollingUpdate.maxSurge;
  return pods * Number(settings?.["data"].DATABASE_POOL_SIZE);
}
