import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { z } from "zod";
import type { Permission } from "../../rules/access";
import { billingTasks } from "../../services/billing/jobs";
import { post } from "../../services/billing/store";
import { embeddedServices } from "../../services/embedded";
import { readEnvironment } from "../../services/environment";
import { inAccount } from "../../services/kit/database";
import type { SenderRequest } from "../../services/messaging/contract.senders";
import type { ServiceClients } from "../../services/modules";
import { addAccount } from "../identity/people.fixtures";
import { freshDatabase } from "../setup/database";

export const savanna = "100001";
export const lakeside = "200002";
export const newcomer = "300003";
export const platform = "900009";

export type SenderStage = Awaited<ReturnType<typeof senderStage>>;
export type Request = z.input<typeof SenderRequest>;

/**
 * Every service in this process. Savanna and Lakeside hold SMS, the newcomer holds nothing; each of the platform's
 * people holds one permission about sender IDs, and its owner none.
 */
export async function senderStage() {
  const database = await freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "senders-"));
  const faults: unknown[] = [];
  const log = {
    error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields),
    info: () => undefined,
    warn: () => undefined,
  };
  const settings = {
    ...readEnvironment({ DATA_DIR: dataDir }),
    serviceSecret: "a-secret-for-tests-that-is-long-enough",
  };
  const embedded = embeddedServices(database, settings, log as never, { dataDir });
  const owner = { name: "Wanjiru", role: "Owner" };
  await addAccount(database, savanna, [owner, { name: "Kevin" }], { products: ["SMS"] });
  await addAccount(database, lakeside, [owner], { products: ["BULK"] });
  await addAccount(database, newcomer, [owner], { products: [] });
  const named = (name: string, permissions: Permission[]) => ({ name, role: "Owner", permissions });
  await addAccount(
    database,
    platform,
    [
      named("Approver", ["Can approve sender ID"]),
      named("Viewer", ["Can view all senders info"]),
      named("Assigner", ["Can manually assign sender ID"]),
      named("Boss", []),
    ],
    { products: ["SMS"] },
  );
  await inAccount(database.db, platform, (trx) =>
    trx.updateTable("identity.accounts").set({ platform: true }).where("customer_account", "=", platform).execute(),
  );

  const as = (who: string, account = savanna): ServiceClients =>
    embedded.clientsFor({ token: `${account} ${who}`, requestId: randomUUID(), address: "10.0.0.9" });

  /** Uploads a paper, as the drawer does. */
  async function paper(who = "Wanjiru", account = savanna): Promise<string> {
    const form = new FormData();
    form.set("file", new File(["%PDF-1.4\n%%EOF\n"], "letter.pdf", { type: "application/pdf" }));
    const request = new Request("http://here.invalid", { method: "POST", body: form });
    const type = request.headers.get("content-type") ?? "";
    if (!request.body) throw new Error("no body");
    const answer = await as(who, account).uploads.chatUploads({
      query: { purpose: "sender" },
      stream: { body: request.body, type },
    });
    if (answer.status !== 201) throw new Error(answer.body.message);
    return answer.body.files[0]?.id ?? "";
  }

  function request(given: Partial<Request> = {}): Request {
    return {
      sender: "SAVANNA",
      purpose: "Receipts of our shops, to our own customers.",
      sample: "Your receipt: KES 1,450. Savanna Traders",
      ...given,
    };
  }

  /** Asks for a sender ID with a paper; answers it. */
  async function requested(given: Partial<Request> = {}, account = savanna) {
    const body = request({ paper_ids: [await paper("Wanjiru", account)], ...given });
    return expected(await as("Wanjiru", account).messaging.requestSender({ body }), 201);
  }

  async function approve(id: number, networks: readonly Network[] = ["Safaricom", "Airtel", "Telkom"]) {
    const decisions = networks.map((network) => ({ network, decision: "approve" as const }));
    return as("Approver", platform).messaging.decideSender({ params: { id }, body: { decisions } });
  }

  async function addMoney(account: string, cents: number): Promise<void> {
    await embedded.clientsOfAccount(account).billing.openAccount({ body: { name: account, email: "" } });
    const entries = [
      { ledger: "cash" as const, cents: -cents },
      { ledger: "available" as const, cents },
    ];
    await inAccount(database.db, account, (trx) =>
      post(trx, account, { kind: "topup", reference: randomUUID(), entries }),
    );
  }

  function activities(account: string): Promise<{ action: string; by: string; description: string }[]> {
    return inAccount(database.db, account, (trx) =>
      trx
        .selectFrom("events.activities")
        .select(["action", "by", "description"])
        .where("customer_account", "=", account)
        .orderBy("id")
        .execute(),
    );
  }

  return {
    ...{ database, faults, embedded, log, as, paper, request, requested, approve, addMoney, activities },
    tasks: billingTasks(database, embedded.instances.billing.deps),
    async close() {
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

type Network = "Safaricom" | "Airtel" | "Telkom";

/** The body of the answer that was hoped for. */
export function expected<A extends { status: number; body: unknown }, S extends A["status"]>(
  answer: A,
  status: S,
): Extract<A, { status: S }>["body"] {
  if (answer.status !== status) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as Extract<A, { status: S }>["body"];
}
