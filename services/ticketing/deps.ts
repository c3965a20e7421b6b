import type { chat } from "../chat/contract";
import type { identity } from "../identity/contract";
import type { CallerHeaders, Client } from "../kit/client";
import type { messaging } from "../messaging/contract";
import type { social } from "../social/contract";
import type { uploads } from "../uploads/contract";

/** Other services, asked as a service for one account, or for the caller. */
export type TicketingUpstreams = {
  identity: Client<typeof identity.calls>;
  uploads: Client<typeof uploads.calls>;
  chat: Pick<Client<typeof chat.calls>, "contact" | "writeFor">;
  social: Pick<Client<typeof social.calls>, "mailTicket" | "forgetMails">;
  messaging: Pick<Client<typeof messaging.calls>, "senders" | "price" | "createBlast" | "confirmBlast" | "messages">;
};

/** What the ticketing calls need from outside. */
export type TicketingDeps = {
  clientsFor(caller: CallerHeaders): TicketingUpstreams;
  clientsOfAccount(account: string): TicketingUpstreams;
  /** The account whose desk takes reported issues. */
  supportAccount: string;
  /** Our own address, for links in mails. */
  site?: string | undefined;
  now?(): Date;
};
