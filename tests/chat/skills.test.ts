import { beforeEach, describe, expect, test } from "vitest";
import { type ChatFixture, chatFixture, skills, type Token } from "./fixture";

const [billing, swahili] = [1, 2];
let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  skills.set(billing, { name: "Billing", people: [3] });
  skills.set(swahili, { name: "Swahili", people: [] });
  await fixture.ask("routingSkills", {}, "fatuma");
  return () => fixture.end();
});

/** The channel that the tests write in asks for this skill. */
const askFor = async (skill_id: number | null, more: object = {}) =>
  fixture.routing({ ...more, inbox_skills: [{ inbox_id: await fixture.inbox(), skill_id }] });
const give = (id: number, body: object, token: Token = "joy") => fixture.act("transferContact", id, token, body);
/** Seconds pass in which these have a page open. */
async function pass(seconds: number, ...present: Token[]) {
  for (let left = seconds; left > 0; left -= 60) {
    fixture.later(Math.min(60, left));
    for (const token of present) await fixture.ask("heartbeat", {}, token);
  }
  await fixture.sweep();
}
const said = async (id: number): Promise<string[]> =>
  (await fixture.ask("contact", { params: { id } })).body.activities.map(
    (one: { description: string }) => one.description,
  );

describe("a channel that asks for a skill", () => {
  test("of two agents only the one who has it is given the conversation, however free the other is", async () => {
    expect((await askFor(billing)).status).toBe(201);
    const chosen = (await fixture.ask("routingSkills", {}, "fatuma")).body;
    expect(chosen).toMatchObject({
      skills: [
        { id: billing, name: "Billing", agents: 1 },
        { id: swahili, agents: 0 },
      ],
      inboxes: [{ skill_id: billing }],
    });
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    const until = fixture.clock.now.getTime() / 1000 + 300;
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, skill: "Billing", skill_until: until });
    expect(await said(contact_id)).toContain("It waits for the skill Billing");
    await fixture.status("kevin", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "3" });
  });

  test("what waits behind it is given to the others", async () => {
    await askFor(billing);
    await fixture.status("joy", "online");
    const first = await fixture.wrote("a");
    const second = await fixture.wrote("b", "Hello", { channel: "whatsapp" });
    expect(await fixture.contact(first.contact_id)).toMatchObject({ opened: false });
    expect(await fixture.contact(second.contact_id)).toMatchObject({ participant_id: "2", skill: "" });
  });

  test("the wait ends at its second, and says so; without minutes it never ends", async () => {
    await askFor(billing);
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    await pass(299, "joy");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, skill: "Billing" });
    await pass(1, "joy");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "2", skill_id: null, skill_until: null });
    expect(await said(contact_id)).toContain("No one with the skill Billing was free: it no longer waits for it");

    await askFor(billing, { skill_minutes: null });
    const other = await fixture.wrote("b");
    await pass(3_600, "joy");
    expect(await fixture.contact(other.contact_id)).toMatchObject({
      opened: false,
      skill: "Billing",
      skill_until: null,
    });
  });

  test("is taken from the queue by hand by anyone", async () => {
    await askFor(billing);
    const { contact_id } = await fixture.wrote("a");
    expect((await fixture.act("startContact", contact_id, "joy")).body.contact).toMatchObject({ participant_id: "2" });
  });

  test("a deleted skill ends the wait, and the channel asks for none", async () => {
    await askFor(billing);
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    skills.delete(billing);
    const { inboxes } = (await fixture.ask("routingSkills", {}, "fatuma")).body;
    expect(inboxes).toMatchObject([{ skill_id: null }]);
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "2", skill: "" });
    expect(await said(contact_id)).toContain("The skill Billing was deleted: it no longer waits for it");
  });

  test("refuses a skill and a channel that are not there", async () => {
    expect((await askFor(99)).body.errors).toHaveProperty(["inbox_skills[0].skill_id"]);
    const answer = await fixture.routing({ inbox_skills: [{ inbox_id: 999, skill_id: billing }] });
    expect(answer.body.errors).toHaveProperty(["inbox_skills[0].inbox_id"]);
  });
});

describe("a conversation that is handed over to a skill", () => {
  test("leaves its agent and goes to one who has it; back to the queue it waits for none", async () => {
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, { skill_id: billing });
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, skill: "Billing" });
    expect(await said(contact_id)).toContain("Joy gave it to anyone with the skill Billing");
    await give(contact_id, {});
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, skill: "" });
    await give(contact_id, { skill_id: billing });
    await fixture.status("kevin", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "3" });
  });

  test("waits for it again when its agent is away", async () => {
    await fixture.status("kevin", "online");
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, { skill_id: billing }, "fatuma");
    await fixture.status("fatuma", "online");
    skills.set(billing, { name: "Billing", people: [2, 3] });
    await fixture.ask("routingSkills", {}, "fatuma");
    await fixture.status("joy", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "2" });
    await fixture.status("joy", "lunch");
    await fixture.ask("requeueOf", { params: { participant_id: "2" } }, "fatuma");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "3", skill: "Billing" });
  });

  test("with a team only a member who has it is given it", async () => {
    const team = (
      await fixture.ask("saveTeam", { body: { name: "Sales", agents: ["2"], max_wait_minutes: 60 } }, "fatuma")
    ).body.id;
    const { contact_id } = await fixture.wrote("a");
    await give(contact_id, { team_id: team, skill_id: billing }, "fatuma");
    await fixture.status("kevin", "online");
    await fixture.status("joy", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, team: "Sales", skill: "Billing" });
    await pass(300, "joy", "kevin");
    expect(await fixture.contact(contact_id)).toMatchObject({ participant_id: "2", team: "Sales", skill: "" });
  });

  test("is refused for a skill that is not there, and when the conversation has ended", async () => {
    const { contact_id } = await fixture.wrote("a");
    expect((await give(contact_id, { skill_id: 99 })).body.errors).toHaveProperty("skill_id");
    await fixture.act("startContact", contact_id, "joy");
    await fixture.act("endContact", contact_id, "joy");
    expect((await give(contact_id, { skill_id: billing })).status).toBe(406);
  });
});
