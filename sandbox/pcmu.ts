/** Sound of telephones (G.711 mu-law): 8,000 samples a second, one byte each. */
const bias = 0x84;

/** One sample of 16 bits as a byte. */
export function encodeSample(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(32_635, Math.abs(sample)) + bias;
  const exponent = Math.max(0, 31 - Math.clz32(size) - 7);
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
}

export function decodeSample(byte: number): number {
  const value = ~byte & 0xff;
  const size = (((value & 0x0f) << 3) + bias) << ((value >> 4) & 7);
  return value & 0x80 ? bias - size : size - bias;
}

/** How loud these bytes are, 0 to 1. */
export function loudness(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += (decodeSample(byte) / 32_768) ** 2;
  return bytes.length === 0 ? 0 : Math.sqrt(sum / bytes.length);
}

/** 20 ms of a tone that begins at a sample: two notes, each heard for a while, then a pause. */
export function toneAt(start: number, count = 160): Uint8Array {
  return Uint8Array.from({ length: count }, (_, i) => {
    const at = start + i;
    const beat = (at / 8_000) % 1.2;
    const hertz = beat < 0.4 ? 440 : beat < 0.8 ? 330 : 0;
    return encodeSample(hertz === 0 ? 0 : Math.round(5_000 * Math.sin((2 * Math.PI * hertz * at) / 8_000)));
  });
}
