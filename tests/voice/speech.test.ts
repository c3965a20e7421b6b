import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SandboxSpeech, startSpeech } from "../../sandbox/speech";
import { azureSpeech, type SpeechRequest } from "../../services/connectors/azure-speech";
import { encodeMp3 } from "../../services/voice/recordings/encode";
import { mp3Bitrate } from "../../services/voice/recordings/mp3";
import { forgetSpeech } from "../../services/voice/speech/handlers";
import { forgetSpeechTask } from "../../services/voice/speech/store";
import { jobsNamed } from "../setup/notices";
import { fillCentre, savanna, type Token, type VoiceStage, voiceStage } from "./fixture";
import { addFlow, step } from "./flows.fixture";

let stage: VoiceStage;
let azure: SandboxSpeech;
const asked: SpeechRequest[] = [];
const voice = "sw-KE-ZuriNeural";

beforeAll(async () => {
  [stage, azure] = [await voiceStage(), await startSpeech()];
  await fillCentre(stage);
});
beforeEach(() => {
  const { speak } = azureSpeech({ url: azure.url, key: azure.key });
  asked.length = 0;
  azure.behaviour.speak = "accept";
  stage.context.deps.speaker = {
    speak: (request) => {
      asked.push(request);
      return speak(request);
    },
  };
});
afterAll(() => Promise.all([stage.close(), azure.close()]));
afterEach(() => expect(stage.faults).toEqual([]));

type MadeSound = { id: string; words: string; voice: string; seconds: number; url: string };
const make = (words: string, token: Token = "owner") => stage.ask("makeSpeech", { body: { words, voice } }, token);
async function made(words: string): Promise<MadeSound> {
  const answer = await make(words);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as unknown as MadeSound;
}
const choice = ({ id, words }: MadeSound) => ({ speech_id: id, words, voice });
const save = (name: string, one: object) => stage.ask("addSpokenSound", { body: { name, ...one } }, "owner");
const sound = async (id: number) => (await stage.ask("flowSoundLink", { params: { id } }, "owner")).body;
const change = (id: number, body: object) => stage.ask("changeSpokenSound", { params: { id }, body }, "owner");
const files = () => stage.others.kept.filter(({ name }) => name === "speech.mp3").length;
const forget = () => jobsNamed(stage.database.url, forgetSpeechTask);

describe("a text that is spoken", () => {
  it("is an mp3 to listen to, made once however often it is asked for, and nobody's sound until it is saved", async () => {
    const before = files();
    const first = await made("Habari ya leo.");
    expect(first).toMatchObject({ words: "Habari ya leo.", voice, seconds: 1, url: "/files/1?s=x" });
    expect(asked).toEqual([{ text: "Habari ya leo.", voice, locale: "sw-KE" }]);
    const again = await Promise.all([made("Habari ya leo."), made("  Habari ya leo. ")]);
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id]);
    expect([asked.length, files() - before]).toEqual([1, 1]);
    expect((await stage.ask("flowSounds", {}, "owner")).body.data).toEqual([]);
    expect((await stage.ask("spokenText", { params: { id: first.id } }, "owner")).body).toEqual(first);
    expect((await stage.ask("spokenText", { params: { id: first.id } }, "other")).status).toBe(404);
    const second = await Promise.all([made("Karibu moja."), made("Karibu moja.")]);
    expect(second[0]?.id).toBe(second[1]?.id);
    expect(asked.length).toBe(2);
  });

  it("is asked for one at a time, and refused when too many wait", async () => {
    azure.counts.mostAtOnce = 0;
    const many = await Promise.all(["Moja.", "Mbili.", "Tatu.", "Nne.", "Tano."].map((words) => make(words)));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 201, 201, 503, 503]);
    expect(azure.counts.mostAtOnce).toBe(1);
  });

  it.each([
    ["", "words"],
    [" ... ", "words"],
    ["Habari {{name}}", "words"],
    ["a".repeat(1_001), "words"],
  ])("says what is wrong with %j", async (words, field) => {
    const { status, body } = await make(words);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect(asked).toEqual([]);
  });

  it("is refused in words where nothing is set up, the key is wrong, or the service is away", async () => {
    azure.behaviour.speak = "fail";
    expect(await make("Kesho.")).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("upload an mp3") },
    });
    stage.context.deps.speaker = azureSpeech({ url: azure.url, key: "0123456789abcdef" });
    expect(await make("Kesho.")).toMatchObject({ status: 422, body: { message: expect.stringContaining("key") } });
    stage.context.deps.speaker = undefined;
    expect(await make("Kesho.")).toMatchObject({ status: 422, body: { message: expect.stringContaining("Upload") } });
    expect((await stage.ask("speech", {}, "owner")).body).toEqual({ isSet: false });
  });

  it("is one of thirty in an hour, those that failed too", async () => {
    stage.pass(3_601);
    for (let n = 0; n < 30; n++) expect((await make(`Namba ${n}.`)).status).toBe(201);
    // One that was saved and removed counts too.
    const saved = await save("Number", choice(await made("Namba 1.")));
    expect((await stage.ask("removeFlowSound", { params: { id: saved.body.id } }, "owner")).status).toBe(201);
    expect(await make("Moja zaidi.")).toMatchObject({ status: 429 });
    // What is there is found all the same, and other accounts have their own.
    expect((await make("Namba 7.")).status).toBe(201);
    expect((await make("Moja zaidi.", "other")).status).toBe(201);
    stage.pass(3_601);
    expect((await make("Moja zaidi.")).status).toBe(201);
  });
});

