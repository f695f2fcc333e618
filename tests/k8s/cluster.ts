import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Docker } from "../compose/docker.ts";
import type { Pod, Volume } from "./pods.ts";

export type Cluster = ReturnType<typeof createCluster>;

/**
 * Runs pods on a Docker engine as a cluster does: starts them at the same time and runs their probes. Each pod has its own Docker
 * network, which only the pods join that the network policies allow to call it. All other pods can neither resolve its name nor
 * connect to it.
 */
export function createCluster({ docker }: Pick<Docker, "docker">, pods: readonly Pod[], prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), "colophon-pods-"));
  const running: { readonly pod: Pod; readonly id: string }[] = [];
  let volumes = 0;
  const networkOf = (name: string) => `${prefix}-${name}`;

  async function mountOf({ name: owner, container }: Pod, { mountPath, files, file = "", group }: Volume): Promise<string> {
    const name = `${prefix}-${owner}-${volumes++}`;
    if (files) {
      mkdirSync(join(folder, name));
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name, path)), { recursive: true });
        writeFileSync(join(folder, name, path), text);
      }
      return `--volume=${join(folder, name, file)}:${mountPath}:ro`;
    }
    const ownedByGroup = `chgrp ${group} /volume && chmod 2775 /volume`;
    const asRoot = [`--label=${prefix}`, "--rm", "--user=0", "--entrypoint=sh", `--volume=${name}:/volume`];
    await docker("run", ...asRoot, container.image, "-c", ownedByGroup);
    return `--volume=${name}:${mountPath}`;
  }

  async function start(pod: Pod): Promise<string> {
    const mounts = await Promise.all(pod.volumes.map((volume) => mountOf(pod, volume)));
    const settings = [`--label=${prefix}`, "--no-healthcheck", "--network=none", ...pod.limits, ...pod.environment, ...mounts];
    const id = (await docker("create", ...settings, pod.container.image, ...(pod.container.args ?? []))).trim();
    await docker("network", "disconnect", "none", id);
    await docker("network", "connect", ...pod.aliases.map((alias) => `--alias=${alias}`), networkOf(pod.name), id);
    for (const name of pod.mayCall) await docker("network", "connect", networkOf(name), id);
    await docker("start", id);
    running.push({ pod, id });
    return id;
  }

  async function addressOf(id: string): Promise<string> {
    const format = "{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}";
    return (await docker("inspect", id, "--format", format)).trim().split(" ")[0] ?? "";
  }

  async function passes(pod: Pod, id: string, probe: any): Promise<boolean> {
    const portOf = (named: string) => pod.container.ports.find(({ name }: any) => name === named)?.containerPort;
    const limit = AbortSignal.timeout(probe.timeoutSeconds * 1000);
    if (probe.exec)
      return docker("exec", id, ...probe.exec.command).then(
        () => true,
        () => false,
      );
    const address = await addressOf(id);
    if (probe.tcpSocket) return connects(address, portOf(probe.tcpSocket.port), limit);
    const { path, port } = probe.httpGet;
    return fetch(`http://${address}:${portOf(port)}${path}`, { signal: limit }).then(
      ({ status }) => status >= 200 && status < 400,
      () => false,
    );
  }

  /** Repeats a probe until it passes. @throws Error if the pod is not running, or the probe failed more often than its threshold allows */
  async function untilPasses(pod: Pod, id: string, probe: any): Promise<void> {
    for (let failures = 0; !(await passes(pod, id, probe)); failures++) {
      const state = (await docker("inspect", id, "--format", "{{.State.Status}}")).trim();
      if (state !== "running" || failures > (probe.failureThreshold ?? 3)) throw new Error(`${pod.name} is ${state}, but its probe fails`);
      await sleep((probe.periodSeconds ?? 10) * 1000);
    }
  }

  return {
    /** Creates the networks and starts one replica of each pod, all at the same time. */
    async apply(): Promise<void> {
      for (const { name } of pods) await docker("network", "create", "--internal", networkOf(name));
      await Promise.all(pods.map(start));
    },

    /** Starts another replica of a pod. */
    async scale(name: string): Promise<void> {
      const pod = pods.find((other) => other.name === name);
      if (!pod) throw new Error(`There is no pod ${name}`);
      await start(pod);
    },

    /** Waits until all jobs have succeeded and the startup, readiness and liveness probes of all other pods pass. */
    async untilReady(): Promise<void> {
      const settled = running.map(async ({ pod, id }) => {
        if (pod.kind === "Job") {
          const status = (await docker("wait", id)).trim();
          if (status !== "0") throw new Error(`${pod.name} exited with status ${status}`);
          return;
        }
        const { startupProbe, readinessProbe, livenessProbe } = pod.container;
        await untilPasses(pod, id, startupProbe);
        await untilPasses(pod, id, { ...readinessProbe, failureThreshold: 40 });
        await untilPasses(pod, id, livenessProbe);
      });
      await Promise.all(settled);
    },

    containersOf: async (name: string): Promise<string[]> => running.filter(({ pod }) => pod.name === name).map(({ id }) => id),

    addressOf,

    logs: (id: string): Promise<string> => docker("logs", id),

    /** Removes all containers, networks, volumes and temporary files. */
    async remove(): Promise<void> {
      const ids = (await docker("ps", "--all", "--quiet", `--filter=label=${prefix}`)).split("\n").filter(Boolean);
      if (ids.length > 0) await docker("rm", "--force", "--volumes", ...ids);
      for (const kind of ["network", "volume"]) {
        const names = (await docker(kind, "ls", "--format={{.Name}}", `--filter=name=${prefix}-`)).split("\n").filter(Boolean);
        if (names.length > 0) await docker(kind, "rm", ...names);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function connects(host: string, port: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal }, () => resolve(true));
    socket.once("error", () => resolve(false)).once("connect", () => socket.destroy());
  });
}
