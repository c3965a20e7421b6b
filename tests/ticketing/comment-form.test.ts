import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stage, ticketStage } from "./stage";

let stage: Stage;
beforeAll(async () => {
  stage = await ticketStage();
});
afterAll(() => stage.end());

const bodies = async (id: number): Promise<string[]> =>
  (await stage.ask("comments", { params: { id } })).body.data.map(({ body }: { body: string }) => body);

test("a comment under a ticket that someone closed meanwhile asks first, and goes out when it was read (OCC-03)", async () => {
  const { id, version } = await stage.open();
  await stage.update({ id, status: "closed" }, "otieno");
  const late = await stage.say(id, "We start on Monday", { version, newest_comment: 0 }, "fatuma");
  expect(late).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("Otieno: Status: new → closed") },
  });
  expect(await bodies(id)).toEqual([]);
  const seen = (await stage.ticket(id)).version;
  expect((await stage.say(id, "We start on Monday", { version: seen, newest_comment: 0 }, "fatuma")).status).toBe(201);
});

test("a colleague's answer that was not read asks as well; one's own changes do not", async () => {
  const { id, version } = await stage.open();
  await stage.update({ id, priority_id: 5 }, "fatuma");
  const first = await stage.say(id, "Mine", { version, newest_comment: 0 }, "fatuma");
  expect(first.status).toBe(201);
  await stage.say(id, "The courier has it", {}, "otieno");
  const late = await stage.say(id, "Mine again", { version, newest_comment: first.body.comment.id }, "fatuma");
  expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining("Otieno: a new comment") } });
  expect((await stage.say(id, "By a channel", {}, "fatuma")).status).toBe(201);
});

test("one form posted twice is one comment (OCC-05)", async () => {
  const { id, version } = await stage.open();
  const form = { message_id: "form:abc", version, newest_comment: 0 };
  const answers = await Promise.all([1, 2].map(() => stage.say(id, "Once", form)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await stage.say(id, "Once", form)).status).toBe(201);
  expect(await bodies(id)).toEqual(["Once"]);
});
