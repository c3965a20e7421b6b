import { expect, test } from "vitest";
import { ReplyBy } from "../../app/ticketing/ticket/delivery";
import { countedChannel, SmsCount } from "../../app/ticketing/ticket/sms-count";
import type { ReplyChannel } from "../../services/ticketing/contract.answers";
import type { TicketDetail } from "../../services/ticketing/contract.schemas";
import { render } from "../kit-ui/render";

const sms: ReplyChannel = { channel: "sms", to: "+254711222333", why: "", part_price: 0.8 };
const mail: ReplyChannel = { channel: "email", to: "a@b.test", why: "", part_price: null };

async function counted(body: string, channel = sms): Promise<string> {
  const html = await render(<SmsCount id="count" channel={channel} body={body} />);
  return html.replace(/<[^>]*>/g, "").trim();
}

test("parts and price follow what is written", async () => {
  expect(await counted("")).toBe("0 of 160, GSM-7");
  expect(await counted("It is ready.")).toBe("12 of 160, 1 part, GSM-7, KES 0.80");
  expect(await counted("a".repeat(161))).toBe("161 of 306, 2 parts, GSM-7, KES 1.60");
  expect(await counted("“Ready”")).toBe("7 of 70, 1 part, UCS-2, KES 0.80");
  expect(await counted("a".repeat(161), { ...sms, part_price: 4.5 })).toContain("KES 9.00");
  expect(await counted("It is ready.", { ...sms, part_price: null })).toBe("12 of 160, 1 part, GSM-7");
});

test("only what goes by SMS is counted", () => {
  const channels = [mail, sms];
  expect(countedChannel(channels, { body: "x", channel: "sms" })).toBe(sms);
  for (const channel of ["email", "none", undefined])
    expect(countedChannel(channels, { body: "x", channel })).toBeUndefined();
  expect(countedChannel(channels, undefined)).toBeUndefined();
});

test("the price of a part stands at the choice, for whoever has no script", async () => {
  const ticket = { cc: [], channel_id: 5 } as unknown as TicketDetail;
  const html = await render(<ReplyBy ticket={ticket} channels={[mail, sms]} chosen={undefined} errors={[]} />);
  expect(html).toContain("KES 0.80 per part: 160 plain characters, or 70 with others");
  const unpriced = await render(
    <ReplyBy ticket={ticket} channels={[{ ...sms, part_price: null }]} chosen={undefined} errors={[]} />,
  );
  expect(unpriced).not.toContain("per part");
});
