import { randomBytes } from "node:crypto";
import { MailHostFault } from "../../connectors/email/imap";
import { constantTimeEqual } from "../../kit/constant-time";
import type { ChannelRow } from "../channels";
import type { Sample } from "../contract.forms";
import { mailHosts } from "../email/settings";
import { signInAt } from "../email/sign-in";
import type { Network } from "../network";

const nobody = "rehearsal@jibu.invalid";

/** E-mail: IMAP brings it (services/social/email/watch), SMTP takes it away. Its threads are in services/social/email. */
export const emailNetwork: Network = {
  pace: { perSecond: 10, between: 0 },
  words: {
    mend: "Give the mailbox its new password, or the host its new settings.",
    unsigned: "",
    waiting: "Write an email to this address from another one.",
  },
  line({ deps, row, secrets }) {
    const { imap, smtp } = mailHosts(row, secrets);
    return {
      async check() {
        await signInAt(deps, imap, smtp);
        return null;
      },
      hand: () => Promise.reject(new Error("an email is handed over with its thread")),
      download: () => Promise.reject(new Error("an email's files come with it")),
    };
  },
  read: () => ({ items: [], faults: ["An email is taken with its thread."] }),
  // Nothing posts mails to us; a rehearsal comes this way.
  proved: ({ proof }, given) => constantTimeEqual(given ?? "", proof),
  explain: (error) => (error instanceof MailHostFault ? error.message : undefined),
  rehearsal: { customers: [nobody], bodies: mails, proof: ({ proof }) => proof },
};

function mails({ external_id: to }: ChannelRow, sample: Sample): string[] {
  const mail = (text: string) =>
    [
      `From: Rehearsal <${nobody}>`,
      `To: ${to}`,
      "Subject: My order",
      `Message-ID: <rehearsal.${randomBytes(8).toString("hex")}@jibu.invalid>`,
      `Date: ${new Date().toUTCString()}`,
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
    ].join("\r\n");
  if (sample === "text") return [mail("Habari! Is my order on its way?")];
  if (sample === "album") return [1, 2, 3, 4, 5].map((n) => mail(`Mail ${n} of 5`));
  if (sample !== "duplicate") return [];
  const one = mail("This came three times and is shown once.");
  return [one, one, one];
}
