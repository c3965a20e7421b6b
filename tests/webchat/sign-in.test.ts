import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FrameSettings } from "../../rules/webchat";
import type { Keep } from "../../widget/keep";
import { sessionCalls } from "../../widget/session";
import { noTalk, type State } from "../../widget/state";

const bodies: Record<string, unknown>[] = [];
beforeEach(() => {
  bodies.length = 0;
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({ token: "fresh", known: [], standing: noTalk(true, null), messages: [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

const identity = `x.${btoa(JSON.stringify({ sub: "7" }))}.y`;

function opened(kept: object | undefined, contact_id: number | null) {
  const held = new Map<string, unknown>(kept ? [["session", kept]] : []);
  const keep = { get: (part: string) => held.get(part), set: (part: string, value: unknown) => held.set(part, value) };
  const state = { identity, language: "en", standing: { ...noTalk(true, null), contact_id } } as State;
  const begun = vi.fn();
  const settings = { key: "k", signed: false } as FrameSettings;
  return { held, begun, ...sessionCalls({ settings, state, keep: keep as unknown as Keep, begun }) };
}

test("who talked here before the site said who they are takes the conversation along", async () => {
  const { token, held } = opened({ token: "old", known: [], subject: "" }, 12);
  expect(await token()).toBe("fresh");
  expect(bodies).toEqual([{ application: "k", language: "en", identity, previous: "old" }]);
  expect(held.get("session")).toMatchObject({ token: "fresh", subject: "u 7" });
});

test("another signed customer's session is not handed on, nor one in which nothing was said", async () => {
  await opened({ token: "theirs", known: [], subject: "u 8" }, 12).token();
  await opened({ token: "silent", known: [], subject: "" }, null).token();
  expect(bodies.map(({ previous }) => previous)).toEqual([undefined, undefined]);
});
