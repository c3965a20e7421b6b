import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ShownMessage } from "../../rules/webchat";
import type { Keep } from "../../widget/keep";
import { linkCalls } from "../../widget/links";
import { openMessages } from "../../widget/messages";

const asked: string[] = [];
let answers = true;
beforeEach(() => {
  asked.length = 0;
  answers = true;
  const get = async (path: string) => {
    asked.push(path);
    if (!answers) throw new TypeError("no network");
    return Response.json({ data: { 7: `/files/x?turn=${asked.length}` } });
  };
  vi.stubGlobal("fetch", get);
});
afterEach(() => vi.unstubAllGlobals());

/** A chat with one file in it, kept since yesterday. */
function opened() {
  const kept: ShownMessage = {
    ...{ id: 7, request_id: "", mine: false, by: "Joy", type: "file", text: "", at: 1, gone: false },
    file: { name: "a.png", bytes: 9, image: true, play: "", url: "/files/x?old" },
  };
  const keep = { get: () => [kept], set: () => undefined, all: () => [], clear: () => undefined } as unknown as Keep;
  const messages = openMessages(keep);
  const clock = { now: 1_800_000_000_000 };
  const session = () => ({ token: "t", known: [], subject: "" });
  const links = linkCalls({ messages, session, changed: () => undefined, now: () => clock.now });
  return { links, clock, url: () => messages.list()[0]?.file?.url };
}

test("a link that the browser had kept is signed anew when the chat opens, and again before it is over", async () => {
  const { links, clock, url } = opened();
  await links.keepLinks();
  expect(url()).toBe("/files/x?turn=1");
  clock.now += 9 * 60_000;
  await links.keepLinks();
  expect(asked).toHaveLength(1);
  expect(links.follows(7)).toBe(true);
  clock.now += 2 * 60_000;
  await links.keepLinks();
  expect(url()).toBe("/files/x?turn=2");
});

test("after a sleep the link is not followed as it stands: it opens when it was signed anew", async () => {
  const { links, clock } = opened();
  await links.keepLinks();
  const open = vi.fn();
  vi.stubGlobal("window", { open });
  clock.now += 3_600_000;
  expect(links.follows(7)).toBe(false);
  await vi.waitFor(() => expect(open).toHaveBeenCalledWith("/files/x?turn=2", "_blank", "noopener"));
});

test("without a network it is asked again after a minute, not at every look", async () => {
  const { links, clock, url } = opened();
  await links.keepLinks();
  clock.now += 11 * 60_000;
  answers = false;
  await links.keepLinks();
  await links.keepLinks();
  expect(asked).toHaveLength(2);
  expect(url()).toBe("/files/x?turn=1");
  answers = true;
  clock.now += 61_000;
  await links.keepLinks();
  expect(url()).toBe("/files/x?turn=3");
});
