import { expect, test } from "@jest/globals";
import { ENV, type EnvName } from "@colophon/config";
import { gateway } from "../../../gateway/src/service.ts";
import { asset } from "../../../services/asset/src/service.ts";
import { assetWorker } from "../../../services/asset/src/worker.service.ts";
import { auth } from "../../../services/auth/src/service.ts";
import { emailWorker } from "../../../services/auth/src/worker.service.ts";
import { content } from "../../../services/content/src/service.ts";
import { webhookWorker } from "../../../services/content/src/worker.service.ts";
import { search } from "../../../services/search/src/service.ts";
import { environmentOf } from "../src/stack/environments.ts";
import { SERVICES } from "../src/stack/services.ts";

const DESCRIBED = [gateway, content, auth, search, asset, emailWorker, assetWorker, webhookWorker];
/** Read by the project's configuration and by libraries, not through the table. */
const OF_EVERY_PROCESS: readonly EnvName[] = ["NODE_ENV"];
const everything = Object.fromEntries(Object.keys(ENV).flatMap((name) => [name, `${name}_FILE`].map((key) => [key, "given"])));

test("every service that is described is started", () => {
  expect(SERVICES.map(({ name }) => name)).toEqual(DESCRIBED.map(({ name }) => name));
});

test.each(DESCRIBED)("$name gets the variables of the product that it reads, also as files, and no others", ({ name, reads }) => {
  const given = Object.keys(environmentOf(name, everything));

  const read = [...new Set([...reads, ...OF_EVERY_PROCESS])];
  expect(given.toSorted()).toEqual(read.flatMap((variable) => [variable, `${variable}_FILE`]).toSorted());
});

test("a service gets the project's own variables", () => {
  const given = environmentOf("asset-worker", { WEBHOOK_KEY: "k", CMS_SECRET: "s", npm_config_x: "1", NODE_OPTIONS: "--inspect" });

  expect(given).toEqual({ WEBHOOK_KEY: "k" });
});
