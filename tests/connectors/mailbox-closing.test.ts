import { expect, test } from "vitest";
import { startImap } from "../../sandbox/imap";
import { mailbox } from "../../sandbox/mailbox";
import { MailHostFault, openMailbox } from "../../services/connectors/email/imap";
import { isLoopback } from "../../services/kit/address";
import { rawMail } from "./mails";

test("a line that is being closed never says that a mail is gone: it would be passed over for good", async () => {
  const box = mailbox({ address: "support@savanna.test", password: "sandbox" });
  const imap = await startImap(box);
  const { uid } = box.deliver(rawMail({ "Message-ID": "<one@x>", From: "neema@mail.test" }));
  const host = {
    host: "127.0.0.1",
    port: imap.port,
    security: "none",
    user: box.address,
    password: "sandbox",
  } as const;
  const open = await openMailbox(host, { allow: isLoopback });
  expect(await open.raw(uid, "all")).toBeDefined();
  let closed = false;
  const closing = open.close().then(() => {
    closed = true;
  });
  const asked: Promise<unknown>[] = [];
  while (!closed) {
    asked.push(Promise.allSettled([open.raw(uid, "all"), open.listed(uid), open.after(0, 50)]));
    await new Promise(setImmediate);
  }
  await closing;
  asked.push(Promise.allSettled([open.raw(uid, "all"), open.listed(uid), open.after(0, 50)]));
  const answers = (await Promise.all(asked)).flat();
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) expect(answer).toMatchObject({ status: "rejected", reason: expect.any(MailHostFault) });
  await imap.close();
});
