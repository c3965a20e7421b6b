/** The body, or undefined when it is longer than it may be; no more than `most` bytes are ever held. */
export async function bytesOf(request: Request, most: number): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return Buffer.concat(pieces);
    length += value.byteLength;
    if (length > most) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(value);
  }
}
