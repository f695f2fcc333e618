import { beforeAll, expect, test } from "@jest/globals";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import spectralRules from "@stoplight/spectral-rulesets";
import { validateConfig } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { describe as describeApi } from "@colophon/openapi";
import site from "./site.config.ts";

/** The type of Spectral's rules does not match the type that its constructor accepts. */
const OAS = { extends: [[spectralRules.oas, "recommended"]] } as unknown as Parameters<spectralCore.Spectral["setRuleset"]>[0];
const ROLES = ["admin", "visitor"];
const texts = new Map<string, string>();
beforeAll(() => {
  const validated = validateConfig(site);
  if (!validated.ok) throw new Error(JSON.stringify(validated.problems));
  const schema = compileSchema(validated.config);
  for (const role of ROLES) texts.set(role, JSON.stringify(describeApi(schema, role)));
});

test.each(ROLES)("the description for %s passes Redocly's recommended rules", async (role) => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: texts.get(role) ?? "", absoluteRef: "openapi.json", config });

  expect(problems.map(({ ruleId, message, location }) => [ruleId, location[0]?.pointer, message])).toEqual([]);
});

test.each(ROLES)("the description for %s passes Spectral's rules for OpenAPI", async (role) => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(OAS);
  const problems = await spectral.run(JSON.parse(texts.get(role) ?? "") as Record<string, unknown>);

  expect(problems.map(({ code, path, message }) => [code, path.join("/"), message])).toEqual([]);
});
