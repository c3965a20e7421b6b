import { afterAll, beforeAll, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const bodies = async (id: number): Promise<string[]> =>
  (await fixture.ask("comments", { params: { id } })).body.data.map(({ body }: { body: string }) => body);

test("a comment under a ticket that someone closed meanwhile asks first, and goes out when it was read (OCC-03)", async () => {
  const { id, version } = await fixture.open();
  await fixture.update({ id, status: "closed" }, "otieno");
  const late = await fixture.say(id, "We start on Monday", { version, newest_comment: 0 }, "fatuma");
  expect(late).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Otieno: Status: new → closed") },
  });
  expect(await bodies(id)).toEqual([]);
  const seen = (await fixture.ticket(id)).version;
  expect((await fixture.say(id, "We start on Monday", { version: seen, newest_comment: 0 }, "fatuma")).status).toBe(
    201,
  );
});

test("a colleague's answer that was not read asks as well; one's own changes do not", async () => {
  const { id, version } = await fixture.open();
  await fixture.update({ id, priority_id: 5 }, "fatuma");
  const first = await fixture.say(id, "Mine", { version, newest_comment: 0 }, "fatuma");
  expect(first.status).toBe(201);
  await fixture.say(id, "The courier has it", {}, "otieno");
  const late = await fixture.say(id, "Mine again", { version, newest_comment: first.body.comment.id }, "fatuma");
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining("Otieno: a new comment") } });
  expect((await fixture.say(id, "By a channel", {}, "fatuma")).status).toBe(201);
});

test("one form posted twice is one comment (OCC-05)", async () => {
  const { id, version } = await fixture.open();
  const form = { message_id: "form:abc", version, newest_comment: 0 };
  const answers = await Promise.all([1, 2].map(() => fixture.say(id, "Once", form)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await fixture.say(id, "Once", form)).status).toBe(201);
  expect(await bodies(id)).toEqual(["Once"]);
});
