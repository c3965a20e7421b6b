import { describe, expect, test } from "vitest";
import { CallPanel } from "../../app/shell/phone/call-panel";
import { Dialler } from "../../app/shell/phone/dialler";
import type { Phone } from "../../app/shell/phone/phone.client";
import { type PhoneState, phoneAtFirst } from "../../app/shell/phone/phone-store";
import { clockFace } from "../../app/shell/phone/use-clock";
import { WrapUpPanel } from "../../app/shell/phone/wrap-up-panel";
import { VoiceStatus } from "../../app/shell/voice-frame";
import { type CallInput, nextCall } from "../../rules/call";
import { noOutboundNumber } from "../../rules/dialling";
import type { BreakOption, VoiceAgentStatus } from "../../services/voice/contract.schemas";
import { attribute, render, tag } from "../kit-ui/render";

const phone = {} as Phone;

function call(...kinds: CallInput["kind"][]) {
  const who = { phone: "+254733000141", name: "Otieno Odhiambo" };
  return kinds.reduce(
    (now, kind, step) => nextCall(now, { kind, id: "1", at: step * 1000, muted: true, ...who } as CallInput),
    nextCall(undefined, { kind: "incoming", id: "1", at: 0, ...who }),
  );
}
function panel(kinds: CallInput["kind"][], more: Partial<PhoneState> = {}) {
  const now = call(...kinds);
  if (!now) throw new Error("no call");
  return render(<CallPanel phone={phone} state={{ ...phoneAtFirst, call: now, ...more }} call={now} />);
}

describe("a call on the screen", () => {
  test("rings with who it is, their open tickets and last words, and both answers", async () => {
    const html = await panel([], {
      caller: {
        phoneNumber: "+254733000141",
        contact: { state: "found", data: { name: "Otieno Odhiambo", kind: "contact", url: "/contacts" } },
        tickets: {
          state: "found",
          data: [{ id: "12", title: "Charged twice", status: "Open", url: "/ticketing/show/12", updatedAt: "" }],
        },
        conversations: {
          state: "found",
          data: [{ id: 3, channel: "whatsapp", text: "Fridge imezima", at: "", url: "/c" }],
        },
        calls: { state: "closed" },
      },
    });
    for (const words of ["Incoming", "+254 733 000 141", "Charged twice", "Fridge imezima", "1 open ticket", "Decline"])
      expect(html).toContain(words);
    expect(html).toContain("Answer</button>");
  });

  test("without a microphone Answer is not there", async () => {
    const html = await panel([], { microphone: "denied" });
    expect(html).not.toContain("Answer</button>");
    expect(html).toContain("Allow microphone");
  });

  test("on hold, mute, transfer and keypad wait and say why; the end does not", async () => {
    const html = await panel(["answer", "confirmed", "hold", "held"]);
    expect(html).toContain("Resume the call first.");
    expect(attribute(tag(html, 'aria-pressed="false"'), "aria-disabled")).toBe("true");
    expect(html).toContain("Resume</button>");
    expect(html).toContain("End call");
  });

  test("muted says so in words", async () => {
    expect(await panel(["answer", "confirmed", "mute"])).toContain("The caller cannot hear you.");
  });
});

describe("asking somebody first", () => {
  function asking(...kinds: CallInput["kind"][]) {
    const held = call("answer", "confirmed", "hold", "held");
    const consult = kinds.reduce(
      (now, kind, step) => nextCall(now, { kind, id: "ask", at: 5000 + step * 1000 } as CallInput),
      nextCall(undefined, { kind: "dial", id: "ask", at: 4000, phone: "1002", name: "Fatuma Abdalla", consultOf: "1" }),
    );
    if (!held) throw new Error("no call");
    return render(<CallPanel phone={phone} state={{ ...phoneAtFirst, call: held, consult }} call={held} />);
  }

  test("the caller is seen on hold, the transfer waits for the answer, and the way back is open", async () => {
    const html = await asking("progress");
    for (const words of ["On hold", "Otieno Odhiambo", "Fatuma Abdalla", "Ringing", "Wait until they have answered."])
      expect(html).toContain(words);
    expect(html).toContain("Back to the caller</button>");
    const talking = await asking("progress", "accepted", "confirmed");
    expect(talking).toContain("Talking with");
    expect(talking).not.toContain("Wait until they have answered.");
  });

  test("whoever has gone, the caller on hold is shown with the way to resume", async () => {
    const html = await asking("progress", "ended");
    expect(html).not.toContain("Fatuma Abdalla");
    // On a phone too, where the other controls are folded.
    expect(html).toContain('title="Resume"');
    expect(html).toContain("Resume</button>");
  });
});

