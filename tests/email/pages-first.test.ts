import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drawPage } from "../../services/kit/pages-under-way";
import { emailFixture, type Fixture, until } from "./fixtures";

let given: Fixture;

beforeAll(async () => {
  given = await emailFixture();
});
afterAll(() => given?.stop());

/** A mail host that takes some milliseconds for each mail, and how many it has at once. */
function slowHost() {
  const mails = { atOnce: 0, most: 0 };
  const pool = {
    async send() {
      mails.atOnce += 1;
      mails.most = Math.max(mails.most, mails.atOnce);
      await pause(5);
      mails.atOnce -= 1;
      return { kind: "sent" as const, queueId: "" };
    },
    close: () => undefined,
  };
  return { mails, pool };
}

test("beside a page a mailing has one batch in hand and goes on; without one it has as many as it may", async () => {
  const { mails, pool } = slowHost();
  const readers = (name: string, many: number) =>
    given.group(Array.from({ length: many }, (_, n) => ({ email: `${name}${n}@mail.test` })));
  let end = () => {};
  const page = drawPage(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  given.work({ pool: pool as never, batch: 10, connections: 2, atOnce: 3 });
  const beside = await given.ended(await given.send({ group_ids: [await readers("beside", 120)] }));
  expect(beside).toMatchObject({ status: "sent", sent: 120 });
  expect(mails.most).toBe(2);

  end();
  await page;
  const id = await given.send({ group_ids: [await readers("alone", 2_000)] });
  await until("several batches are in hand", async () => mails.most > 2);
  await given.ask("cancelMailing", { params: { id } });
});
