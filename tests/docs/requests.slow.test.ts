import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "colophon/stack/settings.ts";
import { picture } from "../support/media/pictures.ts";
import { ADMIN, mailedCode, startTestStack, type TestStack } from "../support/stack/stack.ts";
import { blocksOf, PAGES, placeOf, type Block } from "./blocks.ts";
import { createSession, lackingIn, type Reply } from "./session.ts";

const SIGN_IN = "docs/guide/sign-in.md";
const TUTORIAL = "docs/tutorial.md";
/** The pages with requests to the example site. The sign-in page is first, because the other pages use its session. */
const OF_EXAMPLE = [SIGN_IN, ...PAGES.filter((page) => page !== SIGN_IN && page !== TUTORIAL && blocksOf(page).some(isRun))];
const folder = mkdtempSync(join(tmpdir(), "colophon-reader-"));
let stack: TestStack;
beforeAll(async () => {
  writeFileSync(join(folder, "map.jpg"), await picture("jpeg", { width: 400, height: 300 }));
  stack = await startTestStack({ configFile: join(ROOT, "cms.config.ts") });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(OF_EXAMPLE)("requests of %s to the example site have the shown answers", async (page) => {
  await readThrough(page, stack);
});

test("requests of the tutorial to its own site have the shown answers", async () => {
  const own = await startTestStack({ configFile: join(ROOT, "packages/create-colophon/templates/magazine/cms.config.ts") });
  try {
    await readThrough(SIGN_IN, own, (block) => block.text.includes("/api/auth/request") || block.text.includes("/api/auth/create"));
    await readThrough(TUTORIAL, own);
  } finally {
    await own.stop();
  }
});

function isRun({ words }: Block): boolean {
  return words.has("run");
}

/** Runs the shell examples of a page, and compares the answers with the JSON that the page shows. */
async function readThrough(page: string, { url, smtp }: TestStack, isMeant: (block: Block) => boolean = () => true): Promise<void> {
  const type = createSession({ url, folder, email: ADMIN, readMail: () => mailedCode(smtp, ADMIN) });
  let last: Reply | undefined;
  for (const block of blocksOf(page)) {
    if (isRun(block) && isMeant(block)) {
      const replies = await type(block);
      for (const { command, status, body } of replies) {
        const expected = block.words.get("run") === "400" ? 400 : Math.min(status, 399);
        expect({ place: placeOf(block), command, status, ...(status !== expected && { body }) }).toMatchObject({ status: expected });
      }
      last = replies.at(-1) ?? last;
    } else if (block.language === "json" && last !== undefined) {
      expect({ place: placeOf(block), lacking: lackingIn(last.body, JSON.parse(block.text)) }).toEqual({
        place: placeOf(block),
        lacking: [],
      });
      last = undefined;
    }
  }
}
