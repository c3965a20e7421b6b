import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLog, logFor } from "../../services/kit/log";
import { redactText } from "../../services/kit/redact";

function written() {
  const lines: string[] = [];
  const log = createLog({ level: "trace", to: { write: (line: string) => void lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "{}") as Record<string, unknown> };
}

describe("a log line", () => {
  it("is JSON with a time, the level's name, the request's id and the words", () => {
    const { log, last } = written();
    logFor(log, "abc12345").info({ rows: 25, ms: 3.5, account: "100001" }, "listed");
    const { time, ...rest } = last();
    expect(rest).toEqual({ level: "info", requestId: "abc12345", rows: 25, ms: 3.5, account: "100001", msg: "listed" });
    expect(Number.isNaN(Date.parse(String(time)))).toBe(false);
  });

  it("below the level is not written", () => {
    const lines: string[] = [];
    createLog({ level: "warn", to: { write: (line: string) => void lines.push(line) } }).info("quiet");
    expect(lines).toEqual([]);
  });
});

describe("no phone number in a log", () => {
  const spellings = [
    ...[
      "+254712345678",
      "254712345678",
      "0712345678",
      "0112345678",
      "+254112345678",
      "00254712345678",
      "+254 712 345 678",
    ],
    ...["+254-712-345-678", "0712 345 678", "0712-345-678", "0712.345.678", "(0712) 345678", "+254 (0) 712 345678"],
    ...["254 712 345678", "+447911123456", "+1 212 555 0100", "+255 754 123 456"],
  ];
  it.each(spellings)("%s", (spelling) => {
    const { log, lines } = written();
    const error = new Error(`no route to ${spelling}`, { cause: new Error(`carrier refused ${spelling}`) });
    log.info(`sent to ${spelling}, part 1`);
    log.info({ note: `from ${spelling}` }, "received");
    log.info({ deep: { list: [{ note: `(${spelling})` }] } }, "x");
    log.info({ [`for ${spelling}`]: 1 }, "key");
    log.error(error);
    log.error({ err: error }, "failed");
    log.info("%s and %j", spelling, { to: spelling });
    log.child({ caller: spelling }).info("child");
    const digits = spelling.replace(/\D/g, "");
    for (const line of lines) {
      expect(() => JSON.parse(line) as unknown).not.toThrow();
      const { time: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
      expect(JSON.stringify(rest)).not.toContain(spelling);
      expect(JSON.stringify(rest).replace(/\D/g, "")).not.toContain(digits.slice(-8));
    }
    expect(lines.length).toBe(8);
  });

  it("as a number, and under any name for one", () => {
    const { log, lines } = written();
    log.info({ value: 254712345678, big: 254712345678n }, "numbers");
    for (const name of [
      "phone",
      "Phone_Number",
      "phoneNumber",
      "msisdn",
      "mobile",
      "customer_phone",
      "recipient",
      "caller-id",
    ])
      log.info({ row: { [name]: "712345678" } }, "x");
    expect(lines.join("")).not.toContain("12345678");
  });

  it("but ids, times, sums and addresses stay readable", () => {
    for (const text of [
      "account 100001 ticket 20712345678 sum 712345678 cents",
      "2026-03-14T07:12:34.567Z",
      "a0712345678f0712345678",
      "blast 8f14e45fceea167a5a36dedd4bea2543",
      "172.16.254.1:5432",
      "1735689600000",
      "5432 rows in 0.712345678 s",
    ])
      expect(redactText(text)).toBe(text);
  });

  it("leaves enough to tell two customers apart", () => {
    expect(redactText("to +254712345678 and 0722000111")).toBe("to ***678 and ***111");
  });
});

describe("no token or password in a log", () => {
  const secret = "s3cr3tValue-9_x.y";
  it.each([
    `Authorization: Bearer ${secret}`,
    `bearer ${secret}`,
    `Basic czNjcjN0VmFsdWU6eA==${secret}`,
    `GET /reset?token=${secret}&a=1`,
    `grant_type=password&username=a@b.test&password=${secret}`,
    `{"password":"${secret}","a":1}`,
    `{\\"access_token\\": \\"${secret}\\"}`,
    `api_key: ${secret}`,
    `client_secret=${secret}`,
    `connect postgres://jibu:${secret}@db.internal:5432/jibu failed`,
    `redis://:${secret}@cache:6379`,
    `Cookie: jibu_session=${secret}; theme=dark`,
    `set-cookie: jibu_session=${secret}; Path=/`,
    `hub.verify_token=${secret}`,
    `jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${secret}`,
  ])("text: %s", (text) => {
    const { log, lines } = written();
    log.warn(text);
    log.error(new Error(text));
    log.info({ deep: [{ note: text }] }, "x");
    expect(lines.join("")).not.toContain("s3cr3t");
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  it.each([
    ...["password", "new_password", "passwordConfirmation", "token", "access_token", "refreshToken", "authorization"],
    ...["cookie", "Set-Cookie", "secret", "app_secret", "apiKey", "X-Api-Key", "otp", "pin", "session", "passkey"],
    ...["credentials", "private_key", "connectionString", "voice_password"],
  ])("under the name %s, at any depth", (name) => {
    const { log, lines, last } = written();
    log.info({ [name]: secret, list: [{ headers: { [name]: [secret] } }] }, "x");
    expect(lines.join("")).not.toContain(secret);
    expect(last()[name]).toBe("***");
    log.child({ [name]: secret }).info("child");
    expect(lines.join("")).not.toContain(secret);
  });

  it("an error's other properties are left out: clients hang the whole request there", () => {
    const { log, lines, last } = written();
    const error = Object.assign(new Error("refused"), {
      code: "ECONNREFUSED",
      request: { body: secret },
      detail: secret,
    });
    log.error({ err: error }, "upstream failed");
    expect(lines.join("")).not.toContain(secret);
    expect(last().err).toMatchObject({ type: "Error", message: "refused", code: "ECONNREFUSED" });
    expect(JSON.stringify(last().err)).toContain("log.test.ts");
  });

  it("a bare value is hidden and the line stays JSON", () => {
    const { log, last } = written();
    log.info(
      { a: { token: null, pin: 1234, password: true, otp: [5, 6] }, pinned: 7, spin: 8, tokens: 9 },
      'got {"pin":1234}',
    );
    const { time: _, level: __, ...rest } = last();
    expect(rest).toEqual({
      a: { token: null, pin: "***", password: "***", otp: "***" },
      pinned: 7,
      spin: 8,
      tokens: 9,
      msg: 'got {"pin":***}',
    });
    log.info('{"pin":1234}');
    log.info({ rows: [{ "reset token": 12 }] }, "x");
    expect(last()).toMatchObject({ msg: "x" });
  });

  it("headers, maps, addresses, bytes and things that hold themselves are written safely", () => {
    const { log, last } = written();
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    const headers = new Headers({ authorization: `Bearer ${secret}`, accept: "text/html" });
    log.info({ headers, map: new Map([["token", secret]]), url: new URL(`https://u:${secret}@a.test/`), ring }, "x");
    expect(JSON.stringify(last())).not.toContain(secret);
    expect(last().headers).toEqual({ authorization: "***", accept: "text/html" });
    log.info({ bytes: Buffer.from(secret) }, "x");
    expect(last().bytes).toBe(`${secret.length} bytes`);
  });
});

describe("whatever is logged", () => {
  const names = fc.constantFrom("token", "pin", "x_password", "otp", "msisdn", "cookie", "phone", "secret");
  const pieces = fc.constantFrom(
    "token",
    "pin:",
    "=",
    '"',
    "\\",
    "'",
    ": ",
    "Bearer ",
    "0712345678",
    "://",
    "@",
    "cookie",
    "\n",
    "eyJ",
  );
  const anything = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((list) => list.join("")),
  );
  it("makes one line of JSON", () => {
    fc.assert(
      fc.property(
        anything,
        fc.dictionary(fc.oneof(anything, names), fc.oneof(fc.jsonValue(), anything)),
        (message, value) => {
          const { log, lines } = written();
          log.info({ value }, message);
          log.error(new Error(message));
          expect(lines.length).toBe(2);
          for (const line of lines) expect(typeof JSON.parse(line)).toBe("object");
        },
      ),
    );
  });
});
