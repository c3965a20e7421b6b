import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { channelNames, channels, connectableNames, networkNames } from "../../rules/channels";

const root = resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

describe("the list of channels (rules/channels.ts)", () => {
  test("has every channel's own file", () => {
    const files = readdirSync(join(root, "rules/channels")).map((file) => file.replace(".ts", ""));
    expect(files.filter((file) => file !== "channel").sort()).toEqual([...channelNames].sort());
  });

  test("what can be connected has its page, and every network says how it is read", () => {
    for (const name of connectableNames)
      expect(existsSync(join(root, `app/chat/channels.${name}.tsx`)), name).toBe(true);
    for (const name of networkNames) expect(read("services/social/networks.ts")).toContain(`  ${name}: `);
    const networks = readdirSync(join(root, "services/social/networks")).length;
    expect(networks).toBeGreaterThanOrEqual(networkNames.length);
  });

  test("is the only one: no other file names four channels", () => {
    const names = [...channelNames, ...Object.values(channels).map(({ name }) => name)];
    const quoted = new RegExp(`(?:"(${names.join("|")})"|^\\s*(${channelNames.join("|")}):)`, "gm");
    const files = ["app", "front", "rules", "services", "widget"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
    const listing = files.filter((file) => {
      const found = [...read(file).matchAll(quoted)].map(([, text, key]) => (text ?? key ?? "").toLowerCase());
      return new Set(found).size >= 4;
    });
    // How each network is spoken to, the documented calls of each network, and the form and the call that connect one.
    const known = [
      ...["services/social/networks.ts", "services/social/reply-handlers.ts"],
      ...["app/chat/channels/connect-page.tsx", "app/chat/channels/connect.server.ts"],
    ];
    expect(listing.filter((file) => file !== "services/tables.ts" && !known.includes(file))).toEqual([]);
  });
});
