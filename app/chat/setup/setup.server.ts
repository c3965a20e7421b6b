import { missingAccess } from "../../access";
import { mayPay } from "../../kit/money/access";
import { payingPhone } from "../../kit/money/phone.server";
import { type Admitted, expectStatus } from "../../shell/page.server";
import { allRoutes } from "../../sitemap";
import { type StageDone, setupProgress, stageFor } from "./setup-stages";

const path = "/chat/setup";

/** What the set-up knows: the channels, the chosen one, the plan, and which stages are complete. */
export async function loadSetup({ api, viewer, url }: Admitted<typeof path>) {
  const [channels, inboxes, products, balance] = await Promise.all([
    api.billing.chatChannels({}),
    api.chat.inboxes({}),
    api.billing.products({}),
    api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
  ]);
  const tile = expectStatus(products, 200).data.find(({ product }) => product === "Chats");
  if (!tile) throw new Response("This product is not on offer.", { status: 404 });
  const inUse = expectStatus(inboxes, 200).data.filter(({ active }) => active);
  const offered = expectStatus(channels, 200).data.map(({ channel, name, state }) => {
    const page = allRoutes.find((line) => line.path === `/chat/channels/${channel}`);
    return {
      ...{ channel, name, inPlan: state === "active" },
      there: inUse.filter((inbox) => inbox.channel === channel).map(({ name: said }) => said),
      /** Where it is set up; null while there is no such page, or the viewer may not open it. */
      to: page && !missingAccess(viewer, page) ? page.path : null,
    };
  });
  const asked = url.searchParams.get("channel");
  const chosen =
    offered.find(({ channel }) => channel === asked) ?? offered.find(({ there }) => there.length > 0) ?? null;
  const plan = tile.plans.find(({ code }) => code === url.searchParams.get("plan")) ?? null;
  const paid = tile.state === "active" && tile.detail === "active";
  const done: StageDone = {
    channels: chosen !== null,
    channel: chosen !== null && chosen.there.length > 0,
    subscription: paid || plan !== null || tile.plan !== null || tile.invoice_id !== null,
    payment: paid,
  };
  const { stage, held } = stageFor(url.searchParams.get("stage"), done);
  return {
    ...{ stage, held, done, offered, chosen, tile, paid },
    plan: plan ?? tile.plan,
    progress: setupProgress(done),
    balance: balance.status === 200 ? balance.body : 0,
    mayPay: mayPay(viewer),
    ownPhone: mayPay(viewer) && !paid ? await payingPhone(api, viewer, url) : "",
    zone: viewer.time_zone,
    payKey: crypto.randomUUID(),
  };
}

export type Setup = Awaited<ReturnType<typeof loadSetup>>;
