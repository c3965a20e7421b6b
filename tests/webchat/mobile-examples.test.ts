import { spawn, spawnSync } from "node:child_process";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SdkExample, sdkExamples } from "../../app/chat/mobile/examples";
import { type WebchatFixture, webchatFixture } from "./fixture";

let fixture: WebchatFixture;
let server: ReturnType<typeof serve>;
let base = "";
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 1_000, chats: 1_000, updates: 1_000 });
  await new Promise<void>((resolve) => {
    server = serve({ fetch: fixture.app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      base = `http://127.0.0.1:${port}`;
      resolve();
    });
  });
}, 60_000);
afterAll(async () => {
  server.close();
  await fixture.end();
});

/** What a shell prints for an example, until `enough` says so of what was printed. */
function printed(code: string, env: Record<string, string>, enough: (output: string) => boolean = () => false) {
  return new Promise<string>((resolve, reject) => {
    // A group of its own: what is still connected ends with the shell.
    const shell = spawn("sh", ["-c", code], { env: { ...process.env, ...env }, detached: true });
    let output = "";
    let complaint = "";
    shell.stdout.on("data", (bytes) => {
      output += bytes;
      if (enough(output) && shell.pid) process.kill(-shell.pid);
    });
    shell.stderr.on("data", (bytes) => {
      complaint += bytes;
    });
    shell.on("error", reject);
    shell.on("close", (status) =>
      status === 0 || enough(output) ? resolve(output) : reject(new Error(complaint || output)),
    );
  });
}
function curl(of: readonly SdkExample[]): string {
  const found = of.find(({ language }) => language === "curl");
  if (!found) throw new Error("There is no example for curl.");
  return found.code;
}

// They need curl, and openssl for a random number: they are run where both are.
const canRun = ["curl", "openssl"].every((program) => spawnSync(program, ["version"]).error === undefined);

test.skipIf(!canRun)(
  "the curl examples of the guide begin a session, send a message, hear of it and register a phone",
  async () => {
    const made = await fixture.webchat("owner").createMobileApp({
      body: { name: "Duka", android_package: "ke.co.savanna.shop", prechat: false },
    } as never);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    const examples = sdkExamples({ base, key: made.body.data.key });

    const { token } = JSON.parse(await printed(curl(examples.session), {})) as { token: string };
    expect(token).toMatch(/\S{20,}/);

    const heard = await printed(curl(examples.talk), { TOKEN: token }, (output) =>
      /event: snapshot[\s\S]*Habari/.test(output),
    );
    expect(heard).toContain("Habari");
    const thread = await fixture.visit("/thread", { token });
    expect(thread.body.messages.map(({ text }: { text: string }) => text)).toEqual(["Habari"]);

    expect(await printed(curl(examples.push), { TOKEN: token, FCM_TOKEN: "f".repeat(140) })).toBe("");
    const app = await fixture.webchat("owner").mobileApp({ params: { id: made.body.data.id } });
    expect(app.body).toMatchObject({ phones: 1 });
  },
);
