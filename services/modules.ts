import { billingModule } from "./billing/module";
import { chatModule } from "./chat/module";
import { crmModule } from "./crm/module";
import { identityModule } from "./identity/module";
import type { Client } from "./kit/client";
import { messagingModule } from "./messaging/module";
import { socialModule } from "./social/module";
import { ticketingModule } from "./ticketing/module";
import { uploadsModule } from "./uploads/module";
import { voiceModule } from "./voice/module";
import { webchatModule } from "./webchat/module";

/** Every service, by its name and in the order of the OpenAPI document. All that lists services is a loop over this. */
export const modules = {
  identity: identityModule,
  billing: billingModule,
  messaging: messagingModule,
  uploads: uploadsModule,
  crm: crmModule,
  ticketing: ticketingModule,
  chat: chatModule,
  webchat: webchatModule,
  social: socialModule,
  voice: voiceModule,
};
export type Modules = typeof modules;

/** A client of every service. */
export type ServiceClients = { [Name in keyof Modules]: Client<Modules[Name]["contract"]["calls"]> };

/** Every service of a process, started. */
export type ServiceInstances = { [Name in keyof Modules]: ReturnType<Modules[Name]["start"]> };

/** A value for each service, by its name. */
export function eachService<Value>(make: (module: Modules[keyof Modules]) => Value): {
  [Name in keyof Modules]: Value;
} {
  const values = Object.entries(modules).map(([name, module]) => [name, make(module)]);
  return Object.fromEntries(values) as { [Name in keyof Modules]: Value };
}
