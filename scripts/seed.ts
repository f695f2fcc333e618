import { createApiKeys } from "@colophon/database";
import { readArguments } from "./arguments.ts";
import { fill, type Send } from "./seed/fill.ts";
import { AUTHORS, PAGES, STORIES, TAGS } from "./seed/magazine.ts";
import { StartError } from "colophon/stack/settings.ts";
import { runTool } from "./tool.ts";

readArguments("Usage: pnpm seed, while the example site is running.", {});

/** `pnpm seed`: fills the running example site with a small magazine, and prints a `curl` command for each role. */
await runTool(async ({ url, config, database }) => {
  const missing = ["article", "author", "tag", "page", "settings"].filter(
    (name) => !config.entities.some((entity) => entity.name === name),
  );
  if (missing.length > 0) throw new StartError(`The seed is for the example site: this configuration has no ${missing.join(", ")}.`);
  if ((await database.prisma.apiKey.count({ where: { name: { startsWith: "seed: " } } })) > 0)
    throw new StartError("This site already contains the seed data. For a new site, stop it and remove its data folder.");

  const apiKeys = createApiKeys({ db: database });
  const keys = new Map<string, string>();
  for (const { name: role } of config.roles.filter((role) => role.public !== true)) {
    const { key } = await apiKeys.create({ name: `seed: ${role}`, role, expiresAt: null }, null);
    keys.set(role, key);
  }
  const admin = config.roles.find(({ isAdmin }) => isAdmin === true)?.name ?? "";
  await fill(sender(url, keys.get(admin) ?? ""));

  console.log(
    `${url} now holds ${STORIES.length} articles, ${AUTHORS.length} authors, ${TAGS.length} tags and ${PAGES.length} pages in two languages.\n`,
  );
  const list = `'${url}/api/article?filter[section]=culture&sort=-date&limit=3&fields=title,date&resolve[author]=name'`;
  for (const { name } of config.roles) {
    const key = keys.get(name);
    console.log(`# as ${name}\ncurl -g ${list}${key === undefined ? "" : ` -H 'Authorization: Bearer ${key}'`}`);
  }
});

function sender(url: string, key: string): Send {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api/${path}`, { method, headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new StartError(`${method} /api/${path} was refused: ${text}`);
    return JSON.parse(text).data;
  };
}
