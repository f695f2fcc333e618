import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { validateConfig } from "@colophon/config";
import { compileSchema } from "@colophon/engine";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { lostRoles, newId } from "../src/index.ts";
import { openDatabase, type Opened } from "./support.ts";

let opened: Opened;
beforeAll(async () => void (opened = await openDatabase(TEST_LIMITS)));
afterAll(() => opened?.close());

test("roles that were removed from the configuration are reported with their users and valid keys", async () => {
  const checked = validateConfig({ entities: [], roles: [{ name: "admin", isAdmin: true }] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  const { pool, prisma } = opened.database;
  for (const [at, role] of ["admin", "intern", "intern", "guest"].entries())
    await pool.query("insert into cms.users (id, email, name, role) values ($1, $2, 'x', $3)", [newId(), `${at}@example.org`, role]);
  for (const [at, expiresAt] of [null, new Date(0)].entries())
    await prisma.apiKey.create({ data: { id: newId(), name: "k", keyPrefix: "cms_", keyHash: String(at), role: "intern", expiresAt } });

  expect(await lostRoles(opened.database, compileSchema(checked.config))).toEqual([
    { role: "guest", users: 1, keys: 0 },
    { role: "intern", users: 2, keys: 1 },
  ]);
});
