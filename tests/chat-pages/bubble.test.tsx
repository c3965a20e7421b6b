import { describe, expect, test } from "vitest";
import { Bubble } from "../../app/chat/conversation/bubble";
import { factLines } from "../../app/chat/conversation/message-facts";
import { messageText } from "../../app/chat/reports/transcript.server";
import type { Message } from "../../services/chat/contract.schemas";
import { render, tag } from "../kit-ui/render";
import { said } from "./samples";

const draw = (changes: Partial<Message>) =>
  render(<Bubble message={said(1, changes)} zone="UTC" late={false} me="Joy" search="?chat=1" asking={undefined} />);
const about = (meta: Message["meta"]): Partial<Message> => ({ meta, data: { text: "Message 1", meta } });
const file = (file_type: string, name: string): Partial<Message> => ({
  ...{ type: "file", message: "", data: { text: "", meta: {} }, file_name: name, file_type, bytes: 2_000 },
  ...{ url: "/files/1?signed", file_id: "1" },
});

describe("files in a bubble", () => {
  test("a voice note and a film are played in place when one presses play, and can be downloaded", async () => {
    for (const [type, name, kind] of [
      ["audio/ogg", "voice.ogg", "audio"],
      ["video/mp4", "crack.mp4", "video"],
    ] as const) {
      const html = await draw(file(type, name));
      expect(tag(html, `<${kind}`)).toMatch(/controls.*preload="none"/);
      expect(tag(html, `<${kind}`)).toContain('src="/files/1?signed"');
      expect(tag(html, "<a", "/files/1?signed")).toBeTruthy();
    }
  });

  test("what no browser plays is a download", async () => {
    for (const [type, name] of [
      ["audio/amr", "voice.amr"],
      ["video/3gpp", "film.3gp"],
    ] as const) {
      const html = await draw(file(type, name));
      expect(html).not.toMatch(/<audio|<video/);
      expect(html).toContain(name);
    }
  });

  test("a file that is on its way says so; one that could not be fetched says why, with a second try", async () => {
    const missing = { ...file("", "receipt.jpg"), url: "", file_id: null };
    expect(await draw({ ...missing, file_status: "fetching" })).toContain("Fetching receipt.jpg");
    const reason = "receipt.jpg is no longer there.";
    const failed = await draw({ ...missing, file_status: "failed", reason });
    expect(failed).toContain(reason);
    expect(tag(failed, "<button", 'value="file"')).toBeTruthy();
    const refused = await draw({ ...missing, file_status: "refused", reason: "It is larger than 16 MB." });
    expect(refused).toContain("larger than 16 MB");
    expect(refused).not.toContain('value="file"');
  });
});

describe("what the network tells of a message is shown", () => {
  const meta = {
    ...{ quote: { id: 3, by: "Joy", text: "Which size?" }, forwarded: true, edited_at: 5, before: "I live in Nakru" },
    ...{ reaction: "👍", unproven: true, referral: { source_type: "ad", headline: "43 inch TVs" } },
  };

  test("in the bubble", async () => {
    const html = await draw(about(meta));
    for (const words of [
      "Which size?",
      "Forwarded",
      "I live in Nakru",
      "👍",
      "Sender not verified",
      "Opened from an ad: 43 inch TVs",
      "edited",
    ])
      expect(html).toContain(words);
    const plain = await draw({});
    for (const words of ["Forwarded", "not proven", "edited", "blockquote"]) expect(plain).not.toContain(words);
    expect(await draw({ ...about(meta), deleted: true })).not.toContain("Nakru");
  });

  test("in the transcript", () => {
    expect(messageText(said(1, about(meta)))).toBe(
      [
        "(sender not verified)",
        "(Opened from an ad: 43 inch TVs)",
        "(forwarded)",
        "> Joy: Which size?",
        "Message 1",
        "(edited; before: I live in Nakru)",
        "(reaction: 👍)",
      ].join("\n"),
    );
    expect(messageText(said(1, { ...about(meta), deleted: true }))).toBe("(deleted)");
    expect(factLines({ meta: { deep_link: "promo_77" }, deleted: false }).above).toEqual([
      "(Opened the link promo_77)",
    ]);
  });

  test("odd facts are none", async () => {
    const odd = { quote: "x", forwarded: "yes", edited_at: "now", reaction: 7, referral: null, unproven: 1 };
    expect(factLines({ meta: odd, deleted: false })).toEqual({ above: [], below: [] });
  });
});
