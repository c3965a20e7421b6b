import type { z } from "zod";
import type { CallerHeaders } from "./client";
import type { Calls, Contract } from "./contract";
import type { Database } from "./database";
import type { PlatformSettings } from "./environment";
import type { Tasks } from "./jobs";
import type { Log } from "./log";
import type { SendMail } from "./mail";
import type { ServedCalls, ServeOptions } from "./serve";

/** What a shape of settings says once they are read; a service without settings adds nothing to the others. */
export type SettingsOf<Shape extends z.ZodRawShape> = [keyof Shape] extends [never]
  ? Record<never, never>
  : z.infer<z.ZodObject<Shape>>;

/** The bytes of a file of an account; undefined when it is gone. */
export type LoadFile = (
  account: string,
  file: string,
) => Promise<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> } | undefined>;

/** What a process gives to each of its services: `Settings` are the service's own, `Clients` the services it asks. */
export type ServicePlatform<Settings = unknown, Clients = unknown> = {
  database: Database;
  settings: PlatformSettings & Settings;
  options: ServeOptions;
  /** Encrypts what is kept, signs links. */
  secret: string;
  log: Log;
  /** True when the settings name a base URL for this service: then it is asked there, and nothing arrives here. */
  elsewhere: boolean;
  clientsFor(caller: CallerHeaders): Clients;
  /** The other services, asked as a service for one account. */
  clientsOfAccount(account: string): Clients;
  loadFile: LoadFile;
  /** The folder of files that are not in the database. */
  dataDir: string;
  /** A bundled `worker.ts` by the name of its folder; undefined in a process without a build. */
  workerFile(folder: string): URL | undefined;
  /** Our own address. Asked late: the demo learns its port last. */
  publicUrl(): string;
};

/** What the role `worker` adds. */
export type WorkerPlatform = {
  /** The owner's address of the database. */
  databaseUrl: string;
  /** Undefined when no mail host is set up. */
  sendMail: SendMail | undefined;
  /** Ends long jobs when the process stops. */
  stop: AbortSignal;
};

type Stoppable = { stop(): Promise<unknown> };

/** A service in this process. */
export type ServiceInstance<C extends Calls> = { served: ServedCalls<C> } & ServiceWork;

/** What the role `worker` does of a service. */
export type ServiceWork = {
  /** The queued jobs by name; each may run twice. */
  tasks?(worker: WorkerPlatform): Tasks;
  /** Work at intervals, until stopped. Several processes may do it at once. */
  startWork?(worker: WorkerPlatform): Stoppable | Promise<Stoppable>;
  /** Removes every hour what is not kept. */
  tidy?(): Promise<unknown>;
  /** Counts what waits, for the metric `jibu_queue_depth`; by the queue's name. */
  queues?: { [name: string]: () => Promise<number> };
};

/**
 * All that the rest of the program knows of a service. Its name is its contract's; its tables are in the schema of that
 * name, made by `services/<name>/migrations`; a `worker.ts` in its folders is a program of its own.
 */
export type ServiceModule<
  C extends Calls,
  Shape extends z.ZodRawShape,
  Clients,
  Instance extends ServiceInstance<C>,
> = {
  contract: Contract<C>;
  /** Its environment variables. */
  settings: Shape;
  /** What is wrong with settings that are right one by one. */
  settingFaults?(settings: PlatformSettings & SettingsOf<Shape>): string[];
  start(platform: ServicePlatform<SettingsOf<Shape>, Clients>): Instance;
};

/** Declares a service; the literal types are kept. */
export function serviceModule<
  const C extends Calls,
  Shape extends z.ZodRawShape,
  Clients,
  Instance extends ServiceInstance<C>,
>(module: ServiceModule<C, Shape, Clients, Instance>): ServiceModule<C, Shape, Clients, Instance> {
  return module;
}
