import type { BeginFlow, CallerEvent } from "../flows/driver";
import type { DiallingDriver } from "../robocalls/driver";
import { type AriLine, channelPath, dialledMark } from "./actions";
import { type AriDriverParts, ariDriver } from "./driver";
import { hearEvents } from "./events";
import { ariRequests, isGone, readJson } from "./request";
import { type AriChannel, type AriEvent, ariApplication, ariBridges, ariChannels, ariEndpoints } from "./wire";

export type AriExchangeParts = Omit<AriDriverParts, "ask"> & {
  begin: BeginFlow;
  /** Calls can be placed with this from now on; undefined: they can't, for no event would tell what becomes of them. */
  onDialling(driver: DiallingDriver | undefined): void;
};

/** Calls that are taken at once; others stay with the dialplan. */
const mostCalls = 1_000;
/** What a caller did before their flow was found, and is told it. */
const mostEarly = 20;

/**
 * Asterisk with its REST interface as an exchange: callers who enter the Stasis application go through the flow of their
 * number; a number without one goes on in the dialplan. After a loss of the events all that goes on is read again.
 */
export function openAsterisk({ begin, onDialling, ...given }: AriExchangeParts): { stop(): void } {
  const { address, onError } = given;
  const ask = ariRequests(address);
  const exchange = ariDriver({ ...given, ask });
  const { lines, works, calls, pairs, online, driver, dialling, drop } = exchange;
  /** Channels that were in the application before we listened. */
  let before: string[] = [];

  const readList = async <T>(path: string, schema: { parse(value: unknown): T }) =>
    schema.parse(readJson(await ask("GET", path)));

  function arrive({ id, caller, dialplan }: AriChannel, number = dialplan.exten): void {
    if (lines.has(id)) return;
    if (lines.size >= mostCalls) {
      void drop("POST", `${channelPath(id)}/continue`);
      return;
    }
    const early: CallerEvent[] = [];
    const from = e164(caller.number);
    const line: AriLine = {
      from,
      tell(event) {
        if (early.length < mostEarly) early.push(event);
      },
      messages: new Set(),
    };
    lines.set(id, line);
    begin({ number: e164(number), from, reference: id }, driver).then(
      (flow) => {
        if (flow) {
          line.tell = flow.tell;
          for (const event of early) flow.tell(event);
        } else if (lines.delete(id)) void drop("POST", `${channelPath(id)}/continue`);
      },
      (error: unknown) => {
        onError(error);
        if (lines.delete(id)) void drop("POST", `${channelPath(id)}/continue`);
      },
    );
  }

  function hear(event: AriEvent): void {
    if (event.type !== "StasisStart") exchange.hear(event);
    else if (event.args[0] !== dialledMark) arrive(event.channel, event.args[0]);
    // Who was given up in the moment of the answer is hung up.
    else if (!calls.answer(event.channel.id, event.args[1])) void drop("DELETE", channelPath(event.channel.id));
  }

  async function readAgain(): Promise<void> {
    await ask("POST", `/applications/${address.app}/subscription`, { query: { eventSource: "endpoint:PJSIP" } });
    const phones = await readList("/endpoints/PJSIP", ariEndpoints);
    online.clear();
    for (const { resource, state } of phones) if (state === "online") online.add(resource);
    const there = new Set((await readList("/channels", ariChannels)).map(({ id }) => id));
    await works.readAgain();
    await calls.readAgain();
    for (const call of [...lines.keys()]) if (!there.has(call)) await exchange.lose(call);
    for (const leg of pairs.legs()) {
      const caller = there.has(leg) ? undefined : pairs.callerWith(leg);
      if (caller) await pairs.part(caller).then(() => drop("DELETE", channelPath(caller)));
    }
    const orphans = before.filter((id) => there.has(id) && !lines.has(id) && !works.isGoingOn(id));
    before = [];
    for (const call of pairs.adopt(await readList("/bridges", ariBridges)))
      lines.set(call, { from: "", tell: () => undefined, messages: new Set() });
    const legs = pairs.legs();
    for (const id of orphans) {
      if (lines.has(id) || legs.includes(id)) continue;
      // Their flow ended with the process that had it: the dialplan goes on with callers.
      if (id.startsWith("jibu-")) await drop("DELETE", channelPath(id));
      else await drop("POST", `${channelPath(id)}/continue`);
    }
  }

  let stopped = false;
  const events = hearEvents(address, {
    async before() {
      try {
        before = (await readList(`/applications/${address.app}`, ariApplication)).channel_ids;
      } catch (error) {
        if (!isGone(error)) throw error;
        before = [];
      }
    },
    async listening() {
      await readAgain();
      if (!stopped) onDialling(dialling);
    },
    lost: () => onDialling(undefined),
    hear,
    onError,
  });
  return {
    stop() {
      stopped = true;
      onDialling(undefined);
      events.stop();
    },
  };
}

/** A number as the dialplan has it: digits, with or without a plus. Others, such as "anonymous", are no number. */
function e164(number: string): string {
  const digits = number.replace(/\D/g, "");
  return /^\+?\d{7,15}$/.test(number) ? `+${digits}` : "";
}
