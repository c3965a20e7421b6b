import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hereCalls } from "../../widget/here";
import { noTalk, type State, type WidgetSession } from "../../widget/state";

const asked: string[] = [];
let answer: () => Response = () => Response.json({ open: false, opens_at: 1_800_000_000 });
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

function opened(session: WidgetSession | undefined = undefined) {
  const state = { standing: noTalk(true, null) } as State;
  const seen = { looked: true, heard: [] as object[] };
  const hear = (here: object) => {
    seen.heard.push(here);
    Object.assign(state.standing, here);
  };
  return { seen, ...hereCalls({ key: "k", state, session: () => session, looked: () => seen.looked, hear }) };
}

test("an open chat without a session learns that the last agent went, once", async () => {
  const { seen, askHere } = opened();
  await askHere();
  await askHere();
  expect(asked).toEqual(["/webchat/v1/here?a=k", "/webchat/v1/here?a=k"]);
  expect(seen.heard).toEqual([{ open: false, opens_at: 1_800_000_000 }]);
});

test("no one asks who does not look, or whose stream tells it", async () => {
  const closed = opened();
  closed.seen.looked = false;
  await closed.askHere();
  await opened({ token: "t", known: [], subject: "" }).askHere();
  expect(asked).toEqual([]);
});

test("without a network what is shown stays", async () => {
  answer = () => new Response("", { status: 503 });
  const { seen, askHere } = opened();
  await askHere();
  expect(seen.heard).toEqual([]);
});
