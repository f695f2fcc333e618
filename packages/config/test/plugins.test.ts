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

test("plugins are not called for a configuration whose top level is wrong", () => {
  const result = validateConfig({ ...site, entities: {}, plugins: [addField("seo", { name: "meta", type: "json" })] });

  expect(result.ok ? [] : result.problems).toEqual([{ path: "entities", message: "Make this an array instead of an object." }]);
});

test("a plugin that throws something else than an error is refused with it", () => {
  const seo: Plugin = function seo() {
    throw "no entity"; // eslint-disable-line typescript/only-throw-error
  };

  expect(problemsOf(seo)).toEqual([{ path: "plugins[0]", message: 'The plugin "seo" failed: no entity' }]);
});

test("what the configuration itself has twice is no mistake of a plugin", () => {
  const same: Plugin = function same(config) {
    return config;
  };
  const result = validateConfig({ ...site, entities: [...site.entities, ...site.entities], plugins: [same] });

  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toEqual(["entities[1].name"]);
});

test("a plugin that adds the same twice is refused", () => {
  const seo: Plugin = function seo({ entities, ...rest }) {
    const page = { name: "page", fields: [] };
    return { ...rest, entities: [...entities, page, page] };
  };

  expect(problemsOf(seo).map(({ message }) => message)).toEqual([
    'The plugin "seo" adds the entity "page", which it added itself already. Rename one of them, or leave one plugin out.',
  ]);
});

test("a route that a plugin adds may have the name of another with a different method, not with the same", () => {
  const handler = () => null;
  const adding = (method: "GET" | "POST"): Plugin =>
    function forms({ customRoutes = [], ...rest }) {
      return { ...rest, customRoutes: [...customRoutes, { name: "contact", method, handler }] };
    };
  const conflictsOf = (method: "GET" | "POST") => {
    const result = validateConfig({ ...site, customRoutes: [{ name: "contact", handler }], plugins: [adding(method)] });
    return result.ok ? [] : result.problems.map(({ message }) => message);
  };

  expect(conflictsOf("POST")).toEqual([]);
  expect(conflictsOf("GET")).toEqual([
    'The plugin "forms" adds the custom route GET "contact", which the configuration has already. Rename one of them, or leave one plugin out.',
  ]);
});

test("parts without a name that a plugin adds are reported for what they lack, not as the same", () => {
  const seo: Plugin = function seo({ entities, ...rest }) {
    return { ...rest, entities: [...entities, null, { fields: [] }, { fields: [] }] as typeof entities };
  };

  expect(problemsOf(seo)).toEqual([
    { path: "entities[1]", message: "Make this an entity, an object, instead of null." },
    { path: "entities[2].name", message: "Add this: it must be a text." },
    { path: "entities[3].name", message: "Add this: it must be a text." },
  ]);
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
