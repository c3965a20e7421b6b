import type { SpokenSsml } from "./speech-ssml";

/** Seconds that one sign takes, and the lowest note of a voice in hertz. */
const signSeconds = 0.07;
const [lowVoice, highVoice] = [110, 196];
/** The notes of a scale, in semitones. */
const scale = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21];

/** A wav with one channel of 16 bits: a note for each letter and digit, a pause for everything else. */
export function melodyWav({ text, voice }: SpokenSsml, hertz: number): Uint8Array<ArrayBuffer> {
  const lowest = /Chilemba|Rafiki|Daudi/.test(voice) ? lowVoice : highVoice;
  const each = Math.round(signSeconds * hertz);
  const signs = [...text];
  const samples = new Int16Array(signs.length * each);
  for (const [place, sign] of signs.entries()) {
    const letter = sign.toLowerCase().normalize("NFD").codePointAt(0) ?? 0;
    if (!/[\p{L}\p{N}]/u.test(sign)) continue;
    const note = lowest * 2 ** ((scale[letter % scale.length] ?? 0) / 12);
    for (let at = 0; at < each; at++) {
      // Each note swells and fades, so that none begins or ends with a crack.
      const swell = Math.sin((Math.PI * at) / each);
      samples[place * each + at] = Math.round(9_000 * swell * Math.sin((2 * Math.PI * note * at) / hertz));
    }
  }
  return withHeader(samples, hertz);
}

function withHeader(samples: Int16Array, hertz: number): Uint8Array<ArrayBuffer> {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(hertz, 24);
  wav.writeUInt32LE(hertz * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [at, sample] of samples.entries()) wav.writeInt16LE(sample, 44 + at * 2);
  return new Uint8Array(wav);
}
