import { expect, it, vi } from "vitest";
import type { MachineAction } from "../../rules/answering-machines";
import { flowExchange } from "../../sandbox/pbx-flows";
import type { CallerEvent } from "../../services/voice/flows/driver";

const { dialling, placed } = flowExchange({
  ringExtension: async () => false,
  ringForDialled: async () => false,
  stopRinging: () => undefined,
  isReachable: () => false,
  fetchSound: async () => undefined,
  connected: () => undefined,
  over: () => undefined,
});
const dial = (to: string, told: CallerEvent[] = [], onMachine: MachineAction = "off") =>
  dialling.dial(
    { reference: to, from: "+254709000100", to, onMachine, ringSeconds: 1 },
    (event) => void told.push(event),
  );

it("the sandbox's customers are busy, do not answer, or are not in service, by their number", async () => {
  const results = ["01", "02", "03", "07"].map((digits) => dial(`+2547110000${digits}`));
  expect((await Promise.all(results)).map(({ result }) => result)).toEqual(["busy", "no_answer", "failed", "busy"]);
});

it("a customer whose number ends in 11 to 19 answers, hears the sound and presses the last digit", async () => {
  const told: CallerEvent[] = [];
  expect(await dial("+254711000013", told)).toEqual({ result: "answered", by: "unknown" });
  await dialling.play("+254711000013", { id: 1, name: "Reminder", words: "Pay.", url: "" });
  await vi.waitFor(() => expect(told).toEqual([{ type: "key", key: "3" }]), { timeout: 5_000 });
  await dialling.hangUp("+254711000013");
});

it("an answering machine has the numbers that end in 08, which is told only where it matters", async () => {
  expect(await dial("+254711000108")).toEqual({ result: "answered", by: "unknown" });
  expect(await dial("+254711000208", [], "hang_up")).toEqual({ result: "answered", by: "machine" });
  expect(await dial("+254711000308", [], "leave_message")).toEqual({ result: "answered", by: "machine" });
  expect(await dial("+254711000010", [], "hang_up")).toEqual({ result: "answered", by: "person" });
  expect(placed().map(({ isMachine }) => isMachine)).toEqual([
    false,
    true,
    true,
    false,
    ...placed()
      .slice(4)
      .map(() => false),
  ]);
});
