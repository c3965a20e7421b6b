import { expect, test } from "vitest";
import { melodyWav } from "../../sandbox/speech-wav";
import { readWav } from "../../services/kit/wav";

const wav = () => Buffer.from(melodyWav({ text: "Ab", voice: "" }, 8_000));

test("a wav is read by its pieces, with its rate", () => {
  expect(readWav(wav())).toMatchObject({ rate: 8_000 });
  expect(readWav(wav())?.samples.length).toBe(1_120);
  const odd = Buffer.concat([wav().subarray(0, 12), Buffer.from("LIST\x03\0\0\0abc\0", "latin1"), wav().subarray(12)]);
  expect(readWav(odd)?.samples.length).toBe(1_120);
});

test.each([0, 0x7fff_ffff, 0xffff_ffff])("a piece of the length %d goes on to the end", (length) => {
  const open = wav();
  open.writeUInt32LE(length, 40);
  expect(readWav(open)?.samples.length).toBe(1_120);
});

test("what is no plain wav with one channel of 16 bits is none", () => {
  const changed = (at: number, value: number) => {
    const other = wav();
    other.writeUInt16LE(value, at);
    return readWav(other);
  };
  expect([changed(20, 7), changed(22, 2), changed(34, 8), changed(24, 9_000)]).toEqual(Array(4).fill(undefined));
  for (const other of ["", "<!doctype html>", "RIFF\0\0\0\0WAVE", "ID3\x04"])
    expect(readWav(Buffer.from(other, "latin1"))).toBeUndefined();
});
