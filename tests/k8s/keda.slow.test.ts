import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
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
});
