import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallerDetail } from "../../services/voice/contract.calls";
import { fillCentre, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());

test("a call rings with the record that the CRM names first for the number, whichever of its numbers it is", async () => {
  const caller = async () =>
    (await stage.ask("caller", { params: { number: "254711000111" } })).body as unknown as CallerDetail;
  expect((await caller()).contact).toEqual({ state: "none" });
  stage.others.crm.known.push(
    { id: 7, kind: "contact", name: "Amina Hassan" },
    { id: 5, kind: "lead", name: "Another" },
  );
  expect((await caller()).contact).toEqual({
    state: "found",
    data: { name: "Amina Hassan", kind: "contact", url: "/crm/contact/7" },
  });
});
