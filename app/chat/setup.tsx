// /chat/setup - from nothing to the first chat: channels, the channel, subscription, payment (?stage=; forward only when complete)
import type { SubmissionResult } from "@conform-to/react";
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { z } from "zod";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { paymentKey } from "../kit/money/key.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { Bar } from "../kit/ui/progress";
import { act, done, page } from "../shell/page.server";
import { loadSetup } from "./setup/setup.server";
import { ChannelStage, ChannelsStage, StageList } from "./setup/setup-parts";
import { PaymentStage, SubscriptionStage } from "./setup/setup-plan";
import { stageNames } from "./setup/setup-stages";

const path = "/chat/setup";

export const meta = titled("Set up chat");

export const loader = page(path, loadSetup);

const PayForm = z.object({
  plan: z.string({ error: "Choose a plan." }).min(1).max(40),
  method: z.enum(["balance", "mpesa", "invoice"], { error: "Choose how to pay." }),
  phone: z.string().trim().max(30).default(""),
  auto_renew: z.literal("on").optional().transform(Boolean),
  key: z.string({ error: "Open this page again." }).min(8).max(60),
});

export const action = act(path, PayForm, async ({ api, value, refuse, from }) => {
  const { key, phone, ...rest } = value;
  const said = { product: "Chats" as const, ...rest, phone: rest.method === "mpesa" ? phone : "" };
  const answer = await api.billing.payProduct({ body: { ...said, key: paymentKey(key, said) } });
  if (answer.status !== 201) return refuse(answer.body);
  const { payment, invoice, product } = answer.body;
  if (payment)
    return redirect(href("/subscribe/payment/:id", { id: payment.id }, { product: "Chats", plan: value.plan }));
  if (product.state === "active") return done(from, href(path, undefined, { stage: "payment" }), "Chats are paid.");
  const ready = `${invoice.number} is ready. Chats open when it is paid.`;
  return done(from, href("/settings/selfcare/invoices/:id", { id: invoice.id }), ready);
});

type Last = {
  reply?: unknown;
  notice?: { level: "success" | "warning" | "error" | "info"; title: string; message: string };
};

/** A payment that was refused: what was typed, what is wrong with the number, and in a notice what no field shows. */
function refusedPayment(last: Last | undefined) {
  const reply = last?.reply as SubmissionResult | undefined;
  const { phone, ...others } = reply?.error ?? {};
  const [words] = Object.values(others).flatMap((some) => some ?? []);
  const typed = (name: string) => {
    const value = reply?.initialValue?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const said = words ? { level: "warning" as const, title: "Warning", message: words } : last?.notice;
  return {
    phone: phone ?? [],
    notice: phone?.length ? undefined : said,
    typed: { method: typed("method"), phone: typed("phone"), auto_renew: typed("auto_renew") },
  };
}

export default function SetUp() {
  const setup = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const refused = useMemo(() => refusedPayment(last), [last]);
  const { stage, held, done: complete, progress, chosen, plan } = setup;
  const kept = { ...(chosen ? { channel: chosen.channel } : {}), ...(plan && !setup.paid ? { plan: plan.code } : {}) };
  return (
    <div className="max-w-[860px]">
      <ActionNotice notice={refused.notice} />
      <PageHeader
        title="Set up chat"
        text="Connect a channel in four steps."
        actions={<LinkButton to={href("/setup/chats")}>What Chats need</LinkButton>}
      />
      <div className="mb-4 grid gap-3">
        <p className="num text-sm text-quiet">
          <b className="font-semibold text-ink">{progress}%</b> set up
        </p>
        <Bar value={progress} max={100} label={`${progress} percent set up`} />
        <StageList now={stage} done={complete} kept={kept} />
      </div>
      {held && (
        <p className="mb-4 rounded border border-warn bg-warn-soft px-4 py-2.5" role="status">
          First complete this stage: {stageNames[stage]}.
        </p>
      )}
      {stage === "channels" && <ChannelsStage {...setup} kept={kept} />}
      {stage === "channel" && <ChannelStage {...setup} kept={kept} />}
      {stage === "subscription" && <SubscriptionStage {...setup} kept={kept} />}
      {stage === "payment" && <PaymentStage {...setup} kept={kept} typed={refused.typed} phoneErrors={refused.phone} />}
    </div>
  );
}
