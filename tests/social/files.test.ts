import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { voiceNote } from "../../sandbox/chat-wire";
import type { Message } from "../../services/chat/contract.schemas";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
beforeAll(async () => {
  fixture = await socialFixture();
  await fixture.connectBoth();
  await fixture.connectPage();
  await fixture.startJobs();
}, 60_000);
afterAll(() => fixture.end());

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 8_000, interval: 50 });

/** What the inbox shows of a customer's conversation. */
async function thread(user: string): Promise<Message[]> {
  const [found] = await fixture.rows<{ contact_id: number }>(
    sql`select contact_id from chat.contacts where user_id = ${user} order by contact_id desc limit 1`,
  );
  return found ? fixture.chat.messages(found.contact_id) : [];
}
const photo = (text = "") => ({ name: `photo${text}.png`, type: "image/png", bytes: Buffer.from("a picture") });

describe("a file comes after its message (M12)", () => {
  test("a file that hangs holds up neither its own message nor other customers' messages and files", async () => {
    const { whatsapp } = fixture;
    const slow = "254711100001";
    const ids = [1, 2, 3, 4].map((n) => `media-hang-${n}`);
    for (const id of ids) whatsapp.shelf.hangs.add(id);
    for (const id of ids) await whatsapp.write(slow, "", "", { type: "image", image: { id, mime_type: "image/png" } });
    await whatsapp.write("254711100002", "I am waiting for no one");
    await whatsapp.sendFile("254711100003", photo(), "My receipt");
    await until(async () => expect(await thread("254711100002")).toHaveLength(1));
    await until(async () =>
      expect(await thread("254711100003")).toMatchObject([
        {
          type: "file",
          message: "My receipt",
          file_status: null,
          file_type: "image/png",
          image: expect.stringMatching(/^\/files\//),
        },
      ]),
    );
    const waiting = await thread(slow);
    expect(waiting).toHaveLength(4);
    for (const one of waiting)
      expect(one).toMatchObject({ type: "file", file_status: "fetching", file_name: "photo.jpg", url: "" });
    const cursor = (await fixture.chat.events()).at(-1)?.seq ?? 0;
    whatsapp.shelf.hangs.clear();
    await until(async () =>
      expect((await thread(slow)).map(({ file_status }) => file_status)).toEqual([null, null, null, null]),
    );
    // The open page hears of it: the same message, with its file.
    const told = (await fixture.chat.events(cursor)).filter(({ body }) => body.change === "file");
    expect(told).toHaveLength(4);
    expect(told[0]?.body.message).toMatchObject({ file_status: null, image: expect.stringMatching(/^\/files\//) });
    expect(await thread(slow)).toHaveLength(4);
  });

  test("a file that is gone says so at once, and can be asked for again by the agent", async () => {
    const { whatsapp } = fixture;
    const user = "254711100004";
    whatsapp.shelf.gone.add("media-gone");
    await whatsapp.write(user, "", "", { type: "document", document: { id: "media-gone", filename: "invoice.pdf" } });
    await until(async () =>
      expect(await thread(user)).toMatchObject([
        {
          type: "file",
          file_status: "failed",
          file_name: "invoice.pdf",
          reason: expect.stringMatching(/invoice\.pdf is no longer there/),
        },
      ]),
    );
    const [message] = await thread(user);
    const again = () => fixture.chat.ask("retryFile", { params: { id: message?.id } });
    expect((await again()).body.message).toMatchObject({ file_status: "fetching", reason: "" });
    await until(async () => expect((await thread(user))[0]?.file_status).toBe("failed"));
    whatsapp.shelf.gone.clear();
    expect((await again()).status).toBe(201);
    await until(async () => expect(await thread(user)).toMatchObject([{ file_status: null, reason: "" }]));
    expect((await again()).status).toBe(406);
  });

  test("the same webhook again fetches nothing a second time", async () => {
    const { whatsapp } = fixture;
    const user = "254711100005";
    whatsapp.behaviour.hookTimes = 3;
    const before = whatsapp.counts.media;
    await whatsapp.sendFile(user, photo("5"));
    whatsapp.behaviour.hookTimes = 1;
    await until(async () => expect(await thread(user)).toMatchObject([{ file_status: null }]));
    await until(async () =>
      expect(await fixture.rows(sql`select 1 from social.webhooks where done_at is null`)).toHaveLength(0),
    );
    // What is noted about the file goes after the message has it.
    await until(async () =>
      expect(await fixture.rows(sql`select 1 from social.files where external_id = ${user}`)).toHaveLength(0),
    );
    expect(whatsapp.counts.media - before).toBe(1);
  });

  test("a file too large is refused without being fetched, and offers no second try", async () => {
    await fixture.telegram.write("7101", "", "Large", {
      video: { file_id: "v1", file_size: 17 * 1024 * 1024, mime_type: "video/mp4" },
    });
    await until(async () =>
      expect(await thread("7101")).toMatchObject([
        { type: "file", file_status: "refused", reason: expect.stringMatching(/larger than 16 MB/) },
      ]),
    );
  });

  test("what its message no longer wants is not kept", async () => {
    const { whatsapp } = fixture;
    const user = "254711100006";
    whatsapp.shelf.hangs.add("media-late");
    await whatsapp.write(user, "", "", { id: "wamid.late", type: "image", image: { id: "media-late" } });
    await until(async () => expect(await thread(user)).toMatchObject([{ file_status: "fetching" }]));
    await whatsapp.does(user, { type: "revoke", revoke: { original_message_id: "wamid.late" } });
    await until(async () => expect(await thread(user)).toMatchObject([{ deleted: true, file_name: "photo.jpg" }]));
    const before = fixture.dropped.length;
    whatsapp.shelf.hangs.clear();
    await until(() => expect(fixture.dropped.length).toBe(before + 1));
    expect(await thread(user)).toMatchObject([{ deleted: true, url: "", file_id: null }]);
  });
});

describe("voice notes and films are kept (Q076)", () => {
  test("from WhatsApp, Telegram and Messenger", async () => {
    const film = { name: "shop.mp4", type: "video/mp4", bytes: Buffer.from("a film") };
    const page = "24831000000000777";
    await fixture.whatsapp.sendFile("254711100007", voiceNote);
    await fixture.whatsapp.sendFile("254711100007", film, "Look at the crack");
    await fixture.telegram.sendFile("7107", voiceNote);
    await fixture.telegram.sendFile("7107", film);
    await fixture.messenger.sendFile(page, voiceNote);
    await fixture.messenger.sendFile(page, film);
    for (const user of ["254711100007", "7107", page])
      await until(async () =>
        expect((await thread(user)).map(({ type, file_status, file_type }) => [type, file_status, file_type])).toEqual([
          ["file", null, expect.stringMatching(/^audio\//)],
          ["file", null, expect.stringMatching(/^video\//)],
        ]),
      );
  });
});

test("a deleted message's file is removed, so that no link to it is good any more", async () => {
  const user = "254711100008";
  await fixture.whatsapp.write(user, "", "", { id: "wamid.photo", type: "image", image: { id: "media-x" } });
  await until(async () => expect(await thread(user)).toMatchObject([{ file_status: null }]));
  const file = (await thread(user))[0]?.file_id;
  expect(file).toBeTruthy();
  await fixture.whatsapp.does(user, { type: "revoke", revoke: { original_message_id: "wamid.photo" } });
  await until(() => expect(fixture.dropped).toContain(file));
});
