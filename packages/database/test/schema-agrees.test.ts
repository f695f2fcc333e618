import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { TEST_LIMITS } from "../../../tests/support/database/test-limits.ts";
import { readModels } from "./datamodel.ts";
import { openDatabase } from "./support.ts";
import type { Opened } from "./support.ts";

let opened: Opened;
beforeAll(async () => void (opened = await openDatabase(TEST_LIMITS)));
afterAll(() => opened.close());

const COLUMNS = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable, a.atthasdef as "hasDefault"
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'cms'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;
const models = readModels();

test("the migrations create exactly the tables of schema.prisma", async () => {
  const rows = await opened.database.run({ text: "select tablename from pg_tables where schemaname = 'cms' order by 1" });

  expect(rows.map(({ tablename }) => tablename)).toEqual(models.map(({ table }) => table).toSorted());
});

test.each(models)("the columns of $table agree with schema.prisma", async ({ table, columns }) => {
  const rows = await opened.database.run<{ column: string }>({ text: `${COLUMNS} and c.relname = $1` }, [table]);

  const found = Object.fromEntries(rows.map(({ column, table: _, ...rest }: Record<string, unknown>) => [column, rest]));
  expect(found).toEqual(columns);
});

test.each(models)("$table has the indexes that schema.prisma asks for", async ({ table, indexes }) => {
  const rows = await opened.database.run<{ indexname: string }>(
    { text: "select indexname from pg_indexes where schemaname = 'cms' and tablename = $1" },
    [table],
  );

  expect(rows.map(({ indexname }) => indexname)).toEqual(expect.arrayContaining([...indexes]));
});

test("every model can be read through Prisma", async () => {
  const { prisma } = opened.database;

  const counts = await Promise.all([
    prisma.user.findMany(),
    prisma.image.findMany(),
    prisma.video.findMany(),
    prisma.file.findMany(),
    prisma.derivative.findMany(),
    prisma.loginRequest.findMany(),
    prisma.userOrigin.findMany(),
    prisma.notice.findMany(),
    prisma.session.findMany(),
    prisma.userSettings.findMany(),
    prisma.apiKey.findMany(),
    prisma.version.findMany(),
    prisma.draftClaim.findMany(),
    prisma.preview.findMany(),
    prisma.removal.findMany(),
    prisma.trashedRecord.findMany(),
    prisma.schedule.findMany(),
    prisma.outbox.findMany(),
    prisma.idempotency.findMany(),
    prisma.schemaState.findMany(),
    prisma.textState.findMany(),
    prisma.entityStamp.findMany(),
    prisma.event.findMany(),
    prisma.streamEvent.findMany(),
    prisma.streamSnapshot.findMany(),
    prisma.webhook.findMany(),
    prisma.webhookDelivery.findMany(),
    prisma.job.findMany(),
    prisma.jobRun.findMany(),
    prisma.jobList.findMany(),
    prisma.audit.findMany(),
    prisma.auditSeal.findMany(),
    prisma.auditDropped.findMany(),
    prisma.answerSuspension.findMany(),
  ]);

  expect(counts).toHaveLength(models.length);
});
