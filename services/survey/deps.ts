import type { billing } from "../billing/contract";
import type { CallerHeaders, Client } from "../kit/client";
import type { FileReaderDeps } from "../kit/contact-file/load";
import type { finishedCalls } from "../kit/contract.finished";
import type { messaging } from "../messaging/contract";
import type { ticketing } from "../ticketing/contract";
import type { uploads } from "../uploads/contract";
import type { whatsapp } from "../whatsapp/contract";

/** The services that surveys ask. */
export type SurveyUpstreams = {
  billing: Pick<Client<typeof billing.calls>, "payProduct" | "hold" | "settle" | "holdOf">;
  ticketing: Pick<Client<typeof ticketing.calls>, "openTicket" | "openHours" | "finished">;
  messaging: Pick<
    Client<typeof messaging.calls>,
    | "senders"
    | "audience"
    | "setContactFields"
    | "optedOut"
    | "questionTerms"
    | "sendQuestions"
    | "endReplies"
    | "expectReplies"
    | "setJoinWords"
  >;
  chat: Client<typeof finishedCalls>;
  crm: Client<typeof finishedCalls>;
  voice: Client<typeof finishedCalls>;
  uploads: Pick<Client<typeof uploads.calls>, "link" | "dropFiles">;
  whatsapp: Pick<Client<typeof whatsapp.calls>, "numbers" | "questionTerms" | "openWindows" | "askCustomer">;
};

/** What surveys need from outside. */
export type SurveyDeps = {
  /** Other services, asked in the name of a person. */
  clientsFor(caller: CallerHeaders): SurveyUpstreams;
  /** Other services, asked as a service for one account. */
  clientsOfAccount(account: string): SurveyUpstreams;
  /** What time it is, where that is not the time of the machine. */
  now?(): Date;
  /** Our own address, for the links of surveys. */
  publicUrl(): string;
  /** Where a file of old results is kept while it is read, and what reads it. */
  files: FileReaderDeps;
};
