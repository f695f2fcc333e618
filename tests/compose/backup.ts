import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import type { Docker } from "./docker.ts";
import type { Editor } from "./editor.ts";

const LARGEST_EMPTY_BYTES = 1024;

/** Makes a backup with the commands of docs/operate/backup.md, but into another folder. */
export async function makeBackup({ shell }: Docker, folder: string): Promise<void> {
  mkdirSync(join(folder, "backup"), { recursive: true });
  await shell("docker compose exec -T postgres pg_dump -U colophon -Fc colophon > backup/database.dump");
  await shell("docker compose run --rm -T volumes tar -c . > backup/volumes.tar");
  for (const file of ["database.dump", "volumes.tar"])
    assert(statSync(join(folder, "backup", file)).size > LARGEST_EMPTY_BYTES, `${file} is empty`);
}

/** Restores the backup into an empty installation, with the commands of the same page. */
export async function restoreBackup({ shell }: Docker): Promise<void> {
  await shell("docker compose run --rm -T volumes tar -x < backup/volumes.tar");
  await shell("docker compose up --wait postgres");
  await shell("docker compose exec -T postgres pg_restore -U colophon -d colophon --no-privileges --exit-on-error < backup/database.dump");
  await shell("docker compose up --wait");
}

/** Waits until the derived files of an uploaded image exist. */
export async function untilPrepared({ get }: Editor, picture: { id: string }): Promise<void> {
  const blurhash = async () => {
    const { data } = (await (await get(`/api/_image/${picture.id}`)).json()) as { data: { blurhash: string | null } };
    return data.blurhash;
  };
  await eventually(blurhash, { what: "the image is prepared", everyMs: 250 });
}

/** The answers to an editor, by path: the list of authors, the record of the image, the image file and a derivative of it. */
export async function answersOf({ get }: Editor, picture: { id: string; url: string }): Promise<Record<string, string>> {
  const paths = ["/api/author?limit=100&sort=name", `/api/_image/${picture.id}`, picture.url, `${picture.url}?w=200&format=webp`];
  const answers = paths.map(async (path) => {
    const answer = await get(path);
    assert.equal(answer.status, 200, path);
    return [path, Buffer.from(await answer.arrayBuffer()).toString("base64")] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}
