import type { Trx } from "../services/kit/database";
import { type NetworkChange, setNetworks } from "../services/messaging/senders/rows";

const aDay = 86_400_000;

type DemoSender = {
  sender: string;
  kind: "transactional" | "promotional";
  purpose: string;
  sample: string;
  by: string;
  /** Days ago. */
  requested: number;
  networks: NetworkChange[];
};

const everywhere = (status: NetworkChange["status"], reason = ""): NetworkChange[] =>
  (["Safaricom", "Airtel", "Telkom"] as const).map((network) => ({ network, status, reason, by: "Amina Yusuf" }));

/** One that a network is still looking at, one that was rejected; and a request that waits for the platform. */
const requests: Record<string, DemoSender[]> = {
  "100001": [
    {
      sender: "SAVANNACARE",
      kind: "transactional",
      purpose: "Answers of our customer care, to customers who wrote or called first.",
      sample: "Dear Wanjiru, your return was received. The refund of KES 1,450 reaches you by Friday. Savanna Traders",
      by: "Wanjiru Maina",
      requested: 16,
      networks: [
        { network: "Safaricom", status: "approved", by: "Amina Yusuf" },
        { network: "Airtel", status: "pending" },
        { network: "Telkom", status: "pending" },
      ],
    },
    {
      sender: "KARIBU",
      kind: "promotional",
      purpose: "Weekly offers to the members of our loyalty programme.",
      sample: "Karibu! Members get 10% off all cooking oil until Sunday at every Savanna shop.",
      by: "Otieno Ouma",
      requested: 47,
      networks: everywhere("rejected", "The letter is not signed by the business that holds this name."),
    },
  ],
  "200002": [
    {
      sender: "LAKESIDELAB",
      kind: "transactional",
      purpose: "Tells patients that their laboratory results are ready.",
      sample: "Dear Akinyi, your results are ready. Collect them at Lakeside Clinic, Monday to Saturday, 8 am to 5 pm.",
      by: "Achieng Odhiambo",
      requested: 2,
      networks: everywhere("pending"),
    },
  ],
};

/** The sender IDs that the account sends from, approved everywhere, and its requests in their states. */
export async function fillSenders(
  trx: Trx,
  account: string,
  own: readonly [sender: string, kind: "transactional" | "promotional"][],
): Promise<void> {
  const account_name = account === "100001" ? "Savanna Traders" : "Lakeside Clinic";
  const since = (days: number) => new Date(Date.now() - days * aDay);
  for (const [sender, kind] of own) {
    const at = { requested_at: since(399), approved_at: since(392) };
    await trx
      .insertInto("messaging.senders")
      .values({ customer_account: account, account_name, sender, kind, assigned: /^\d+$/.test(sender), ...at })
      .execute();
    await setNetworks(trx, account, sender, everywhere("approved"));
    await decidedAt(trx, account, sender, since(392));
  }
  for (const { sender, kind, purpose, sample, by, requested, networks } of requests[account] ?? []) {
    const asked = { purpose, sample, requested_by: by, requested_at: since(requested) };
    await trx
      .insertInto("messaging.senders")
      .values({ customer_account: account, account_name, sender, kind, ...asked })
      .execute();
    await setNetworks(trx, account, sender, networks);
    await decidedAt(trx, account, sender, since(requested * 0.75));
  }
}

/** As if the decisions had been made then. */
async function decidedAt(trx: Trx, account: string, sender: string, at: Date): Promise<void> {
  await trx
    .updateTable("messaging.sender_networks")
    .set({ decided_at: at })
    .where("customer_account", "=", account)
    .where("sender", "=", sender)
    .where("status", "<>", "pending")
    .execute();
  await trx
    .updateTable("messaging.senders")
    .set({ approved_at: at })
    .where("customer_account", "=", account)
    .where("sender", "=", sender)
    .where("status", "=", "approved")
    .execute();
}
