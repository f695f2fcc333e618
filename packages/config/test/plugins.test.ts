import { expect, test } from "@jest/globals";
import { validateConfig, type ConfigDefinition, type FieldDefinition, type Plugin } from "../src/index.ts";

const site: ConfigDefinition = {
  entities: [{ name: "article", fields: [{ name: "title", type: "text" }] }],
  roles: [{ name: "admin", isAdmin: true }],
};
const addField = (name: string, field: FieldDefinition): Plugin => {
  const plugin: Plugin = (config) => ({
    ...config,
    entities: config.entities.map((entity) => ({ ...entity, fields: [...entity.fields, field] })),
  });
  return Object.defineProperty(plugin, "name", { value: name });
};
const problemsOf = (...plugins: readonly unknown[]) => {
  const result = validateConfig({ ...site, plugins });
  return result.ok ? [] : result.problems;
};

test("plugins extend the configuration, each the result of the previous ones", () => {
  const seo = addField("seo", { name: "seo", type: "json" });
  const copies: Plugin = function copies({ entities, ...rest }) {
    return { ...rest, entities: [...entities, ...entities.map((entity) => ({ ...entity, name: `${entity.name}Copy` }))] };
  };

  const result = validateConfig({ ...site, plugins: [seo, copies] });

  expect(result.ok && result.config.entities.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([
    ["article", ["title", "seo"]],
    ["articleCopy", ["title", "seo"]],
  ]);
  expect(result.ok && "plugins" in result.config).toBe(false);
});

test("a field that two plugins add is refused with both names, and the second plugin has no effect", () => {
  const problems = problemsOf(addField("seo", { name: "meta", type: "json" }), addField("social", { name: "meta", type: "text" }));

  expect(problems).toEqual([
    {
      path: "plugins[1]",
      message:
        'The plugin "social" adds the field "meta" of "article", which the plugin "seo" added already. Rename one of them, or leave one plugin out.',
    },
  ]);
});

test.each<[string, Plugin, string]>([
  ["a field", addField("seo", { name: "title", type: "text" }), 'the field "title" of "article"'],
  ["an entity", function seo(config) { return { ...config, entities: [...config.entities, ...config.entities] }; }, 'the entity "article"'], // prettier-ignore
  ["a role", function seo(config) { return { ...config, roles: [...config.roles, ...config.roles] }; }, 'the role "admin"'], // prettier-ignore
])("%s that the configuration has is not added again", (_, plugin, noun) => {
  const messages = problemsOf(plugin).map(({ message }) => message);

  expect(messages).toContainEqual(
    `The plugin "seo" adds ${noun}, which the configuration has already. Rename one of them, or leave one plugin out.`,
  );
});

test("a mistake in what a plugin added names the plugin, one in the project's own part doesn't", () => {
  const result = validateConfig({
    entities: [{ name: "article", fields: [{ name: "title", type: "txt" }] }],
    roles: site.roles,
    plugins: [addField("seo", { name: "meta", type: "object", fields: [{ name: "words", type: "number", min: 2, max: 1 }] })],
  });

  expect(
    result.ok ? [] : result.problems.map(({ path, message }) => [path, /\(The plugin "(.*)" added this\.\)/.exec(message)?.[1]]),
  ).toEqual([
    ["entities[0].fields[0].type", undefined],
    [expect.stringMatching(/^entities\[0\]\.fields\[1\]\.fields\[0\]\./), "seo"],
  ]);
});

test.each<[string, unknown, string]>([
  ["that throws", function seo() { throw new Error("no entity"); }, 'The plugin "seo" failed: no entity'], // prettier-ignore
  ["that gives nothing", function seo() {}, 'The plugin "seo" must return the configuration, an object, instead of undefined.'], // prettier-ignore
  ["that is asynchronous", async function seo(config: object) { return config; }, 'The plugin "seo" must return the configuration, an object, instead of a promise.'], // prettier-ignore
  [
    "without a name",
    (
      () => (config: object) =>
        config
    )(),
    "Give this plugin's function a name: error messages contain it.",
  ],
])("a plugin %s is refused", (_, plugin, message) => {
  expect(problemsOf(plugin)).toEqual([{ path: "plugins[0]", message }]);
});

test("a plugin that modifies its argument fails, and the project's object is unchanged", () => {
  const careless: Plugin = function careless(config) {
    (config.entities as unknown[]).push({ name: "extra", fields: [] });
    return config;
  };

  expect(problemsOf(careless)).toEqual([
    { path: "plugins[0]", message: expect.stringMatching(/^The plugin "careless" failed: .*not extensible/) },
  ]);
  expect(site.entities).toHaveLength(1);
});

test("the same plugin twice is refused", () => {
  const seo = addField("seo", { name: "meta", type: "json" });

  expect(problemsOf(seo, seo)).toEqual([{ path: "plugins[1]", message: 'Remove this plugin: "seo" is plugins[0] already.' }]);
});

test("a plugin that isn't a function is refused with its place", () => {
  expect(problemsOf({ name: "seo" })).toEqual([{ path: "plugins[0]", message: "Make plugin a function." }]);
});
