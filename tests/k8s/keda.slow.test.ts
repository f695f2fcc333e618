import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { HAS_SENTINEL, startSentinels } from "../support/servers/sentinel.ts";
import { podOf, render, renderer, ROOT, type Manifest } from "./render.ts";

(renderer ? describe : describe.skip)("KEDA", () => {
  test("watches each queue of the image workers, and scales only these", () => {
    const [scaled] = render("keda").filter(({ kind }) => kind === "ScaledObject");
    const jobs = readFileSync(join(ROOT, "services/asset/src/jobs.ts"), "utf8");
    const queues = [...jobs.matchAll(/queue: "(.+)"/g)].map(([, queue]) => `bull:${queue}:wait`);

    expect(scaled?.spec.scaleTargetRef).toEqual({ name: "asset-worker" });
    expect(scaled?.spec.triggers.map(({ metadata }: any) => metadata.listName).toSorted()).toEqual(queues.toSorted());
  });

  test("takes the address and the password of Redis from the environment of the workers", () => {
    const manifests = render("keda");
    const triggers = manifests.find(({ kind }) => kind === "ScaledObject")?.spec.triggers ?? [];
    const worker = manifests.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "asset-worker");
    const names = podOf(worker as Manifest).spec.containers[0].envFrom.flatMap(({ configMapRef }: any) => configMapRef?.name ?? []);
    const settings = manifests.filter(({ kind, metadata }) => kind === "ConfigMap" && names.includes(metadata.name));

    const given = { addressFromEnv: "REDIS_ADDRESS", usernameFromEnv: "REDIS_USERNAME", passwordFromEnv: "REDIS_PASSWORD" };
    for (const { metadata } of triggers) expect(metadata).toMatchObject(given);
    expect(settings.map((map) => map["data"].REDIS_ADDRESS).filter(Boolean)).toEqual(["redis.colophon.svc:6379"]);
  });

  test("asks the Sentinels, and with TLS, with the components for both", () => {
    const manifests = render("keda-sentinel");
    const plain = triggersOf(render("keda"));
    const authentication = manifests.find(({ kind }) => kind === "TriggerAuthentication");

    expect(triggersOf(manifests)).toEqual(
      plain.map(({ metadata: { addressFromEnv: _, ...metadata } }) => ({
        type: "redis-sentinel",
        metadata: {
          ...metadata,
          addressesFromEnv: "REDIS_SENTINELS",
          sentinelMasterFromEnv: "REDIS_SENTINEL_NAME",
          sentinelPasswordFromEnv: "REDIS_SENTINEL_PASSWORD",
          enableTLS: "true",
        },
        authenticationRef: { name: authentication?.metadata.name },
      })),
    );
    expect(authentication?.spec).toEqual({ secretTargetRef: [{ parameter: "ca", name: "redis", key: "REDIS_CA" }] });
  });

  (HAS_SENTINEL ? test : test.skip)("the variables of a site with Sentinels and TLS are what its questions need", async () => {
    const { variables, stop } = await startSentinels();
    const { REDIS_CA_FILE = "", REDIS_URL = "", ...own } = variables;
    const environment = {
      ...own,
      REDIS_PASSWORD: decodeURIComponent(new URL(REDIS_URL).password),
      REDIS_CA: readFileSync(REDIS_CA_FILE, "utf8"),
    };
    try {
      for (const trigger of triggersOf(render("keda-sentinel"))) expect(await lengthBy(trigger, environment)).toBe(0);
    } finally {
      await stop();
    }
  });
});

interface Trigger {
  readonly type: string;
  readonly metadata: Readonly<Record<string, string>>;
}

function triggersOf(manifests: readonly Manifest[]): readonly Trigger[] {
  return manifests.find(({ kind }) => kind === "ScaledObject")?.spec.triggers ?? [];
}

/** The length of a queue, as KEDA asks for it with these values. */
async function lengthBy({ metadata }: Trigger, environment: Readonly<Record<string, string>>): Promise<number> {
  const valueOf = (name: string) => environment[metadata[`${name}FromEnv`] ?? ""] ?? "";
  const tls = { ca: environment["REDIS_CA"] ?? "" };
  const client = new Redis({
    sentinels: valueOf("addresses")
      .split(",")
      .map((address) => ({ host: address.split(":")[0] ?? "", port: Number(address.split(":")[1]) })),
    name: valueOf("sentinelMaster"),
    password: valueOf("password"),
    sentinelPassword: valueOf("sentinelPassword"),
    tls,
    sentinelTLS: tls,
    enableTLSForSentinelMode: metadata["enableTLS"] === "true",
  });
  try {
    return await client.llen(metadata["listName"] ?? "");
  } finally {
    client.disconnect();
  }
}
