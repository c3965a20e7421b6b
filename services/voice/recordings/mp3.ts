const bitrates = {
  /** Layer III, kbit/s by the header's index. */
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const rates = [44_100, 48_000, 32_000];

/** The length of the frame that begins here, in bytes, and its bitrate; undefined where none begins. */
function frameAt(bytes: Uint8Array, at: number): { length: number; kbits: number } | undefined {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 4);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const version = (second >> 3) & 3;
  const isLayer3 = ((second >> 1) & 3) === 1;
  const rate = rates[(third >> 2) & 3];
  const kbits = bitrates[version === 3 ? "mpeg1" : "mpeg2"][third >> 4];
  if (version === 1 || !isLayer3 || !rate || !kbits) return undefined;
  const hertz = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4;
  const samples = version === 3 ? 144 : 72;
  return { length: Math.floor((samples * kbits * 1000) / hertz) + ((third >> 1) & 1), kbits };
}

/** Where the sound begins: after a tag (ID3v2), whose length is in four bytes of seven bits. */
function soundStart(bytes: Uint8Array): number {
  const hasTag = bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x33;
  if (!hasTag) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10);
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f);
}

/**
 * Whether these first bytes are of an mp3: a frame begins where sound must begin, and the next one where the first ends.
 * Answers its bitrate, or undefined.
 */
export function mp3Bitrate(bytes: Uint8Array): number | undefined {
  const start = soundStart(bytes);
  const first = frameAt(bytes, start);
  if (!first) return undefined;
  const next = start + first.length;
  // A recording of one frame has nothing after it.
  return next + 4 > bytes.length || frameAt(bytes, next) ? first.kbits : undefined;
}
