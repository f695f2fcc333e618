/** A job every second, which writes when it begins and ends, and by whom. It does not end while `public.job_hold` has a row. */
import { setTimeout as sleep } from "node:timers/promises";

interface Db {
  $executeRawUnsafe(text: string, ...values: unknown[]): Promise<unknown>;
  $queryRawUnsafe(text: string): Promise<readonly unknown[]>;
}

const write = (db: Db, what: string) =>
  db.$executeRawUnsafe("insert into public.job_effects (what, pid) values ($1, $2)", what, process.pid);

export default {
  jobs: [
    {
      name: "steady",
      every: "1s",
      async run({ db }: { db: Db }) {
        await write(db, "begin");
        while ((await db.$queryRawUnsafe("select from public.job_hold")).length > 0) await sleep(20);
        await write(db, "end");
      },
    },
  ],
  entities: [{ name: "tag", fields: [{ name: "label", type: "text" }] }],
  roles: [{ name: "admin", isAdmin: true }],
};
