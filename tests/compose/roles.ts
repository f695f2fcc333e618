import assert from "node:assert/strict";
import { SERVICE_ROLES } from "@colophon/database";
import type { Docker } from "./docker.ts";

const OWNERS =
  "select count(*) from pg_stat_activity where usename = 'colophon' and backend_type = 'client backend' and pid <> pg_backend_pid()";

/** Checks that each service's container has only the database URL of its own role, and that no process connects as the database owner. */
export async function checkDatabaseRoles({ compose, containersOf, docker }: Docker): Promise<void> {
  for (const role of SERVICE_ROLES) {
    const [container = ""] = await containersOf(role.replace("_", "-"));
    const found = await docker("exec", container, "find", "/secrets", "-name", "database*");
    assert.equal(found.trim(), "/secrets/own/database-url");
    const url = new URL(await docker("exec", container, "cat", "/secrets/own/database-url"));
    assert.equal(url.username, `colophon_${role}`);
  }
  const owners = await compose("exec", "--no-TTY", "postgres", "psql", "-U", "colophon", "-At", "-c", OWNERS);
  assert.equal(owners.trim(), "0");
}