test("the dialler says that a number to call from is needed where there is none", async () => {
  const request = { phone: "", name: "", source: "" };
  const html = await render(<Dialler phone={phone} state={phoneAtFirst} request={request} numbers={[]} />);
  expect(html).toContain(noOutboundNumber);
  expect(html).not.toContain("Call</button>");
});

test("the wrap-up can be closed only where no disposition is asked for", async () => {
  const wrapUp = { reference: "1", name: "Otieno", phone: "+254711000111", until: null, seconds: 242, required: true };
  const may = { mayDial: true, mayTicket: false, zone: "Africa/Nairobi" };
  const types = [{ id: 1, name: "Sales", items: [{ id: 2, title: "Ordered" }], outcome: "done" as const }];
  const asked = await render(<WrapUpPanel wrapUp={wrapUp} types={types} may={may} />);
  expect(asked).toContain("04:02");
  expect(asked).toContain('value="1 2"');
  expect(asked).not.toContain("Close without");
  expect(asked).toContain("Call back later");
  expect(asked).not.toContain("Open a ticket");
});

test("the clock of a wrap-up and its sentence say the same seconds", async () => {
  const wrapUp = { reference: "1", name: "", phone: "+254711000111", seconds: 242, required: true };
  const until = performance.timeOrigin + performance.now() + 600_500;
  const may = { mayDial: false, mayTicket: false, zone: "Africa/Nairobi" };
  const html = await render(<WrapUpPanel wrapUp={{ ...wrapUp, until }} types={[]} may={may} />);
  const seconds = Number(/Next call can ring in (\d+) s/.exec(html)?.[1]);
  expect(html).toContain(clockFace(seconds * 1000));
  expect(html).toContain("+254 711 000 111");
});

test("a clock counts hours when there are any", () => {
  expect([clockFace(0), clockFace(134_900), clockFace(3_734_000), clockFace(-5)]).toEqual([
    ...["00:00", "02:14", "1:02:14", "00:00"],
  ]);
});

describe("one's status in the queue, without script", () => {
  const options: BreakOption[] = [
    { id: 1, value: "login", state: "Login" },
    { id: 2, value: "logout", state: "Logout" },
    { id: 4, value: "pause", state: "Lunch" },
    { id: 8, value: "unpause", state: "End Break" },
  ];
  const quiet = { since: "", exten: "1001", pending: null, wrap: null, undisposed: null };
  const status = (change: Pick<VoiceAgentStatus, "state" | "login" | "break">): VoiceAgentStatus => ({
    ...{ label: "", ...quiet },
    ...change,
  });
  const offered = (html: string) => [...html.matchAll(/name="option" value="([^"]+)"/g)].map(([, value]) => value);
  const lunch = { action_id: 4, state: "Lunch", since: "" };

  test.each([
    [status({ state: "logged_out", login: false, break: null }), "Logged Out", "bad", ["login 1"]],
    [status({ state: "logged_in", login: true, break: null }), "Logged In", "good", ["pause 4", "logout 2"]],
    // The end of a break names the break (R081).
    [status({ state: "on_break", login: true, break: lunch }), "On Break", "warn", ["unpause 4"]],
  ])("%o", async (given, label, tone, values) => {
    const html = await render(<VoiceStatus facts={{ me: "1", exten: "1001", status: given, options }} />, "/sms/send");
    expect(html).toContain(`aria-label="Voice status: ${label}"`);
    expect(html).toContain(`state-${tone}`);
    expect(offered(html)).toEqual(values);
    expect(attribute(tag(html, "<form"), "action")).toBe("/phone/status");
  });
});
