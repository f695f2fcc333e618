/** The generated client: loaded when first used. */
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient } from "../../generated/client.ts";

/** A client that has loaded its query compiler. Sends nothing. */
export async function openPrisma(pool: pg.Pool): Promise<PrismaClient> {
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  await client.$connect();
  return client;
}
