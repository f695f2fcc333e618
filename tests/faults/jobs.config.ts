/** A job every three seconds, which takes one second and writes when it begins and ends, and by whom. */
import { setTimeout as sleep } from "node:timers/promises";

const write = (db: { $executeRawUnsafe(text: string, ...values: unknown[]): Promise<unknown> }, what: string) =>
  db.$executeRawUnsafe("insert into public.job_effects (what, pid) values ($1, $2)", what, process.pid);

export default {
  jobs: [
    {
      name: "steady",
      every: "3s",
      async run({ db }: { db: Parameters<typeof write>[0] }) {
        await write(db, "begin");
        await sleep(1_000);
        await write(db, "end");
      },
    },
  ],
  entities: [{ name: "tag", fields: [{ name: "label", type: "text" }] }],
  roles: [{ name: "admin", isAdmin: true }],
};
