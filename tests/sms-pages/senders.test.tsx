import { describe, expect, test } from "vitest";
import { emptyDraft } from "../../app/kit/compose/start.server";
import { SenderField } from "../../app/sms/compose/sender-field";
import { SenderFacts } from "../../app/sms/senders/sender-facts";
import { SenderFields } from "../../app/sms/senders/sender-form";
import { networksInWords, statusWord } from "../../app/sms/senders/sender-labels";
import { SenderPreview } from "../../app/sms/senders/sender-preview";
import { SenderTabs } from "../../app/sms/senders/sender-tabs";
import type { SenderRecord, UsableSender } from "../../services/messaging/contract.senders";
import { render, tag } from "../kit-ui/render";

const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const shared: UsableSender = {
  ...{ sender: "JIBU", kind: "transactional", status: "approved", shared: true, not_on: [] },
  ...{ hours: null, footer: "", links: null },
};
const own: UsableSender = { ...shared, sender: "SHOP", shared: false, not_on: ["Airtel"] };
const state = (network: "Safaricom" | "Airtel" | "Telkom", status: SenderRecord["status"], reason = "") => ({
  ...{ network, status, reason },
  decided_at: status === "pending" ? null : "2026-11-20T06:00:00.000Z",
});
const record: SenderRecord = {
  ...{ id: 7, sender: "SHOP", kind: "transactional", status: "approved", given: false, assigned: false },
  ...{ purpose: "Receipts.", sample: "Your receipt: KES 10.", requested_by: "Wanjiru" },
  ...{ requested_at: "2026-11-18T06:00:00.000Z", approved_at: "2026-11-20T06:00:00.000Z" },
  networks: [
    state("Safaricom", "approved"),
    state("Airtel", "rejected", "The letter is not signed."),
    state("Telkom", "pending"),
  ],
};

describe("the sender field", () => {
  test("of a new account offers the shared sender ID, says that it is shared, and how to ask for an own one", async () => {
    const draft = emptyDraft([shared], "Africa/Nairobi", new Date());
    expect(draft.sender).toBe("JIBU");
    const html = await render(<SenderField senders={[shared]} start={draft.sender} chosen={shared} />);
    expect(text(html)).toContain("JIBU, shared");
    expect(text(html)).toContain("Shared with other businesses, on every network.");
    const link = tag(html, "<a", "/sms/settings/sender/new");
    // In a new tab: the message that is being written stays.
    expect(link).toContain('target="_blank"');
    expect(text(html)).toContain("Request a sender ID");
  });

  test("says where a request is, while none is approved", async () => {
    const html = await render(
      <SenderField senders={[{ ...own, status: "pending" }, shared]} start="JIBU" chosen={shared} />,
    );
    expect(text(html)).toContain("SHOP, pending");
    expect(tag(html, "<option", 'value="SHOP"')).toContain("disabled");
    expect(tag(html, "<a")).toContain('href="/sms/settings/sender"');
  });

  test("with an own one needs no link, names the networks that lack it, and begins with it", async () => {
    const html = await render(<SenderField senders={[own, shared]} start="SHOP" chosen={own} />);
    expect(html).not.toContain("<a ");
    expect(text(html)).toContain("Not approved on Airtel: numbers there may not get it.");
    expect(emptyDraft([own, shared], "Africa/Nairobi", new Date()).sender).toBe("SHOP");
  });
});

describe("a sender ID", () => {
  test("tells what each network said, when and why, and shows a message", async () => {
    const papers = [{ id: "p", name: "letter.pdf", url: "/files/p?s=1" }];
    const html = await render(<SenderFacts sender={record} papers={papers} zone="Africa/Nairobi" />);
    const said = text(html);
    for (const words of [
      "Approved on 1 of 3",
      "Safaricom Approved 2026.11.20",
      "Rejected",
      "The letter is not signed.",
      "Not decided yet",
    ])
      expect(said).toContain(words);
    expect(tag(html, "<a", "/files/p")).toContain('target="_blank"');
    expect(said).toContain("Your receipt: KES 10.");
  });

  test("in one line names the networks by what they said", () => {
    expect(networksInWords(record.networks)).toBe("Approved: Safaricom. Pending: Telkom. Rejected: Airtel.");
    expect(statusWord({ status: "approved", networks: [state("Safaricom", "approved")] })).toBe("Approved");
    expect(statusWord({ ...record, status: "rejected" })).toBe("Rejected");
  });

  test("is previewed with the carrier's footer when it is promotional", async () => {
    const said = text(await render(<SenderPreview sender="OFFERS" kind="promotional" sample="Karibu." />));
    expect(said).toContain("Karibu. STOP*456*9*5#");
    expect(said).toContain("1 part");
  });
});

test("tabs are for those who may open more than one of the pages", async () => {
  expect(await render(<SenderTabs now="/sms/settings/sender" open={["/sms/settings/sender"]} />)).toBe("");
  const html = await render(
    <SenderTabs now="/sms/settings/allSender" open={["/sms/settings/sender", "/sms/settings/allSender"]} />,
  );
  expect(tag(html, "<a", "/sms/settings/allSender")).toContain('aria-current="page"');
});

test("a form without a tick asks for no network, and is told so", () => {
  const { error } = SenderFields.safeParse({
    sender: "SHOP",
    purpose: "Receipts of our shops.",
    sample: "Hello there.",
  });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(["networks"]);
});
