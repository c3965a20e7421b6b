import type { NoticeKind } from "../../rules/notices";
import type { billing } from "../billing/contract";
import { addressBytes, block, inBlock } from "../kit/address";
import { type Client, remote } from "../kit/client";
import type { Database } from "../kit/database";
import { missingSettings } from "../kit/environment";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { type NoticePeople, noticeTasks } from "../kit/notice-tasks";
import type { Introspect } from "../kit/principal";
import type { messaging } from "../messaging/contract";
import type { uploads } from "../uploads/contract";
import { accountStatusTasks } from "./accounts/account-status";
import { identity } from "./contract";
import type { IdentityDeps } from "./deps";
import { privacyTasks } from "./privacy/jobs";
import { delegationTasks } from "./reseller/delegation";
import { priceTasks } from "./reseller/price";
import { identityService, introspectIn } from "./service";
import { type IdentitySettings, identitySettings } from "./settings";
import { signUpTasks } from "./signup/jobs";
import { tidy } from "./store";
import { type DeliverDeps, startWebhooks, tidyWebhooks } from "./webhooks/deliver";

type Clients = {
  identity: Client<typeof identity.calls>;
  billing: Client<typeof billing.calls>;
  messaging: Client<typeof messaging.calls>;
  uploads: Client<typeof uploads.calls>;
};
type Platform = ServicePlatform<IdentitySettings, Clients>;

/** Accounts, people and how they sign in. */
export const identityModule = serviceModule({
  contract: identity,
  settings: identitySettings,
  settingFaults: (settings) => (settings.FACEBOOK_APP_ID ? missingSettings(settings, ["FACEBOOK_APP_SECRET"]) : []),
  start(platform: Platform) {
    const { database, clientsOfAccount, options } = platform;
    const deps = depsOf(platform);
    const given = {
      ...{ ...deps, clientsOfAccount, childrenOf: clientsOfAccount },
      uploadsFor: (account: string) => clientsOfAccount(account).uploads,
    };
    return {
      served: identityService(database, platform.settings.CLIENT_ID, options, given),
      tasks: () => ({
        ...noticeTasks(database, noticePeople(clientsOfAccount)),
        ...signUpTasks(database, deps),
        ...privacyTasks(database, { clientsOfAccount }),
        ...accountStatusTasks(database, { clientsOfAccount }),
        ...priceTasks(database, { clientsOfAccount, openWallet: deps.openWallet }),
        ...delegationTasks(database),
      }),
      startWork: () => startWebhooks(database, webhookDeps(platform)),
      tidy: async () => {
        await tidy(database.db);
        await tidyWebhooks(database);
      },
    };
  },
});

/** Web hooks lead to public addresses, and to the hosts that the operator allows. */
function webhookDeps({ settings, secret: serviceSecret, log }: Platform): DeliverDeps {
  const allowed = settings.WEBHOOK_HOSTS_ALLOWED.map(block);
  const allow = (address: string) => {
    const bytes = addressBytes(address);
    return bytes !== undefined && allowed.some((one) => inBlock(bytes, one));
  };
  return { serviceSecret, log, policy: { allow } };
}

/** Where else one may sign in, whether mails leave, and how a new account gets its wallet. */
function depsOf({ settings, secret: serviceSecret, clientsOfAccount }: Platform): IdentityDeps {
  const { OIDC_PROVIDERS: providers, FACEBOOK_APP_ID: id, FACEBOOK_APP_SECRET: secret } = settings;
  return {
    ...{ serviceSecret, providers, canMail: settings.SMTP_URL !== undefined },
    ...(id && secret ? { facebook: { id, secret, version: settings.GRAPH_VERSION } } : {}),
    async openWallet(account, who) {
      const { status } = await clientsOfAccount(account).billing.openAccount({ body: who });
      if (status !== 201) throw new Error(`billing answered ${status}`);
    },
  };
}

/** Whom notices are for. */
function noticePeople(clientsOfAccount: Platform["clientsOfAccount"]): NoticePeople {
  const loadPeople = async (account: string, body: { ids?: string[]; audience?: NoticeKind }) => {
    const answer = await clientsOfAccount(account).identity.noticePeople({ body });
    // Thrown, so that it is tried again later.
    if (answer.status !== 200) throw new Error(`identity answered ${answer.status}`);
    return answer.body.data;
  };
  return {
    people: (account, ids) => loadPeople(account, { ids: [...ids] }),
    audience: (account, kind) => loadPeople(account, { audience: kind }),
  };
}

/** How this process learns whose a token is: in its database, or from an identity service at a base URL. */
export function introspection(database: Database, base: string | undefined): Introspect {
  return base ? introspectAt(base) : introspectIn(database);
}

function introspectAt(base: string): Introspect {
  return async (token, requestId, agent = "") => {
    const answer = await remote(identity, base, { token, requestId, address: "", agent }).details();
    if (answer.status === 401) return undefined;
    if (answer.status !== 200) throw Object.assign(new Error("identity can't be reached"), { code: "ECONNREFUSED" });
    const { user } = answer.body;
    return {
      ...user,
      kind: "person",
      permissions: user.permissions.map(({ name }) => name),
      products: user.products.map(({ name }) => name),
    };
  };
}
