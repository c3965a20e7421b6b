import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addressBytes,
  block,
  clientKey,
  inBlock,
  isLoopback,
  isPublic,
  plainAddress,
} from "../../services/kit/address";

const bytesOf = (text: string) => addressBytes(text) ?? [];

describe("isPublic", () => {
  it.each([
    ...["8.8.8.8", "41.90.64.1", "196.201.214.200", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255"],
    ...["100.128.0.0", "126.255.255.255", "128.0.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450:4009::200e"],
    ...["::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1", "2c0f:fe38::1"],
  ])("%s is", (text) => {
    expect(isPublic(bytesOf(text))).toBe(true);
  });

  it("an IPv4 address is judged the same in every IPv6 dress", () => {
    fc.assert(
      fc.property(fc.ipV4(), (plain) => {
        const bytes = bytesOf(plain);
        const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
        const words = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const open = isPublic(bytes);
        for (const dress of [`::ffff:${plain}`, `::ffff:${words}`, `64:ff9b::${plain}`, `2002:${words}::1`])
          expect([dress, isPublic(bytesOf(dress))]).toEqual([dress, open]);
        expect(isPublic(bytesOf(`2a00:1450::5efe:${words}`))).toBe(open);
      }),
    );
  });
});

describe("addressBytes", () => {
  it("reads every IPv6 spelling as the browser's URL parser does", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]/`).hostname;
        expect(addressBytes(text)).toEqual(addressBytes(canonical));
        expect(addressBytes(text)?.length).toBe(16);
      }),
    );
  });

  it.each([
    "0177.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "localhost",
    "",
    "1.2.3",
    "::g",
    "1.2.3.4.5",
    " 127.0.0.1",
  ])("does not guess at %j", (text) => {
    expect(addressBytes(text)).toBeUndefined();
  });
});

describe("blocks", () => {
  it("end on any bit", () => {
    const one = block("10.20.48.0/20");
    expect(inBlock(bytesOf("10.20.48.0"), one)).toBe(true);
    expect(inBlock(bytesOf("10.20.63.255"), one)).toBe(true);
    expect(inBlock(bytesOf("10.20.64.0"), one)).toBe(false);
    expect(inBlock(bytesOf("1.2.3.4"), block("0.0.0.0/0"))).toBe(true);
    expect(inBlock(bytesOf("::1"), block("0.0.0.0/0"))).toBe(false);
  });
});

describe("small ones", () => {
  it("plainAddress, isLoopback, clientKey", () => {
    expect(plainAddress("::ffff:41.90.1.1")).toBe("41.90.1.1");
    expect(plainAddress("2c0f::1")).toBe("2c0f::1");
    expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].every(isLoopback)).toBe(true);
    expect(["128.0.0.1", "::2", "unknown", ""].some(isLoopback)).toBe(false);
    expect(clientKey("2c0f:fe38::1")).toBe(clientKey("2c0f:fe38:0:0:9::1"));
    expect(clientKey("41.90.1.1")).toBe("41.90.1.1");
  });
});
