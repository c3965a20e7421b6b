import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { showPhone } from "../../../rules/phone";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Blast, BlastDetail } from "../../../services/messaging/contract.blasts";
import type { ServiceClients } from "../../../services/modules";
import { mayOpen, type Viewer } from "../../access";
import { href } from "../../href";
import { act, done, expectStatus, page } from "../../shell/page.server";
import { routeFor } from "../../sitemap";
import { canBeChanged } from "../blast-labels";
import { typedText } from "../typed-fields";
import type { ComposeChannel, ComposeFlow } from "./channel";
import { some } from "./cost-labels";
import { bare, idIn } from "./start.server";

/** The loader of the confirm step: a draft; what is no draft any more leads to its own page. */
export function confirmLoader(flow: ComposeFlow) {
  const { channel } = flow;
  return page(flow.confirm, async ({ api, url, viewer, from }) => {
    const id = idIn(url, "id");
    if (id === undefined) throw redirect(href(flow.begin));
    const calls = channel.calls(api);
    const [found, senders, balance] = await Promise.all([
      calls.load({ params: { id } }),
      calls.senders({}),
      api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
    ]);
    const blast = expectStatus(found, 200);
    leaveOther(flow, blast, url);
    if (blast.status !== "draft") {
      if (mayRead(channel, viewer)) throw redirect(channel.sent.path(id));
      throw await done(from, href(flow.leave), "This message was already confirmed.");
    }
    const sender = senders.status === 200 ? senders.body.data.find((one) => one.sender === blast.sender) : undefined;
    const before = blast.replaces === null ? undefined : await calls.load({ params: { id: blast.replaces } });
    const now = balance.status === 200 ? balance.body : blast.price.balance_cents;
    return {
      blast,
      sender,
      /** What the message that it takes the place of gives back counts too. */
      balance: now + (before?.status === 200 && canBeChanged(before.body) ? before.body.held_cents : 0),
      missing: url.searchParams.get("missing"),
      /** Makes a test that is sent twice by one press one message. */
      testKey: crypto.randomUUID(),
      zone: viewer.time_zone,
    };
  });
}

/** Without a button's `intent` it is all sent. */
const Confirm = z.object({
  intent: z.enum(["send", "sample", "test"]).catch("send").default("send"),
  to: typedText,
  test_key: z.string().max(60).default(""),
  messages: z.coerce
    .number({ error: "Enter how many." })
    .int()
    .min(1, "At least 1 message.")
    .max(500, "At most 500 messages.")
    .default(20),
});

/** The action of the confirm step. Confirming twice is confirmLoader once, so a double press or a reload does no harm. */
export function confirmAction(flow: ComposeFlow) {
  const { channel } = flow;
  return act(flow.confirm, Confirm, async ({ api, url, value, viewer, from, stay, refuse }) => {
    const id = idIn(url, "id");
    if (id === undefined) throw redirect(href(flow.begin));
    const blast = expectStatus(await channel.calls(api).load({ params: { id } }), 200);
    leaveOther(flow, blast, url);
    if (value.intent === "test") {
      const tested = await sendTest(flow, api, blast, value);
      if ("refused" in tested)
        return refuse({ status: 422, message: tested.refused, errors: { to: [tested.refused] } });
      return stay({ tested: tested.words, to: value.to });
    }
    if (value.intent === "sample" && value.messages >= blast.recipients) {
      const words = `There are ${some(blast.recipients, channel.noun ?? "message")} in all: enter fewer, or send all of them.`;
      return refuse({ status: 422, message: words, errors: { messages: [words] } });
    }
    const calls = channel.calls(api);
    const params = { id };
    const answer =
      value.intent === "sample"
        ? await calls.sample({ params, body: { messages: value.messages } })
        : await calls.confirm({ params });
    if (answer.status === 201) {
      if (mayRead(channel, viewer)) return redirect(channel.sent.path(id));
      return done(
        from,
        href(flow.leave),
        `${some(blast.recipients, channel.noun ?? "message")} ${answer.body.status === "scheduled" ? "scheduled" : "on the way"}.`,
      );
    }
    return data({ refused: answer.body.message }, { status: answer.status >= 500 ? 503 : 422 });
  });
}

/** Sends the first recipient's message to one's own phone: a blast of its own, with its own price. */
async function sendTest(
  flow: ComposeFlow,
  api: ServiceClients,
  { id, name, sender, footer, price: { samples } }: BlastDetail,
  { to, test_key }: Pick<z.output<typeof Confirm>, "to" | "test_key">,
): Promise<{ words: string } | { refused: string }> {
  const calls = flow.channel.calls(api);
  if (calls.test) {
    const sent = await calls.test({ id, to, key: test_key || crypto.randomUUID() });
    return sent.status === 201 ? { words: `The test to ${to.trim()} is on its way.` } : { refused: sent.body.message };
  }
  const phone = parsePhone(to);
  if (!phone.ok)
    return { refused: to.trim() === "" ? "Enter a phone number." : `This number can't be used: ${phone.reason}.` };
  const [sample] = samples;
  if (!sample) return { refused: "There is no message to try." };
  const body = {
    kind: "express",
    name: `Test ${name}`.trim().slice(0, 100),
    sender,
    body: bare(sample.text, footer),
  } as const;
  const key = `test-${test_key || crypto.randomUUID()}-${phone.e164}`;
  const made = await calls.make({ body: { ...body, numbers: phone.e164, key } });
  if (made.status !== 201) return { refused: made.body.message };
  const sent = await calls.confirm({ params: { id: made.body.id } });
  if (sent.status !== 201) return { refused: sent.body.message };
  const words = sent.body.status === "scheduled" ? "goes out when its hours begin" : "is on its way";
  return { words: `The test to ${showPhone(phone.e164)} ${words}.` };
}

/** A message that another form made has its own confirm step. */
function leaveOther(flow: ComposeFlow, blast: Blast, url: URL): void {
  const own = flow.channel.flowOf(blast);
  if (own.confirm !== flow.confirm) throw redirect(`${href(own.confirm)}${url.search}`);
}

function mayRead(channel: ComposeChannel, viewer: Viewer): boolean {
  return mayOpen(viewer, routeFor(channel.sent.route));
}
