import type { identity } from "../../identity/contract";
import type { Client } from "../../kit/client";
import type { uploads } from "../../uploads/contract";
import type { SharedSenderSetting } from "./shared";

/** What sender IDs need from outside; each client acts as a service for one account. */
export type SenderDeps = SharedSenderSetting & {
  identityFor(account: string): Pick<Client<typeof identity.calls>, "accountOf">;
  uploadsFor(account: string): Pick<Client<typeof uploads.calls>, "attach" | "filesOf" | "link">;
};

/** What the papers of a request belong to, in the uploads service. */
export const paperSubject = "sender ID";
