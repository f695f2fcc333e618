import { expect, test } from "@jest/globals";
import { confirmation } from "../../src/api/confirmation.ts";
import { sendConfirmed } from "../../src/api/send-confirmed.ts";

const refusal = (code: string) => Response.json({ error: { code, message: "No" } }, { status: 403 });
/** Returns the answers one after the other, and records what was sent. */
function sender(...answers: readonly Response[]) {
  const sent: (RequestInit | undefined)[] = [];
  const left = [...answers];
  const send = async (_: unknown, options?: RequestInit) => {
    sent.push(options);
    return left.shift() ?? Response.error();
  };
  return { sent, send };
}
const put = { method: "PUT", body: '{"role":"editor"}' };

test("a request that needs a confirmation is sent again unchanged after it", async () => {
  const { sent, send } = sender(refusal("CONFIRMATION_REQUIRED"), Response.json({ data: 1 }));

  const answer = await sendConfirmed(send, async () => true)("/api/_user/1", put);

  expect(await answer.json()).toEqual({ data: 1 });
  expect(sent).toEqual([put, put]);
});

test("without a confirmation the refusal is returned; a second refusal causes no third request", async () => {
  const cancelled = sender(refusal("CONFIRMATION_REQUIRED"));
  const again = sender(refusal("CONFIRMATION_REQUIRED"), refusal("CONFIRMATION_REQUIRED"));

  const answers = [
    await sendConfirmed(cancelled.send, async () => false)("/api/_user/1", put),
    await sendConfirmed(again.send, async () => true)("/api/_user/1", put),
  ];

  for (const answer of answers) expect(await answer.json()).toMatchObject({ error: { code: "CONFIRMATION_REQUIRED" } });
  expect([cancelled.sent.length, again.sent.length]).toEqual([1, 2]);
});

test("other refusals ask for no confirmation", async () => {
  const { sent, send } = sender(refusal("FORBIDDEN"));
  let asked = 0;

  const answer = await sendConfirmed(send, async () => ++asked > 0)("/api/_user/1", put);

  expect([answer.status, sent.length, asked]).toEqual([403, 1, 0]);
});

test("requests that wait at the same time share one dialog, and later ones get a new one; without a dialog there is no confirmation", async () => {
  const alone = await confirmation.ask();
  let changes = 0;
  const end = confirmation.subscribe(() => void changes++);
  const both = Promise.all([confirmation.ask(), confirmation.ask()]);
  confirmation.settle(true);
  const first = await both;
  const later = confirmation.ask();
  confirmation.settle(false);

  expect([alone, first, await later, changes]).toEqual([false, [true, true], false, 4]);
  end();
});
