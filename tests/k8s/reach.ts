import type { Manifest } from "./render.ts";
import { podOf } from "./render.ts";

interface Pod {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
}

/** The connections between two pods that the network policies allow, such as `gateway → content:8080`. */
export function allowedTrafficOf(manifests: readonly Manifest[]): string[] {
  const policies = policiesIn(manifests);
  const pods = podsIn(manifests);
  const connections = pods.flatMap((from) =>
    pods.flatMap((to) =>
      to.ports
        .filter((port) => from !== to && mayLeave(policies, from, to, port) && mayEnter(policies, from, to, port))
        .map(({ containerPort }) => `${from.name} → ${to.name}:${containerPort}`),
    ),
  );
  return connections.toSorted();
}

/**
 * The connections that the network policies allow between a pod and peers outside the namespace: `monitoring → content:http` from
 * another namespace, `content → 10.0.0.0/8:5432` to an address range, `anywhere → gateway:http` from any address.
 */
export function outsideOf(manifests: readonly Manifest[]): string[] {
  const connections = podsIn(manifests).flatMap(({ name, labels }) =>
    policiesIn(manifests)
      .filter(({ spec }) => matches(spec.podSelector, labels))
      .flatMap(({ spec }) => [
        ...endsOf(spec.ingress, "from").map(({ peer, port }) => `${peer} → ${name}:${port}`),
        ...endsOf(spec.egress, "to").map(({ peer, port }) => `${name} → ${peer}:${port}`),
      ]),
  );
  return [...new Set(connections)].toSorted();
}

function endsOf(rules: readonly any[] = [], side: "from" | "to"): { peer: string; port: string }[] {
  return rules.flatMap((rule) => {
    const ports = (rule.ports ?? [{ port: "any" }]).map(({ port }: any) => String(port));
    const peers = (rule[side] ?? [{}]).filter((peer: any) => !peer.podSelector || peer.namespaceSelector).map(outsider);
    return peers.flatMap((peer: string) => ports.map((port: string) => ({ peer, port })));
  });
}

function outsider({ ipBlock, namespaceSelector, podSelector }: any): string {
  if (ipBlock) return [ipBlock.cidr, ...(ipBlock.except ?? [])].join(" but ");
  if (!namespaceSelector) return "anywhere";
  const within = podSelector ? ` ${JSON.stringify(podSelector)}` : "";
  return (namespaceSelector.matchLabels?.["kubernetes.io/metadata.name"] ?? JSON.stringify(namespaceSelector)) + within;
}

function policiesIn(manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(({ kind }) => kind === "NetworkPolicy");
}

function podsIn(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap((manifest) => {
    const template = podOf(manifest);
    if (!template) return [];
    const ports = template.spec.containers.flatMap((container: any) => container.ports ?? []);
    return [{ name: manifest.metadata.name, labels: template.metadata.labels, ports }];
  });
}

type Port = Pod["ports"][number];

function mayLeave(policies: readonly Manifest[], from: Pod, to: Pod, port: Port): boolean {
  return isAllowed({ policies, direction: "Egress", self: from, other: to, port });
}

function mayEnter(policies: readonly Manifest[], from: Pod, to: Pod, port: Port): boolean {
  return isAllowed({ policies, direction: "Ingress", self: to, other: from, port });
}

interface TrafficCheck {
  readonly policies: readonly Manifest[];
  readonly direction: "Ingress" | "Egress";
  /** The pod whose policies apply. */
  readonly self: Pod;
  readonly other: Pod;
  /** The port of the called pod. */
  readonly port: Port;
}

function isAllowed({ policies, direction, self, other, port }: TrafficCheck): boolean {
  const mine = policies.filter(({ spec }) => spec.policyTypes.includes(direction) && matches(spec.podSelector, self.labels));
  if (mine.length === 0) return true;
  const [rules, peers] = direction === "Egress" ? ["egress", "to"] : ["ingress", "from"];
  const fitsPort = (rule: any) =>
    !rule.ports || rule.ports.some((allowed: any) => allowed.port === port.name || allowed.port === port.containerPort);
  const fitsPeer = (rule: any) => !rule[peers] || rule[peers].some((peer: any) => isPeer(peer, other));
  return mine.some(({ spec }) => (spec[rules] ?? []).some((rule: any) => fitsPort(rule) && fitsPeer(rule)));
}

/** Whether a peer of a policy selects the pod. All pods are in the policy's namespace, so peers in other namespaces and addresses don't. */
function isPeer(peer: any, { labels }: Pod): boolean {
  return peer.podSelector !== undefined && peer.namespaceSelector === undefined && matches(peer.podSelector, labels);
}

/** Whether a label selector matches the labels. */
export function matches(selector: any, labels: Record<string, string>): boolean {
  const exact = Object.entries(selector.matchLabels ?? {}).every(([key, value]) => labels[key] === value);
  const listed = (selector.matchExpressions ?? []).every(
    ({ key, operator, values }: any) => operator === "In" && values.includes(labels[key]),
  );
  return exact && listed;
}
