import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillCentre, ourNumber, type Token, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());

type EndedCall = { status: string; transferredTo: string; transferredBy: string; consultation: boolean };
const record = async (id: number, token: Token = "owner") =>
  (await stage.ask("callRecord", { params: { id } }, token)).body as unknown as EndedCall & {
    consultations: { id: number; userName: string; phoneNumber: string; status: string }[];
  };
const total = async () =>
  (await stage.ask("figures", { query: { by: "agent" } }, "owner")).body.total as unknown as Record<string, number>;

/** Kevin talks with a customer, asks Otieno, and joins them: each leg as its phone tells of it. */
async function transfer(reference: string) {
  const customer = await stage.ring(reference, { queueReference: `queue-${reference}` });
  await stage.patch(reference, "inProgress");
  stage.pass(20);
  await stage.patch(reference, "onHold");
  const asks = { phoneNumber: "1002", type: "outbound", status: "Trying", consultOf: reference, calledNumber: "" };
  const asked = await stage.ring(`${reference}-ask`, asks);
  const theirs = await stage.ring(
    `${reference}-asked`,
    { phoneNumber: "1001", consultOf: reference, calledNumber: "" },
    "otieno",
  );
  await stage.patch(`${reference}-ask`, "inProgress", { type: "outbound" });
  await stage.patch(`${reference}-asked`, "inProgress", {}, "otieno");
  stage.pass(15);
  const joined = await stage.ring(
    `${reference}-joined`,
    { queueReference: `queue-${reference}`, transferredBy: "1001" },
    "otieno",
  );
  await stage.patch(`${reference}-joined`, "inProgress", {}, "otieno");
  await stage.patch(`${reference}-asked`, "terminated", { callDuration: 15 }, "otieno");
  await stage.patch(reference, "terminated", { callDuration: 35, holdDuration: 15, transferredTo: "1002" });
  await stage.patch(`${reference}-ask`, "terminated", { type: "outbound", callDuration: 15 });
  stage.pass(30);
  await stage.patch(`${reference}-joined`, "terminated", { callDuration: 30 }, "otieno");
  return { customer, asked, theirs, joined };
}

describe("a transfer after a consultation", () => {
  it("leaves one end for each leg, and says on the call who has the caller and who had them", async () => {
    const legs = await transfer("one");
    const [customer, asked, theirs, joined] = await Promise.all(
      [legs.customer, legs.asked, legs.theirs, legs.joined].map(({ id }) => record(id)),
    );
    for (const leg of [customer, asked, theirs, joined]) expect(leg?.status).toBe("Complete");
    expect(customer).toMatchObject({ transferredTo: "Otieno Ouma, 1002", consultation: false });
    expect(joined).toMatchObject({ transferredBy: "Kevin Kiptoo, 1001", consultation: false });
    expect([asked?.consultation, theirs?.consultation]).toEqual([true, true]);
    expect(customer?.consultations.map(({ userName, phoneNumber }) => [userName, phoneNumber])).toEqual([
      ["Kevin Kiptoo", "1002"],
      ["Otieno Ouma", "1001"],
    ]);
    const ends = await stage.rows<{ call_id: number; count: number }>(
      `select call_id, count(*)::int as count from voice.call_events
        where status in ('Complete', 'Failed', 'Rejected', 'Missed', 'RingNoAnswer') group by 1`,
    );
    expect(ends.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  it("counts the caller's two calls and no talk between agents, in figures and in the lists that they open", async () => {
    expect(await total()).toMatchObject({ handled: 2, talked: 65, held: 15, rung: 2, attempts: 0, answered: 1 });
    const listed = await stage.ask("callRecords", { query: { handled: "1" } }, "owner");
    expect(listed.body.data).toHaveLength(2);
    expect((await stage.ask("callHistory", {}, "kevin")).body.data).toHaveLength(1);
  });

  it("asks for no disposition of the talk between agents, and gives no time to wrap it up", async () => {
    for (const [reference, token] of [
      ["one", "kevin"],
      ["one-joined", "otieno"],
    ] as const)
      await stage.ask("setDisposition", { body: { reference, disposition_id: 1, item_id: 1 } }, token);
    for (const token of ["kevin", "otieno"] as const)
      expect((await stage.ask("agentStatus", {}, token)).body.data).toMatchObject({ wrap: null, undisposed: null });
  });
});

describe("who is named in a transfer", () => {
  it("is an outside number as E.164, and nobody where the extension is not the account's", async () => {
    await stage.ring("two", { transferredBy: "9999" });
    await stage.patch("two", "inProgress");
    const { id } = await stage.patch("two", "terminated", { callDuration: 3, transferredTo: "254711000999" });
    expect(await record(id)).toMatchObject({ transferredTo: "+254711000999", transferredBy: "" });
    await stage.ask("erasePerson", { body: { msisdn: "+254711000999", email: null } }, "service");
    expect(await record(id)).toMatchObject({ transferredTo: "" });
  });

  it("a number that is asked first is checked and logged as every number that is dialled, and not counted", async () => {
    const before = await total();
    await stage.ask("setDisposition", { body: { reference: "two", disposition_id: 1, item_id: 1 } });
    const body = { caller: { phone: "0711000998", name: "" }, prefix: "2547", reference: "three", consultOf: "two" };
    const answer = await stage.ask("initiateCall", { body });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ consultation: true, ourNumber });
    expect((await total()).attempts).toBe(before.attempts);
  });
});
