import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkExamples, leadExamples, sendExamples } from "../../app/settings/api/examples";
import { newWebhookSecret, signedHeaders } from "../../services/identity/webhooks/signature";

const folder = mkdtempSync(join(tmpdir(), "examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** How a language runs a file, and the file's ending. */
const programs = { Node: ["node", "mjs"], Python: ["python3", "py"], PHP: ["php", "php"] } as const;
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

describe("the examples that check a web hook", () => {
  for (const { language, code } of checkExamples()) {
    const [program, ending] = programs[language as keyof typeof programs];
    // PHP is not on every machine: its example is run where it is.
    test.skipIf(!has(program))(`in ${language} believes what was signed, and nothing else`, () => {
      const file = join(folder, `check.${ending}`);
      writeFileSync(file, code);
      const secret = newWebhookSecret();
      const body = '{"text":"Habari, déjà vu"}';
      const check = (given: { secret?: string; body?: string; at?: Date } = {}) => {
        const headers = signedHeaders(secret, "e-1", given.at ?? new Date(), body);
        const env = {
          ...{ ID: headers["webhook-id"], TIMESTAMP: headers["webhook-timestamp"] },
          ...{ SIGNATURE: headers["webhook-signature"], SECRET: given.secret ?? secret, PATH: process.env.PATH },
        };
        const ran = spawnSync(program, [file], { env: env as unknown as NodeJS.ProcessEnv, input: given.body ?? body });
        return ran.stdout.toString().trim() || ran.stderr.toString();
      };
      expect(check()).toBe("true");
      expect(check({ body: `${body} ` })).toBe("false");
      expect(check({ secret: newWebhookSecret() })).toBe("false");
      expect(check({ at: new Date(Date.now() - 3_600_000) })).toBe("false");
    });
  }
});

test("the examples that send name the address and the sender ID of the account, and contain no key", () => {
  for (const { code } of sendExamples({ base: "https://jibu.test", sender: "SAVANNA" })) {
    expect(code).toContain("https://jibu.test/api/messaging/messages");
    expect(code).toContain("SAVANNA");
    expect(code).toContain("API_KEY");
    expect(code).not.toMatch(/\{\{|key\.[\w-]{10}/);
  }
});

test("so do the examples that add a lead", () => {
  for (const { code } of leadExamples({ base: "https://jibu.test" })) {
    expect(code).toContain("https://jibu.test/api/crm/leads");
    expect(code).toContain("API_KEY");
    expect(code).not.toMatch(/\{\{|key\.[\w-]{10}/);
  }
});
