import { isIP, isIPv4 } from "node:net";

/** An internet address in binary: 4 bytes (IPv4) or 16 (IPv6). */
export type Bytes = readonly number[];

/** A block of addresses: the first `bits` bits of `bytes` count. */
export type Block = { bytes: Bytes; bits: number };

/**
 * Reads an address as getaddrinfo, a socket or a URL's host writes it (dotted IPv4, any IPv6 spelling, brackets and a
 * zone allowed). Undefined for anything else, odd IPv4 spellings (octal, hex, one number) included: those must go
 * through `new URL()` first, which turns them into the dotted form.
 */
export function addressBytes(text: string): Bytes | undefined {
  let plain = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  const zone = plain.indexOf("%");
  if (zone !== -1) plain = plain.slice(0, zone);
  const kind = isIP(plain);
  if (kind === 4) return plain.split(".").map(Number);
  if (kind === 6) return sixteen(plain);
  return undefined;
}

function sixteen(text: string): Bytes {
  let plain = text;
  const tail = plain.slice(plain.lastIndexOf(":") + 1);
  if (isIPv4(tail)) {
    const [a = 0, b = 0, c = 0, d = 0] = tail.split(".").map(Number);
    const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
    plain = plain.slice(0, plain.length - tail.length) + words;
  }
  const [left = "", right] = plain.split("::");
  const before = left === "" ? [] : left.split(":");
  const after = right === undefined || right === "" ? [] : right.split(":");
  const zeros = right === undefined ? [] : new Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].flatMap((word) => {
    const value = Number.parseInt(word, 16);
    return [value >> 8, value & 0xff];
  });
}

/** The same address with an IPv4-mapped one (`::ffff:127.0.0.1`) as plain IPv4; other text comes back unchanged. */
export function plainAddress(text: string): string {
  const bytes = addressBytes(text);
  if (
    bytes?.length === 16 &&
    bytes.slice(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 0xff &&
    bytes[11] === 0xff
  )
    return bytes.slice(12).join(".");
  return text;
}

/** `10.0.0.0/8`, `fd00::/8`, or one address. Throws on anything else: a wrong setting must stop the start. */
export function block(text: string): Block {
  const [address = "", length] = text.trim().split("/");
  const bytes = addressBytes(plainAddress(address));
  const bits = length === undefined ? (bytes?.length ?? 0) * 8 : /^\d{1,3}$/.test(length) ? Number(length) : -1;
  if (!bytes || bits < 0 || bits > bytes.length * 8)
    throw new Error(`"${text}" is not an address or a block like 10.0.0.0/8.`);
  return { bytes, bits };
}

export function inBlock(address: Bytes, { bytes, bits }: Block): boolean {
  if (address.length !== bytes.length) return false;
  for (let at = 0; at * 8 < bits; at += 1) {
    const mask = bits - at * 8 >= 8 ? 0xff : (0xff << (8 - (bits - at * 8))) & 0xff;
    if (((address[at] ?? 0) & mask) !== ((bytes[at] ?? 0) & mask)) return false;
  }
  return true;
}

const loopback = [block("127.0.0.0/8"), block("::1")];

export function isLoopback(text: string): boolean {
  const bytes = addressBytes(plainAddress(text));
  return bytes !== undefined && loopback.some((one) => inBlock(bytes, one));
}

// IANA special-purpose registries (RFC 6890 and its updates): everything that is not an ordinary host on the internet.
const closed4 = [
  "0.0.0.0/8", // this network; Linux connects 0.0.0.0 to loopback
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT, RFC 6598
  "127.0.0.0/8",
  "169.254.0.0/16", // link-local; cloud metadata lives here
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24", // 6to4 relays
  "192.168.0.0/16",
  "198.18.0.0/15", // benchmarking
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4", // multicast
  "240.0.0.0/4", // reserved and broadcast
].map(block);

const global6 = block("2000::/3");
const closed6 = [
  "2001::/23", // IETF protocol assignments: Teredo, ORCHID, benchmarking
  "2001:db8::/32",
  "3fff::/20", // documentation, RFC 9637
].map(block);

/** IPv6 blocks that carry an IPv4 address, and where in them it starts: what counts is the address inside. */
const carriers: readonly { block: Block; at: number }[] = [
  { block: { bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], bits: 96 }, at: 12 }, // ::ffff:0:0/96
  { block: block("64:ff9b::/96"), at: 12 }, // NAT64, RFC 6052
  { block: block("2002::/16"), at: 2 }, // 6to4, RFC 3056
];

/** True for an ordinary public host: not loopback, private, link-local, multicast, reserved or shared (NAT) space. */
export function isPublic(address: Bytes): boolean {
  if (address.length === 4) return !closed4.some((one) => inBlock(address, one));
  for (const carrier of carriers)
    if (inBlock(address, carrier.block)) return isPublic(address.slice(carrier.at, carrier.at + 4));
  if (!inBlock(address, global6) || closed6.some((one) => inBlock(address, one))) return false;
  // ISATAP (RFC 5214) hides an IPv4 address in the last four bytes.
  const isatap =
    (address[8] === 0 || address[8] === 2) && address[9] === 0 && address[10] === 0x5e && address[11] === 0xfe;
  return !isatap || isPublic(address.slice(12));
}

/** What a limit counts as one client: an IPv4 address, or an IPv6 /64 (one subscriber owns at least that). */
export function clientKey(text: string): string {
  const plain = plainAddress(text);
  const bytes = addressBytes(plain);
  if (bytes?.length !== 16) return plain;
  return bytes
    .slice(0, 8)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
