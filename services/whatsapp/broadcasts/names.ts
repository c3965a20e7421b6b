/** The name under which billing knows the money of a broadcast. */
export function holdName(broadcast: number): string {
  return `whatsapp:${broadcast}`;
}

/** What WhatsApp carries back with every status of a message: whose it is, and which try. */
export type MessagePlace = { broadcast: number; seq: number; tries: number };

export function messageName({ broadcast, seq, tries }: MessagePlace): string {
  return `b.${broadcast}.${seq}.${tries}`;
}

export function readMessageName(name: string): MessagePlace | undefined {
  const found = /^b\.(\d{1,15})\.(\d{1,9})\.(\d{1,4})$/.exec(name);
  if (!found) return undefined;
  const [broadcast = 0, seq = 0, tries = 0] = found.slice(1).map(Number);
  return { broadcast, seq, tries };
}
