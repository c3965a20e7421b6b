import { expect, test } from "vitest";
import { messageColumns } from "../../app/kit/survey-runs/message-columns";
import type { SurveyMessage } from "../../services/survey/contract.instances";
import { render } from "../kit-ui/render";

const uuid = "5a1e0d00-0000-4000-8000-000000000001";
const message: SurveyMessage = {
  ...{ id: 1, instance_id: 7, instance: "November", uuid, channel: "sms", session_id: 3, recipient_id: 9 },
  ...{ msisdn: "+254711000901", name: "Amina", text: "How was it?", dry_run: false, state: "sent", reason: "" },
  ...{ message_id: "1-1", at: "2026-11-25T09:00:00.000Z" },
};
const dry = { ...message, recipient_id: null, name: "", dry_run: true };

test.each([true, false])("an outbox marks the messages of a dry run, which lead to their run", async (all) => {
  const columns = messageColumns("Africa/Nairobi", all);
  const number = columns.find(({ name }) => name === "msisdn");
  const html = async (one: SurveyMessage) => render(<div>{number?.cell?.(one)}</div>);
  expect(await html(dry)).toContain("Dry run");
  expect(await html(dry)).toContain('href="/survey/configure/7"');
  expect(await html(message)).not.toContain("Dry run");
  expect(await html(message)).toContain('href="/survey/contacts/9"');
  expect(await html({ ...message, recipient_id: null })).toContain(`href="/survey/${uuid}/responses/3"`);
});

test("a file of an outbox says which messages are of a dry run", () => {
  const column = messageColumns("Africa/Nairobi", true).find(({ label }) => label === "Dry run");
  expect(column).toMatchObject({ fileOnly: true });
  expect([dry, message].map((one) => column?.value?.(one))).toEqual(["Dry run", ""]);
});