describe("a sound that was made of a text", () => {
  it("is saved once, with its text and voice, as it was heard", async () => {
    const one = await made("Tupigie simu.");
    expect(await save("", choice(one))).toMatchObject({ status: 422, body: { errors: { name: ["Enter a name."] } } });
    const changed = await save("Call us", { ...choice(one), words: "Tupigie leo." });
    expect(changed).toMatchObject({
      status: 422,
      body: { errors: { words: [expect.stringContaining("was changed")] } },
    });
    const other = await save("Call us", { ...choice(one), voice: "sw-KE-RafikiNeural" });
    expect(other.status).toBe(422);
    const { body } = await save("Call us", choice(one));
    expect((await save("Call us", choice(one))).body).toEqual(body);
    expect(await sound(Number(body.id))).toMatchObject({ name: "Call us", words: "Tupigie simu.", voice });
    // The same text again is another sound: the first one's file is its own.
    expect((await made("Tupigie simu.")).id).not.toBe(one.id);
    const notes = await stage.rows<{ count: number }>(
      "select count(*)::int as count from events.activities where description like '% the sound Call us %'",
    );
    expect(notes[0]?.count).toBe(1);
  });

  it("is changed with what was listened to; its file is kept for a day", async () => {
    const one = await made("Tumefunga.");
    const id = Number((await save("Closed", choice(one))).body.id);
    const same = { words: one.words, voice, speech_id: "" };
    expect((await change(id, { name: "We are closed", ...same })).status).toBe(201);
    expect(await change(id, { name: "Closed", ...same, words: "Tumefunga leo." })).toMatchObject({ status: 422 });
    const two = await made("Tumefunga leo.");
    const before = (await forget()).length;
    for (let n = 0; n < 2; n++) expect((await change(id, { name: "Closed today", ...choice(two) })).status).toBe(201);
    expect(await sound(id)).toMatchObject({ name: "Closed today", words: "Tumefunga leo." });
    expect((await forget()).length - before).toBe(1);
    const uploaded = { name: "Uploaded", words: "Tone.", file_id: crypto.randomUUID() };
    const tone = Number((await stage.ask("addFlowSound", { body: uploaded }, "owner")).body.id);
    expect((await change(tone, { name: "Tone", ...choice(two) })).status).toBe(409);
    expect(
      (await stage.ask("changeSpokenSound", { params: { id }, body: { name: "x", ...same } }, "other")).status,
    ).toBe(404);
  });

  it("goes with its file when it is removed; what no one saved or has any more goes after a day", async () => {
    const [kept, loose] = [await made("Asante."), await made("Kwaheri.")];
    const id = Number((await save("Thanks", choice(kept))).body.id);
    const jobs = (await forget()).map(({ payload }) => payload);
    const file = async (one: MadeSound) =>
      (await stage.rows<{ file_id: string }>(`select file_id from voice.spoken_texts where id = '${one.id}'`))[0]
        ?.file_id;
    const [keptFile, looseFile] = [await file(kept), await file(loose)];
    expect(jobs.map(({ file_id }) => file_id)).toEqual(expect.arrayContaining([keptFile, looseFile]));
    stage.others.dropped.length = 0;
    for (let n = 0; n < 2; n++)
      for (const file_id of [keptFile, looseFile]) await forgetSpeech(stage.context, { account: savanna, file_id });
    expect(new Set(stage.others.dropped)).toEqual(new Set([looseFile]));
    expect((await stage.ask("spokenText", { params: { id: loose.id } }, "owner")).status).toBe(404);
    expect((await save("Bye", choice(loose))).body.errors?.words?.[0]).toContain("Make it again");
    expect((await stage.ask("removeFlowSound", { params: { id } }, "owner")).status).toBe(201);
    expect(stage.others.dropped.at(-1)).toBe(keptFile);
    expect((await save("Thanks", choice(kept))).status).toBe(422);
  });
});

