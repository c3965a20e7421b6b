import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AgentStatus,
  afterEnd,
  afterStart,
  afterStatus,
  agentFor,
  type Candidate,
  distribute,
  endedFields,
  expectedWait,
  isPresent,
  startedFields,
  statusAfter,
  statusWords,
} from "../../rules/chat";

const statuses = Object.keys(statusWords) as AgentStatus[];
const agent = (given: Partial<Candidate> = {}): Candidate => ({
  ...{ id: "1", status: "online", conversations: 0, limit: 3, present: true, channels: [], given: 0 },
  ...given,
});
const chat = (id: number, given: object = {}) => ({ id, channel: "webchat", preferred_agent: null, ...given });

describe("states.tsv, chat conversation", () => {
  test("start: response_by, participant_id, started and assigned set; opened true; ended false; agent engaged; conversations +1", () => {
    expect(startedFields({ id: "2", name: "Joy" }, 12)).toEqual({
      ...{ response_by: "Joy", participant_id: "2", started: 12, assigned: 12, opened: true, ended: false },
    });
    expect(afterStart(agent({ conversations: 2 }))).toMatchObject({ engaged: true, conversations: 3 });
  });

  test("end: ended true; opened false; postchat false; idle_time 0", () => {
    expect(endedFields).toEqual({ ended: true, opened: false, postchat: false, idle_time: 0 });
  });

  test.each([
    [
      { conversations: 2, limit: 3 },
      { conversations: 1, engaged: true, shouldAssign: true },
    ],
    [
      { conversations: 1, limit: 3 },
      { conversations: 0, engaged: false, shouldAssign: true },
    ],
    [
      { conversations: 0, limit: 3 },
      { conversations: 0, engaged: false, shouldAssign: true },
    ],
    [
      { conversations: 9, limit: null },
      { conversations: 8, engaged: true, shouldAssign: true },
    ],
    [
      { conversations: 5, limit: 3 },
      { conversations: 4, engaged: true, shouldAssign: false },
    ],
    [
      { conversations: 1, limit: 3, status: "lunch" as const },
      { conversations: 0, engaged: false, shouldAssign: false },
    ],
  ])(
    "end: conversations -1 (not below 0); engaged only if still above 0; shouldAssign under the limit: %o",
    (given, after) => {
      expect(afterEnd(agent(given))).toEqual(after);
    },
  );

  test("R088: only online makes an agent assignable; every other status sets engaged true and shouldAssign false", () => {
    for (const status of statuses)
      expect(afterStatus(status)).toEqual({ engaged: status !== "online", shouldAssign: status === "online" });
  });
});

