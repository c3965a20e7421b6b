import type { Environment } from "./environment";
import { introspection } from "./identity/module";
import { type CallerHeaders, inProcess, remote } from "./kit/client";
import type { Contract } from "./kit/contract";
import type { Database } from "./kit/database";
import { urlSetting } from "./kit/environment";
import type { Log } from "./kit/log";
import { countUpstream } from "./kit/metrics";
import type { ServicePlatform } from "./kit/module";
import { type Introspect, oncePerRequest, serviceToken } from "./kit/principal";
import type { ServedCalls, ServeOptions } from "./kit/serve";
import { eachService, type modules, type ServiceClients, type ServiceInstances } from "./modules";

export type Embedded = {
  /** Every service of this process by its name, with what it offers to the front. */
  instances: ServiceInstances;
  /** A client of each service for one caller: in this process, or at its base URL. */
  clientsFor(caller: CallerHeaders): ServiceClients;
  /** Every service, asked as a service of ours for one account: for jobs. */
  clientsOfAccount(account: string): ServiceClients;
  introspect: Introspect;
};

/** Where this process has its files: see `ServicePlatform`. */
export type EmbeddedFiles = { dataDir: string; build?: URL; publicUrl?: () => string };

/** Starts every service in this process. One with a base URL in the settings is asked there instead. */
export function embeddedServices(
  database: Database,
  settings: Environment & { serviceSecret: string },
  log: Log,
  { dataDir, build, publicUrl = () => settings.PUBLIC_URL ?? "" }: EmbeddedFiles,
): Embedded {
  const { serviceSecret: secret } = settings;
  const baseOf = (service: string) =>
    (settings as { [name: string]: unknown })[urlSetting(service)] as string | undefined;
  const introspect = oncePerRequest(introspection(database, settings.IDENTITY_URL));
  const options: ServeOptions = { introspect, serviceSecret: secret, log, count: countUpstream };
  const clientsFor = (caller: CallerHeaders) =>
    eachService(({ contract }) => clientOf(contract as Contract, caller)) as unknown as ServiceClients;
  const platform: Omit<ServicePlatform<Environment, ServiceClients>, "elsewhere"> = {
    ...{ database, settings, options, secret, log, dataDir, publicUrl, clientsFor },
    clientsOfAccount: (account) =>
      clientsFor({ token: serviceToken(secret, account), requestId: "worker", address: "" }),
    loadFile: (account, file) => instances.uploads.loadFile(account, file),
    workerFile: (folder) => build && new URL(`${folder}-worker.js`, build),
  };
  const instances = eachService((module) =>
    module.start({ ...platform, elsewhere: baseOf(module.contract.service) !== undefined }),
  ) as ServiceInstances;

  function clientOf(contract: Contract, caller: CallerHeaders) {
    const base = baseOf(contract.service);
    if (base) return remote(contract, base, caller, countUpstream);
    const { served } = instances[contract.service as keyof typeof modules];
    return inProcess(served as unknown as ServedCalls, caller);
  }

  return { instances, clientsFor, clientsOfAccount: platform.clientsOfAccount, introspect };
}
