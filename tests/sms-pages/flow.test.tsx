import { expect, test } from "vitest";
import type { ComposeFlow } from "../../app/kit/compose/channel";
import { ConfirmPage } from "../../app/kit/compose/confirm-page";
import { CostPanel } from "../../app/kit/compose/cost-panel";
import { bulkSms } from "../../app/sms/compose/channel";
import { render } from "../kit-ui/render";
import { blast, price } from "./price.fixture";

/** A channel that differs from SMS in everything the descriptor says. */
const letters: ComposeFlow = {
  ...bulkSms,
  channel: { ...bulkSms.channel, label: "Letter", unit: "page", senderLabel: "From" },
  title: "Bulk letters",
};
const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("a channel is a parameter: the cost is in its own unit", async () => {
  const cost = text(
    await render(<CostPanel channel={letters.channel} kind="bulk" price={price} counting={false} trouble={[]} />),
  );
  expect(cost).toContain("1,221 pages");
  expect(cost).not.toContain("parts");
});

test("a channel is a parameter: the last look names its sender, its unit and its form", async () => {
  const html = await render(
    <ConfirmPage
      flow={letters}
      blast={{ ...blast, status: "draft" }}
      sender={{ sender: "SAVANNA", kind: "transactional", status: "approved" }}
      balance={4_821_050}
      missing={null}
      zone="Africa/Nairobi"
      testKey="k"
      last={undefined}
    />,
  );
  const said = text(html);
  expect(said).toContain("1,221 pages");
  expect(said).toContain("Bulk letters");
  expect(said).toContain("From");
  expect(said).not.toContain("Sender ID");
});
