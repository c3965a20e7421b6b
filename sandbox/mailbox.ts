import { EventEmitter } from "node:events";

export type KeptMail = { uid: number; raw: Buffer; at: Date; flags: Set<string> };

export type Mailbox = ReturnType<typeof mailbox>;

/** One mailbox of the sandbox's mail host: what SMTP brings and IMAP shows. */
export function mailbox({ address, password }: { address: string; password: string }) {
  const changes = new EventEmitter().setMaxListeners(100);
  let mails: KeptMail[] = [];
  // As hosts do: a mailbox that was made anew is told from the one before.
  let uidValidity = Math.floor(Date.now() / 1000);
  let uidNext = 1;
  return {
    ...{ address, password, changes },
    mails: (): readonly KeptMail[] => mails,
    validity: () => ({ uidValidity, uidNext }),
    deliver(raw: Buffer | string, at = new Date(), flags: readonly string[] = []): KeptMail {
      const kept = { uid: uidNext++, raw: Buffer.from(raw), at, flags: new Set(flags) };
      mails.push(kept);
      changes.emit("mail");
      return kept;
    },
    remove(gone: (mail: KeptMail) => boolean) {
      mails = mails.filter((mail) => !gone(mail));
    },
    /** The host lost its index: the same mails under new numbers (RFC 3501 2.3.1.1). */
    renumber() {
      uidValidity++;
      uidNext = 1;
      mails = mails.map((mail) => ({ ...mail, uid: uidNext++ }));
    },
  };
}
