/** The calls of the demo's call centre: customers who wait, agents who answer one after the other, calls that go out. */
export type DemoWait = {
  id: number;
  number_id: number;
  queue: string;
  phone_number: string;
  enqueued_at: Date;
  answered_at: Date | null;
  abandoned_at: Date | null;
  user_id: string | null;
};
export type DemoCall = {
  id: number;
  type: "inbound" | "outbound";
  phone_number: string;
  name: string;
  number_id: number;
  queue_call_id: number | null;
  user_id: string;
  user_name: string;
  status: string;
  started_at: Date;
  answered_at: Date | null;
  ended_at: Date;
  ring_seconds: number;
  talk_seconds: number;
  hold_seconds: number;
  wrap_until: Date | null;
  wrap_ended_at: Date | null;
  item_id: number | null;
  note: string;
};
export type DemoPeriod = {
  user_id: string;
  name: string;
  state: "logged_in" | "on_break";
  break_label: string;
  started_at: Date;
  ended_at: Date;
};

type CallCentrePlan = {
  agents: readonly { user_id: string; name: string }[];
  callers: readonly { number: string; name: string }[];
  queues: readonly { id: number; queue: string }[];
  random: () => number;
  now: Date;
};
type Desk = { user_id: string; name: string; freeAt: number };

const days = 56;
const aDay = 86_400_000;
const anHour = 3_600_000;
/** Nairobi is three hours ahead: from eight to five there. */
const [opens, lunch, closes] = [5 * anHour, 10 * anHour, 14 * anHour];
const lunchMs = 45 * 60_000;
const wrapMs = 30_000;
const notes = [
  "Asked when the fridge is delivered. Driver calls before he comes.",
  "Wants a quotation for ten cookers by email.",
  "Paid by M-Pesa, receipt sent.",
  "Angry about the late delivery; promised a call tomorrow.",
];