describe("a robocall with a text", () => {
  const form = async (more: object) => ({
    ...{
      name: "Reminder",
      group_id: 1,
      number_id: (await stage.rows<{ id: number }>("select id from voice.numbers"))[0]?.id,
    },
    ...{ keys: [], call_from: "00:00", call_until: "00:00", call_days: [1, 2, 3, 4, 5, 6, 7], max_attempts: 1 },
    ...{ retry_minutes: 15, speed: 1, call_seconds: 60, ...more },
  });
  const compose = async (more: object) => stage.ask("addRobocall", { body: await form(more) }, "owner");
  const sounds = async () => ((await stage.ask("flowSounds", {}, "owner")).body.data as { name: string }[]).length;

  it("saves it as its sound in the same change, and loses nothing when it is refused", async () => {
    stage.others.messaging.people = [{ msisdn: "+254711000001", name: "Amina" }];
    const speech = choice(await made("Malipo yako ni leo. Asante sana kwa kununua."));
    const before = await sounds();
    expect((await compose({})).body.errors).toEqual({ sound_id: ["Choose a sound."] });
    expect((await compose({ speech: { ...speech, words: "Other." } })).status).toBe(422);
    expect((await compose({ speech: { ...speech, speech_id: "" } })).body.errors).toHaveProperty(["speech.speech_id"]);
    expect((await compose({ speech, number_id: 999 })).status).toBe(422);
    expect(await sounds()).toBe(before);
    const { body } = await compose({ speech });
    const detail = (await stage.ask("robocall", { params: { id: body.id } }, "owner")).body;
    expect(detail).toMatchObject({ sound: "Reminder", words: speech.words });
    expect(await sounds()).toBe(before + 1);
    const long = choice(await made("Malipo ".repeat(30)));
    expect((await compose({ speech: long, call_seconds: 10 })).body.errors).toHaveProperty("call_seconds");
  });

  it("keeps its sound while it is not over, and everyone it calls hears the same", async () => {
    const [own] = await stage.rows<{ id: number; sound_id: number }>("select id, sound_id from voice.robocalls");
    const [id, sound_id] = [Number(own?.id), Number(own?.sound_id)];
    expect((await sound(sound_id)).usedBy).toEqual(["Reminder"]);
    expect((await stage.ask("removeFlowSound", { params: { id: sound_id } }, "owner")).status).toBe(409);
    const two = await made("Malipo yako ni kesho.");
    await stage.rows(`update voice.robocalls set state = 'running' where id = ${id}`);
    const refused = await change(sound_id, { name: "Reminder", ...choice(two) });
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("Reminder") } });
    await stage.rows(`update voice.robocalls set state = 'finished', ended_at = now() where id = ${id}`);
    expect((await change(sound_id, { name: "Reminder", ...choice(two) })).status).toBe(201);
    await addFlow(stage, "Shop", [step("greeting", { sound: sound_id, next: 2 }), step("hang_up")]);
    expect((await sound(sound_id)).usedBy).toEqual(["Shop"]);
  });
});

it("what is kept is an mp3 that our own check takes", async () => {
  const spoken = await azureSpeech({ url: azure.url, key: azure.key }).speak({
    text: "Habari",
    voice,
    locale: "sw-KE",
  });
  const mp3 = spoken.kind === "spoken" ? await encodeMp3(spoken.sound) : undefined;
  expect(mp3Bitrate(mp3?.bytes ?? new Uint8Array())).toBeGreaterThan(0);
});
