import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SmtpPool } from "../../services/connectors/email/smtp-pool";
import { emailFixture, type Fixture } from "./fixtures";

let given: Fixture;
beforeAll(async () => {
  given = await emailFixture();
});
afterAll(() => given.stop());

const leaseMs = 400;

test("a mail host that is slower than the lease: what it takes is known as sent", async () => {
  let taken = 0;
  const slow: SmtpPool = {
    async send() {
      // A batch of four is on the line for three times as long as nobody may have it in hand without a word.
      await pause((leaseMs * 3) / 4);
      taken += 1;
      return { kind: "sent", queueId: `q${taken}` };
    },
    close: () => undefined,
  };
  given.work({ pool: slow, batch: 4, connections: 1, atOnce: 1, leaseMs });
  const group = await given.group(Array.from({ length: 8 }, (_, n) => ({ email: `reader${n}@mail.test` })));
  const id = await given.send({ group_ids: [group] });
  const ended = await given.ended(id);
  expect(taken).toBe(8);
  expect(ended).toMatchObject({ status: "sent", sent: 8, unknown: 0 });
});
