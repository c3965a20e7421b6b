import { expect, test } from "vitest";
import { atCallFields, LoggedCallFields, loggedCallBody } from "../../app/crm/record/calls.server";
import { CallsCard, callFieldId } from "../../app/crm/record/calls-card";
import type { LoggedCall } from "../../services/crm/contract.calls";
import { render } from "../kit-ui/render";

const zone = "Africa/Nairobi";
const now = Date.parse("2026-11-26T09:00:00Z");
const record = { kind: "lead", id: 7 } as const;
const call: LoggedCall = {
  id: 3,
  record_id: 7,
  direction: "incoming",
  at: "2026-11-25T08:30:00.000Z",
  seconds: 270,
  outcome: "busy",
  note: "Later",
  by: "Otieno Ouma",
  own: true,
  created_at: "2026-11-25T08:40:00Z",
  changed_at: null,
};
const typed = (fields: object) =>
  loggedCallBody(LoggedCallFields.parse({ intent: "call", outcome: "connected", day: "2026-11-26", ...fields }), zone);

test("a call is typed on the account's clock, and what is wrong is said at its field", () => {
  expect(typed({ time: "11:30", length: "4:30", follow_up: "2026-11-28" })).toEqual({
    body: { direction: "outgoing", outcome: "connected", at: "2026-11-26T08:30:00.000Z", seconds: 270, note: "" },
    follow_up: { due_at: "2026-11-28T20:59:59.999Z", due_on: "2026-11-28" },
  });
  const wrong = typed({ outcome: "odd", time: "", length: "long", follow_up: "odd" });
  expect(Object.keys(wrong.errors ?? {})).toEqual(["outcome", "day", "length", "follow_up"]);
  expect(atCallFields({ at: ["No."], "follow_up.due_at": ["No."], note: ["No."] })).toEqual({
    ...{ day: ["No."], follow_up: ["No."], note: ["No."] },
  });
});

test("the form begins at this moment; one's own call is changed and deleted by plain forms", async () => {
  const html = await render(<CallsCard record={record} calls={[call]} zone={zone} now={now} />);
  expect(html).toContain('action="/crm/lead/7/other"');
  expect(html).toMatch(/<input[^>]*name="time"[^>]*value="12:00"/);
  expect(html).toContain("Incoming call, busy, 4 min 30 s");
  expect(html).toMatch(/<input[^>]*id="call-3-length"[^>]*value="4:30"/);
  expect(html).toMatch(/<button[^>]*name="call"[^>]*value="3"/);
  expect(html).not.toContain("<details open");
  const others = await render(<CallsCard record={record} calls={[{ ...call, own: false }]} zone={zone} now={now} />);
  expect(others).not.toContain("Change the call");
});

test("a refused form is open with what was typed", async () => {
  const fields = ["intent", "call", "outcome", "direction", "day", "time", "length", "note", "follow_up"];
  const initialValue = { intent: "call", call: "0", note: "Wants a quote", length: "long", outcome: "" };
  const last = {
    reply: { status: "error", fields, initialValue, error: { outcome: ["Choose an outcome."] } },
  } as never;
  const html = await render(<CallsCard record={record} calls={[call]} zone={zone} now={now} last={last} />);
  expect(html.match(/<details[^>]*open/g)).toHaveLength(1);
  expect(html).toContain("Wants a quote");
  expect(html).toContain("Choose an outcome.");
  expect([callFieldId(0, "day"), callFieldId(3, "day")]).toEqual(["call-day", "call-3-day"]);
});