describe("who gets the next chat", () => {
  test("the least busy; of two the one whose last chat is longest ago", () => {
    const busy = agent({ id: "1", conversations: 2 });
    const free = agent({ id: "2", given: 20 });
    expect(agentFor(chat(1), [busy, free])?.id).toBe("2");
    expect(agentFor(chat(1), [free, agent({ id: "3", given: 10 })])?.id).toBe("3");
  });

  test("M28: the one it is kept for if they can, however busy; never the one who gave it back", () => {
    const preferred = agent({ id: "1", conversations: 2 });
    expect(agentFor(chat(1, { preferred_agent: "1" }), [preferred, agent({ id: "2" })])?.id).toBe("1");
    expect(
      agentFor(chat(1, { preferred_agent: "1" }), [{ ...preferred, status: "lunch" }, agent({ id: "2" })])?.id,
    ).toBe("2");
    expect(agentFor(chat(1, { avoided: "2" }), [agent({ id: "2" })])).toBeUndefined();
  });

  test("M26, M27: no one who is away, on a break, at the limit, or has other channels", () => {
    const no = [
      { present: false },
      { status: "coaching" as const },
      { conversations: 3 },
      { channels: ["whatsapp"] },
      { limit: 0 },
    ];
    for (const given of no) expect(agentFor(chat(1), [agent(given)])).toBeUndefined();
    expect(agentFor(chat(1), [agent({ channels: ["webchat"], conversations: 99, limit: null })])?.id).toBe("1");
  });

  test("only who has the wanted skill, also where it is kept for someone else", () => {
    const [without, having] = [agent({ id: "1" }), agent({ id: "2", conversations: 2, skills: [7] })];
    const wants = chat(1, { skill: 7 });
    expect(agentFor(wants, [without, having])?.id).toBe("2");
    expect(agentFor(wants, [without])).toBeUndefined();
    expect(agentFor(chat(1, { skill: null }), [without, having])?.id).toBe("1");
    expect(agentFor({ ...wants, preferred_agent: "1" }, [without, having])?.id).toBe("2");
  });

  test("a team and a skill: a member with the skill", () => {
    const both = chat(1, { team: 4, skill: 7 });
    const some = [agent({ id: "1", team: 4 }), agent({ id: "2", skills: [7] })];
    expect(agentFor(both, some)).toBeUndefined();
    expect(agentFor(both, [...some, agent({ id: "3", team: 4, skills: [7, 8], conversations: 2 })])?.id).toBe("3");
    // What no one can take does not keep the next one from being given.
    expect(distribute([both, chat(2)], some, 0)).toEqual([{ chat: 2, agent: "1" }]);
  });

  test("M23: 50 chats on 2 agents with 3 each are 3 + 3, the oldest ones", () => {
    const shares = distribute(
      Array.from({ length: 50 }, (_, n) => chat(n)),
      [agent({ id: "1" }), agent({ id: "2" })],
      0,
    );
    expect(shares.map((share) => share.chat)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(shares.filter((share) => share.agent === "1")).toHaveLength(3);
  });

  test("whatever waits and whoever is there: no limit is passed, no chat is given twice, and none waits that could be given", () => {
    const anyAgent = fc.record({
      ...{ status: fc.constantFrom(...statuses), conversations: fc.nat(5), present: fc.boolean(), given: fc.nat(9) },
      limit: fc.option(fc.nat(5)),
      channels: fc.subarray(["webchat", "whatsapp", "email"]),
      skills: fc.subarray([7, 8]),
    });
    const anyChat = fc.record({
      channel: fc.constantFrom("webchat", "whatsapp", "email"),
      preferred_agent: fc.option(fc.constantFrom("0", "1", "2")),
      avoided: fc.option(fc.constantFrom("0", "1", "2")),
      skill: fc.option(fc.constantFrom(7, 8)),
    });
    fc.assert(
      fc.property(fc.array(anyAgent, { maxLength: 4 }), fc.array(anyChat, { maxLength: 20 }), (some, many) => {
        const agents = some.map((one, n) => ({ ...one, id: String(n) }));
        const waiting = many.map((one, n) => ({ ...one, id: n }));
        const shares = distribute(waiting, agents, 100);
        expect(new Set(shares.map((share) => share.chat)).size).toBe(shares.length);
        const after = agents.map((one) => {
          const given = shares.filter((share) => share.agent === one.id).length;
          if (given > 0) expect(one.status === "online" && one.present).toBe(true);
          if (given > 0 && one.limit !== null) expect(one.conversations + given).toBeLessThanOrEqual(one.limit);
          return { ...one, conversations: one.conversations + given };
        });
        for (const left of waiting.filter(({ id }) => !shares.some((share) => share.chat === id)))
          expect(agentFor(left, after)).toBeUndefined();
      }),
    );
  });
});

test("M27: presence ends 90 s after the last heartbeat", () => {
  expect([isPresent(100, 189), isPresent(100, 190), isPresent(null, 0)]).toEqual([true, false, false]);
});

test("the wait grows with the place and shrinks with those who are there; no one there, nothing is promised", () => {
  expect(expectedWait(1, 0, 300)).toBeNull();
  expect(expectedWait(1, 10, 60)).toBe(30);
  expect(expectedWait(10, 5, 300)).toBe(600);
  expect(expectedWait(10, 10, 300)).toBe(300);
});

describe("M8: outbound status never goes back", () => {
  const all = ["received", "queued", "sent", "delivered", "read", "failed"] as const;
  test.each([
    ["queued", "sent", "sent"],
    ["queued", "read", "read"],
    ["delivered", "sent", "delivered"],
    ["read", "delivered", "read"],
    ["sent", "failed", "failed"],
    ["delivered", "failed", "delivered"],
    ["failed", "delivered", "failed"],
    ["received", "read", "received"],
  ] as const)("%s, told %s, is %s", (now, news, then) => {
    expect(statusAfter<(typeof all)[number]>(now, news)).toBe(then);
  });

  test("the same news in any order end in the same place unless it failed", () => {
    const news = fc.shuffledSubarray(["sent", "delivered", "read"] as const, { minLength: 1 });
    fc.assert(
      fc.property(news, news, (one, other) => {
        const end = (told: readonly string[]) => told.reduce((now, next) => statusAfter(now, next), "queued");
        const both = [...one, ...other];
        expect(end(both)).toBe(end([...both].reverse()));
      }),
    );
  });
});
