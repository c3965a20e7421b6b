import type { NoticeKind } from "../rules/notices";
import type { BillingDeps } from "./billing/deps";
import { billingTasks } from "./billing/jobs";
import { chatTasks } from "./chat/service";
import type { ServiceClients } from "./embedded";
import { accountStatusTasks } from "./identity/accounts/account-status";
import { privacyTasks } from "./identity/privacy/jobs";
import { delegationTasks } from "./identity/reseller/delegation";
import { priceTasks } from "./identity/reseller/price";
import { type SignUpJobDeps, signUpTasks } from "./identity/signup/jobs";
import type { Database } from "./kit/database";
import type { Tasks } from "./kit/jobs";
import { type MailDeps, mailTasks } from "./kit/mail-tasks";
import { type NoticePeople, noticeTasks } from "./kit/notice-tasks";
import type { Storage } from "./kit/storage";
import type { ContactDeps } from "./messaging/contacts/service";
import { messagingTasks } from "./messaging/service";
import { socialCarrier } from "./social/carrier";
import type { SocialContext } from "./social/deps";
import { socialTasks } from "./social/drain";
import { answerTasks } from "./ticketing/answers/jobs";
import { ticketPurgeTasks } from "./ticketing/person/jobs";
import { ticketingTasks } from "./ticketing/service";
import { uploadsTasks } from "./uploads/service";

/** What the queued jobs of all services need. */
export type TaskDeps = ContactDeps & {
  storage: Storage;
  /** Every service, asked as a service for one account. */
  clientsOfAccount(account: string): ServiceClients;
  mail: MailDeps;
  signUp: SignUpJobDeps;
  billing: BillingDeps;
  /** What the jobs of the social channels work with. */
  social: SocialContext;
};

/** Every queued job there is, by its name. */
export function allTasks(database: Database, deps: TaskDeps): Tasks {
  return {
    ...messagingTasks(database, deps),
    ...uploadsTasks(database, deps.storage),
    ...ticketingTasks(database),
    ...answerTasks({
      ...{
        database,
        clientsOfAccount: deps.clientsOfAccount,
        sendMail: deps.mail.sendMail,
        load: deps.social.deps.load,
      },
      secret: deps.signUp.serviceSecret,
    }),
    ...chatTasks(database, {
      ...{ secret: deps.signUp.serviceSecret, carrier: socialCarrier(deps) },
      async dropFile(account, id) {
        const answer = await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids: [id] } });
        if (answer.status !== 200) throw new Error(answer.body.message);
      },
    }),
    ...socialTasks(deps.social),
    ...ticketPurgeTasks(database, deps),
    ...mailTasks(deps.mail),
    ...noticeTasks(database, noticePeople(deps.clientsOfAccount)),
    ...signUpTasks(database, deps.signUp),
    ...billingTasks(database, deps.billing),
    ...privacyTasks(database, deps),
    ...accountStatusTasks(database, deps),
    ...priceTasks(database, deps),
    ...delegationTasks(database),
  };
}

/** Whom notices are for, as the identity service knows it. */
function noticePeople(clientsOfAccount: TaskDeps["clientsOfAccount"]): NoticePeople {
  const ask = async (account: string, body: { ids?: string[]; audience?: NoticeKind }) => {
    const answer = await clientsOfAccount(account).identity.noticePeople({ body });
    // Thrown, so that it is tried again later.
    if (answer.status !== 200) throw new Error(`identity answered ${answer.status}`);
    return answer.body.data;
  };
  return {
    people: (account, ids) => ask(account, { ids: [...ids] }),
    audience: (account, kind) => ask(account, { audience: kind }),
  };
}
