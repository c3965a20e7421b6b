import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mp3Bitrate } from "../../services/voice/recordings/mp3";
import { fillCentre, type Token, type VoiceStage, voiceStage } from "./fixture";
import { mp3 } from "./mp3.fixture";

let stage: VoiceStage;
let next = 0;
let reference: string;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());
beforeEach(() => {
  reference = `rec-${next++}`;
});

async function answered(): Promise<number> {
  const { id } = await stage.ring(reference);
  await stage.patch(reference, "inProgress");
  await stage.patch(reference, "terminated", { callDuration: 6 });
  return id;
}

async function send(
  bytes: Uint8Array<ArrayBuffer>,
  { token = "kevin", callId = `sip-${reference}`, said }: { token?: Token; callId?: string; said?: string } = {},
) {
  const form = new FormData();
  form.set("callId", said ?? callId);
  form.set("audioRecording", new File([bytes], "../../whatever.exe"));
  const request = new Request("http://jibu.test", { method: "POST", body: form });
  const type = request.headers.get("content-type") ?? "";
  return stage.ask("saveRecording", { params: { callId }, stream: { body: request.body, type } } as never, token);
}

describe("the frames of an mp3", () => {
  it("are told from everything else", () => {
    expect(mp3Bitrate(mp3(1))).toBe(32);
    const tag = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5]);
    expect(mp3Bitrate(new Uint8Array([...tag, ...mp3(1)]))).toBe(32);
    expect(mp3Bitrate(new TextEncoder().encode("RIFF....WAVEfmt of some length"))).toBeUndefined();
    const cut = mp3(1);
    cut[104] = 0;
    expect(mp3Bitrate(cut)).toBeUndefined();
  });
});

describe("a recording", () => {
  it("is not taken where the account records no calls", async () => {
    await answered();
    await stage.rows("update voice.settings set recording = 'never'");
    expect((await send(mp3(2))).status).toBe(403);
    await stage.rows("update voice.settings set recording = 'by_hand'");
    expect((await send(mp3(2))).status).toBe(201);
    await stage.rows("update voice.settings set recording = 'always'");
  });

  it("is kept once under a name of ours, and is listened to by who may, which is in the activities", async () => {
    const id = await answered();
    expect((await send(mp3(6))).status).toBe(201);
    expect((await send(mp3(6))).status).toBe(201);
    expect(stage.others.kept.filter(({ name }) => name === `call-${id}.mp3`)).toHaveLength(1);
    const opened = await stage.ask("recording", { params: { id } }, "supervisor");
    expect(opened.body).toMatchObject({ url: "/files/1?s=x", seconds: 6 });
    expect((await stage.ask("recording", { params: { id } }, "otieno")).status).toBe(404);
    expect((await stage.ask("recording", { params: { id } }, "other")).status).toBe(404);
    const heard = await stage.rows<{ by: string }>(
      "select by from events.activities where action = 'Recording opened'",
    );
    expect(heard).toEqual([{ by: "Fatuma Abdalla" }]);
  });

  it("is refused of another's call, of one that was not answered, of another call, and when it is no mp3", async () => {
    await stage.ring(reference);
    await stage.patch(reference, "terminated");
    expect((await send(mp3(1))).status).toBe(409);
    reference = `${reference}-b`;
    await answered();
    expect((await send(mp3(1), { token: "otieno" })).status).toBe(404);
    expect((await send(mp3(1), { said: "another" })).status).toBe(422);
    expect((await send(new TextEncoder().encode("MZ this is a program"))).body.errors).toHaveProperty("audioRecording");
  });

  it("goes when it is older than the account keeps it, and with the person", async () => {
    await answered();
    await send(mp3(1));
    stage.pass(91 * 86_400);
    await stage.tidy();
    expect(await stage.rows("select 1 from voice.recordings")).toEqual([]);
    reference = `${reference}-b`;
    const id = await answered();
    await send(mp3(1));
    const body = { msisdn: "+254711000111", email: null };
    const told = await stage.ask("personCounts", { body }, "service");
    expect((told.body.data as { kind: string }[]).map(({ kind }) => kind)).toContain("Recordings of calls with them");
    await stage.ask("erasePerson", { body }, "service");
    expect(await stage.rows("select 1 from voice.calls where phone_number = '+254711000111'")).toEqual([]);
    expect((await stage.ask("recording", { params: { id } }, "supervisor")).status).toBe(404);
  });
});
