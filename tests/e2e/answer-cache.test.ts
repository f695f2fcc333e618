import { expect, test } from "@jest/globals";
import { freePort } from "../support/servers/free-port.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { make, NOBODY, useSite } from "./site.ts";

const port = await freePort();
const { untilKept } = createKeptAnswers(port);
const site = useSite({ OPS_PORT: String(port), ANSWER_CACHE_BYTES: "67108864" });

test("a record that is read again is answered without its service, as before", async () => {
  const { admin } = site.stack;
  const { id } = await make(admin, "author", { name: "Ines" });
  const read = () => admin.get(`/api/author/${id}`);
  const first = await read();

  await untilKept(read);
  const kept = await read();

  expect(kept.data).toEqual(first.data);
  expect(kept.headers.get("etag")).toBe(first.headers.get("etag"));
});

test("after a change, its answers and all that depend on it are new", async () => {
  const { admin } = site.stack;
  const { id } = await make(admin, "author", { name: "Before" });
  const reads = [`/api/author/${id}`, "/api/author?limit=100", `/api/author?filter[name]=After`, `/api/author/${NOBODY}`];
  for (const path of reads) await untilKept(() => admin.get(path));

  await admin.put(`/api/author/${id}`, { name: "After" });
  const [first, list, filtered] = await Promise.all(reads.map((path) => admin.get(path)));

  expect(first?.data.name).toBe("After");
  expect(list?.data.map(({ name }: { name: string }) => name)).toContain("After");
  expect(filtered?.data).toHaveLength(1);
});
