import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type SandboxSpeech, startSpeech } from "../../sandbox/speech";
import { readSsml } from "../../sandbox/speech-ssml";
import { azureSpeech, ssml } from "../../services/connectors/azure-speech";

let azure: SandboxSpeech;
beforeAll(async () => {
  azure = await startSpeech();
});
beforeEach(() => Object.assign(azure.behaviour, { speak: "accept" }));
afterAll(() => azure.close());

const speaker = (more: object = {}) => azureSpeech({ url: azure.url, key: azure.key, ...more });
const zuri = { voice: "sw-KE-ZuriNeural", locale: "sw-KE" };
const text = "Habari, karibu dukani.";

test("a text becomes a sound of telephones, which is the text's own", async () => {
  const first = await speaker().speak({ text, ...zuri });
  const other = await speaker().speak({ text: "Habari, karibu nyumba.", ...zuri });
  if (first.kind !== "spoken" || other.kind !== "spoken") throw new Error("it was not spoken");
  expect(first.sound.rate).toBe(8_000);
  expect(first.sound.samples.length).toBe(text.length * 560);
  expect(first.sound.samples).not.toEqual(other.sound.samples);
  expect(azure.spoken()[1]).toMatchObject({ text, voice: zuri.voice });
});

test("what was typed is said as it is, whatever it means in XML", async () => {
  const odd = `Tom & "Jerry" <break time='9s'/> </voice></speak> a\u0001b ]]> &amp; 5 > 4`;
  expect((await speaker().speak({ text: odd, ...zuri })).kind).toBe("spoken");
  expect(azure.spoken()[0]?.text).toBe(odd.replace("\u0001", " "));
  expect(readSsml(ssml({ text: "\ud800 x \ufffe y", ...zuri }))?.text).toBe("  x   y");
});

test("the sandbox refuses what Azure refuses: keys, kinds of body, formats, voices and broken SSML", async () => {
  const right = {
    "ocp-apim-subscription-key": azure.key,
    "content-type": "application/ssml+xml",
    "x-microsoft-outputformat": "riff-8khz-16bit-mono-pcm",
    "user-agent": "test",
  };
  const body = ssml({ text, ...zuri });
  const post = async (headers: object, sent = body) =>
    (
      await fetch(`${azure.url}/cognitiveservices/v1`, {
        method: "POST",
        headers: { ...right, ...headers },
        body: sent,
      })
    ).status;
  expect(await post({})).toBe(200);
  expect(await post({ "ocp-apim-subscription-key": "another" })).toBe(401);
  expect(await post({ "content-type": "text/plain" })).toBe(415);
  expect(await post({ "x-microsoft-outputformat": "riff-9khz" })).toBe(400);
  expect(await post({}, ssml({ text, ...zuri, voice: "xx-XX-NobodyNeural" }))).toBe(400);
  for (const broken of ["", "Habari", body.replace("Habari", "<b>"), body.replace("Habari", "&"), body.slice(0, -8)])
    expect(await post({}, broken)).toBe(400);
});

test("a wrong key, an odd voice and an odd answer are refusals in words, without the key or the text", async () => {
  const refused = [
    await speaker({ key: "0123456789abcdef" }).speak({ text, ...zuri }),
    await speaker().speak({ text, ...zuri, voice: "nobody" }),
  ];
  azure.behaviour.speak = "too much";
  refused.push(await speaker().speak({ text, ...zuri }));
  expect(refused.map(({ kind }) => kind)).toEqual(["refused", "refused", "refused"]);
  azure.behaviour.speak = "page";
  refused.push(await speaker().speak({ text, ...zuri }));
  azure.behaviour.speak = "break off";
  refused.push(await speaker().speak({ text, ...zuri }));
  expect(refused.slice(3).map(({ kind }) => kind)).toEqual(["later", "later"]);
  expect(JSON.stringify(refused)).not.toMatch(/0123456789abcdef|Habari/);
});

test("a busy service is asked a second time after the seconds that it names, if they are few", async () => {
  const before = azure.counts.requests;
  azure.behaviour.speak = "limit once";
  expect((await speaker().speak({ text, ...zuri })).kind).toBe("spoken");
  expect(azure.counts.requests - before).toBe(2);
  for (const speak of ["limit", "fail"] as const) {
    azure.behaviour.speak = speak;
    expect(await speaker().speak({ text, ...zuri })).toMatchObject({ kind: "later" });
  }
  expect(azure.counts.requests - before).toBe(4);
});

test("what may have been spoken already is not asked again", async () => {
  const before = azure.counts.requests;
  azure.behaviour.speak = "silent";
  expect(await speaker({ seconds: 0.3 }).speak({ text, ...zuri })).toMatchObject({
    kind: "later",
    words: expect.stringContaining("too long"),
  });
  expect(azure.counts.requests - before).toBe(1);
  expect(await speaker({ url: "http://127.0.0.1:9" }).speak({ text, ...zuri })).toMatchObject({ kind: "later" });
});

test("the key follows no redirect", async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  expect(await speaker({ url: `http://127.0.0.1:${port}` }).speak({ text, ...zuri })).toMatchObject({
    kind: "refused",
  });
  expect(asked).toEqual(["/cognitiveservices/v1"]);
  server.close();
});