export function makeCalls({ agents, callers, queues, random, now }: CallCentrePlan) {
  const [waits, calls, periods]: [DemoWait[], DemoCall[], DemoPeriod[]] = [[], [], []];
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const midnight = Math.floor(now.getTime() / aDay) * aDay;

  /** Nobody is rung at lunch, nor before their last call is wrapped up. */
  const earliest = ({ freeAt }: Desk, at: number, day: number) => {
    const from = Math.max(freeAt, at);
    return from >= day + lunch && from < day + lunch + lunchMs ? day + lunch + lunchMs : from;
  };

  function take(
    desk: Desk,
    started: number,
    call: Pick<DemoCall, "type" | "phone_number" | "name" | "number_id" | "queue_call_id">,
    ring: number,
  ): void {
    const talk = between(25, 70) + Math.round(-140 * Math.log(1 - random() * 0.98));
    const hold = random() < 0.2 ? between(8, Math.max(9, talk / 3)) : 0;
    const answered = started + ring * 1_000;
    const ended = answered + talk * 1_000;
    const wrap = random() < 0.8 ? between(6, 28) * 1_000 : wrapMs;
    desk.freeAt = ended + wrap;
    if (ended > now.getTime()) return;
    calls.push({
      ...{ id: calls.length + 1, user_id: desk.user_id, user_name: desk.name, status: "Complete" },
      ...call,
      ...{ started_at: new Date(started), answered_at: new Date(answered), ended_at: new Date(ended) },
      ...{ ring_seconds: ring, talk_seconds: talk, hold_seconds: Math.min(hold, talk) },
      wrap_until: new Date(ended + wrapMs),
      wrap_ended_at: new Date(ended + wrap),
      item_id: one([1, 1, 1, 2, 2, 3, 4, 5, 9]),
      note: random() < 0.3 ? one(notes) : "",
    });
  }

  /** A call that nobody answered: at the agent, or at the customer. */
  function miss(
    desk: Desk,
    started: number,
    call: Pick<DemoCall, "type" | "phone_number" | "name" | "number_id" | "queue_call_id">,
    ring: number,
    status: string,
  ): void {
    const ended = started + ring * 1_000;
    desk.freeAt = ended;
    calls.push({
      ...{ id: calls.length + 1, user_id: desk.user_id, user_name: desk.name, status },
      ...call,
      ...{ started_at: new Date(started), answered_at: null, ended_at: new Date(ended), ring_seconds: ring },
      ...{ talk_seconds: 0, hold_seconds: 0, wrap_until: null, wrap_ended_at: null, note: "" },
      item_id: call.type === "outbound" && random() < 0.7 ? one([6, 6, 7, 8]) : null,
    });
  }

  function arrive(desks: Desk[], at: number, day: number): void {
    const caller = one(callers);
    const { id: number_id, queue } = random() < 0.65 ? (queues[0] as CallCentrePlan["queues"][number]) : one(queues);
    const id = waits.length + 1;
    const wait = { id, number_id, queue, phone_number: caller.number, enqueued_at: new Date(at) };
    const call = {
      type: "inbound" as const,
      phone_number: caller.number,
      name: caller.name,
      number_id,
      queue_call_id: id,
    };
    const patience = between(20, 110) * 1_000;
    const next = (but?: Desk) =>
      [...desks].filter((desk) => desk !== but).sort((a, b) => earliest(a, at, day) - earliest(b, at, day))[0] as Desk;
    let desk = next();
    let from = earliest(desk, at + between(1, 3) * 1_000, day);
    if (random() < 0.06 && from - at < patience - 20_000) {
      miss(desk, from, call, between(11, 20), "RingNoAnswer");
      desk = next(desk);
      from = earliest(desk, (calls.at(-1)?.ended_at.getTime() ?? from) + 1_000, day);
    }
    const ring = between(2, 7);
    const answered = from + ring * 1_000;
    if (answered - at > patience) {
      waits.push({ ...wait, answered_at: null, abandoned_at: new Date(at + patience), user_id: null });
      return;
    }
    waits.push({ ...wait, answered_at: new Date(answered), abandoned_at: null, user_id: desk.user_id });
    take(desk, from, call, ring);
  }

  function dialOut(desk: Desk, at: number, day: number): void {
    const from = earliest(desk, at, day);
    const { number, name } = one(callers);
    const call = { type: "outbound" as const, phone_number: number, name, number_id: 1, queue_call_id: null };
    if (random() < 0.7) take(desk, from, call, between(4, 18));
    else miss(desk, from, call, between(3, 30), "Failed");
  }

  for (let back = days; back >= 0; back--) {
    const day = midnight - back * aDay;
    const weekday = new Date(day).getUTCDay();
    if (weekday === 0 || agents.length === 0) continue;
    const desks: Desk[] = agents.map(({ user_id, name }) => ({ user_id, name, freeAt: day + opens }));
    const arrivals = Array.from({ length: weekday === 6 ? between(14, 22) : between(38, 58) }, () => ({
      at: day + opens + Math.floor(((random() + random()) / 2) * (closes - opens - 15 * 60_000)),
      inbound: random() < 0.75,
    })).sort((a, b) => a.at - b.at);
    for (const { at, inbound } of arrivals) {
      // Nothing of today is still to come.
      if (at > now.getTime() - 15 * 60_000) break;
      if (inbound) arrive(desks, at, day);
      else dialOut(one(desks), at, day);
    }
    for (const desk of desks) periods.push(...periodsOf(desk, day, Math.max(day + closes, desk.freeAt), now.getTime()));
  }
  return {
    waits: waits.filter(({ answered_at, abandoned_at }) => (answered_at ?? abandoned_at ?? now) <= now),
    calls: calls.filter(({ ended_at }) => ended_at <= now),
    periods,
  };
}

/** The last stretch of an agent's day ends with their last call. */
function periodsOf({ user_id, name }: Desk, day: number, until: number, now: number): DemoPeriod[] {
  const periods: DemoPeriod[] = [];
  const add = (state: DemoPeriod["state"], from: number, to: number, break_label = "") => {
    const [start, end] = [from, Math.min(to, now)];
    if (end > start)
      periods.push({ user_id, name, state, break_label, started_at: new Date(start), ended_at: new Date(end) });
  };
  add("logged_in", day + opens, day + lunch);
  add("on_break", day + lunch, day + lunch + lunchMs, "Lunch");
  add("logged_in", day + lunch + lunchMs, until);
  return periods;
}
