import { beforeEach, describe, expect, test } from "vitest";
import { type ChatFixture, chatFixture, people, type Token } from "./fixture";

let fixture: ChatFixture;
let sales = 0;
beforeEach(async () => {
  fixture = await chatFixture();
  await fixture.routing({ automatic: true, active_conversations: 5 });
  sales = (await team("Sales", { agents: ["3"], max_wait_minutes: 10 })).body.id;
  return () => fixture.end();
});

const team = (name: string, more: object = {}, token: Token = "fatuma") =>
  fixture.ask("saveTeam", { body: { name, max_wait_minutes: 10, ...more } }, token);
const give = (id: number, team_id: number, token: Token = "joy") =>
  fixture.act("transferContact", id, token, { team_id });
/** Minutes pass in which these stay at their desks. */
async function pass(minutes: number, ...present: Token[]) {
  for (let minute = 0; minute < minutes; minute++) {
    fixture.later(60);
    for (const token of present) await fixture.ask("heartbeat", {}, token);
  }
  await fixture.sweep();
}
const activities = async (id: number): Promise<string[]> =>
  (await fixture.ask("contact", { params: { id } })).body.activities.map(
    (one: { description: string }) => one.description,
  );

describe("a team", () => {
  test("is the user group of identity: made, named and filled from here, and shown with its agents", async () => {
    expect(people.kevin.user_group).toBe(String(sales));
    const { data } = (await fixture.ask("teams", { query: {} }, "fatuma")).body;
    expect(data).toMatchObject([
      { name: "Sales", agents: [{ participant_id: "3", name: "Kevin" }], max_wait_minutes: 10, channels: [] },
      { id: 1, name: "Shop floor", max_wait_minutes: 15 },
    ]);
    await team("Sales and rent", { id: sales, agents: ["2"], channels: ["whatsapp"] });
    expect([people.kevin.user_group, people.joy.user_group]).toEqual(["1", String(sales)]);
    expect((await fixture.ask("teams", { query: { team_id: sales } }, "fatuma")).body.data).toMatchObject([
      { name: "Sales and rent", agents: [{ name: "Joy" }], channels: ["whatsapp"] },
    ]);
  });

  test("takes agents of chat alone, and only who leads the team changes it", async () => {
    const answer = await team("Rent", { agents: ["5"] });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toHaveProperty("agents");
    expect((await team("Rent", {}, "joy")).status).toBe(403);
  });
});

describe("a conversation that is given to a team", () => {
  test("leaves its agent and goes to a member, who is its agent as of any other", async () => {
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "2" });
    await fixture.status("kevin", "online");
    const answer = await give(contact_id, sales);
    expect(answer.body.contact).toMatchObject({ participant_id: "3", team_id: sales, team: "Sales" });
    expect(await activities(contact_id)).toContain("Joy gave it to the team Sales");
    expect((await fixture.ask("me", {}, "joy")).body.conversations).toBe(0);
  });

  test("waits for members alone while others are free, and what waits behind it is not held up", async () => {
    await fixture.status("joy", "online");
    const first = await fixture.wrote("a");
    await give(first.contact_id, sales);
    const second = await fixture.wrote("b");
    expect(await fixture.contact(first.contact_id)).toMatchObject({ opened: false, team_opened: false });
    expect(await fixture.contact(second.contact_id)).toMatchObject({ participant_id: "2" });
    await fixture.status("kevin", "online");
    expect(await fixture.contact(first.contact_id)).toMatchObject({ participant_id: "3" });
  });

  test("is not taken by hand by others, who see which team it waits for", async () => {
    await fixture.routing({ automatic: false });
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, sales);
    const refused = await fixture.act("startContact", contact_id, "joy");
    expect(refused.status).toBe(406);
    expect(refused.body.message).toContain("Sales");
    expect((await fixture.act("startContact", contact_id, "kevin")).body.contact.participant_id).toBe("3");
  });

  test("is everyone's after the maximum wait when no member is there, and says so", async () => {
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, sales, "fatuma");
    await fixture.status("joy", "online");
    await pass(9, "joy");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, team_opened: false });
    await pass(2, "joy", "fatuma");
    expect(await fixture.contact(contact_id)).toMatchObject({ team_id: sales, team_opened: true });
    expect(await activities(contact_id)).toContain("No one in the team Sales was there: it waits for everyone");
    await fixture.status("fatuma", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "4", team: "Sales" });
  });

  test("stays the team's while a member is there, however busy", async () => {
    await fixture.routing({ active_conversations: 1, max_conversation: 1 });
    await fixture.status("kevin", "online");
    await fixture.wrote("busy");
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, sales, "fatuma");
    await pass(15, "kevin");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, team_opened: false });
  });

  test("waits for the team again when its agent is away, and is no team's when it is put back by hand", async () => {
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, sales, "fatuma");
    await fixture.status("kevin", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "3" });
    await pass(4);
    await pass(4);
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, team_id: sales, team_opened: false });
    await fixture.act("transferContact", contact_id, "joy", {});
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, team_id: null, team: "" });
  });

  test("is refused where the team does not take its channel, is not there, or the conversation has ended", async () => {
    const { contact_id } = await fixture.wrote("a");
    await team("Sales", { id: sales, agents: ["3"], channels: ["whatsapp"] });
    expect((await give(contact_id, sales)).status).toBe(406);
    expect((await give(contact_id, 999)).body.errors).toHaveProperty("team_id");
    await fixture.act("endContact", contact_id);
    expect((await give(contact_id, 1)).status).toBe(406);
  });
});

test("the inbox shows the conversations of a team", async () => {
  const [one] = [await fixture.wrote("a"), await fixture.wrote("b")];
  await give(one.contact_id, sales);
  const { body } = await fixture.ask("contacts", { query: { team_id: sales } });
  expect(body.data.map(({ contact_id }: { contact_id: number }) => contact_id)).toEqual([one.contact_id]);
  expect((await fixture.ask("inboxFilters", {})).body.teams).toContainEqual({ id: sales, name: "Sales" });
});

test("a service gives a conversation to a team with a note for the agent; twice is once", async () => {
  const { contact_id } = await fixture.wrote("a");
  const body = { contact_id, team_id: sales, note: "Wants a price" };
  const answer = await fixture.ask("giveToTeam", { body }, "service");
  expect(answer.body).toMatchObject({ message: "It waits for Sales.", contact: { team_id: sales, opened: false } });
  await fixture.ask("giveToTeam", { body: { contact_id, team_id: sales } }, "service");
  expect((await activities(contact_id)).filter((words) => words.includes("the team Sales"))).toHaveLength(1);
  expect(await fixture.messages(contact_id)).toContainEqual(
    expect.objectContaining({ type: "note", message: "Wants a price" }),
  );
  expect((await fixture.ask("giveToTeam", { body }, "joy")).status).toBe(403);
});
