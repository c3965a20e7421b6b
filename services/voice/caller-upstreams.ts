import type { chat } from "../chat/contract";
import type { crm } from "../crm/contract";
import type { Client } from "../kit/client";
import type { ticketing } from "../ticketing/contract";

/** The services that know who calls. */
export type CallerUpstreams = {
  crm: Pick<Client<typeof crm.calls>, "recordsWithPoint">;
  ticketing: Pick<Client<typeof ticketing.calls>, "customerTickets">;
  chat: Pick<Client<typeof chat.calls>, "contacts" | "followBreak">;
};
