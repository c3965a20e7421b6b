import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { demoHosts } from "../../front/demo-host";
import { readEnvironment } from "../../services/environment";

const random = () => randomBytes(32).toString("hex");
const production = {
  DATABASE_URL: "postgres://jibu@db/jibu",
  PUBLIC_URL: "https://jibu.example.com",
  SESSION_SECRET: random(),
  SERVICE_SECRET: random(),
};

describe("the secrets", () => {
  test("made as the documentation says are taken", () => {
    for (let i = 0; i < 200; i++)
      expect(readEnvironment({ ...production, SESSION_SECRET: random() }).SERVICE_SECRET).toBe(
        production.SERVICE_SECRET,
      );
  });

  test.each(["a".repeat(32), "ab".repeat(32), "12345678".repeat(4), "short"])("%j is none", (secret) => {
    for (const name of ["SESSION_SECRET", "SERVICE_SECRET"])
      expect(() => readEnvironment({ ...production, [name]: secret })).toThrow(new RegExp(`^${name} `));
  });

  test("are two", () => {
    const both = { ...production, SERVICE_SECRET: production.SESSION_SECRET };
    expect(() => readEnvironment(both)).toThrow("SERVICE_SECRET must be another one than SESSION_SECRET");
  });
});

describe("the demo", () => {
  test.each(["127.0.0.1", "localhost", "::1"])("listens on %s", (HOST) => {
    expect(demoHosts({ HOST, PUBLIC_URL: undefined })).toEqual(["localhost", "127.0.0.1", "[::1]"]);
  });

  test.each(["0.0.0.0", "::", "192.168.1.7", "jibu.example.com"])("does not listen on %s", (HOST) => {
    expect(() => demoHosts({ HOST, PUBLIC_URL: undefined })).toThrow(/for this machine only/);
  });

  test("answers to the name that its operator gave it", () => {
    expect(demoHosts({ HOST: "127.0.0.1", PUBLIC_URL: "https://demo.example.com" })).toContain("demo.example.com");
  });
});
