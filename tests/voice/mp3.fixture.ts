/** Silence of so many seconds: frames of MPEG-2 layer III, 32 kbit/s, 22.05 kHz. */
export function mp3(seconds: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(104);
  frame.set([0xff, 0xf3, 0x40, 0xc4]);
  const frames = Math.ceil((seconds * 4_000) / frame.length);
  const bytes = new Uint8Array(frames * frame.length);
  for (let at = 0; at < bytes.length; at += frame.length) bytes.set(frame, at);
  return bytes;
}
