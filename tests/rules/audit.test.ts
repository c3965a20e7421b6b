import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ActionOn, type AuditAction, type AuditSubject, auditActions, auditTone } from "../../rules/audit";
import type { Activity, recordActivity } from "../../services/kit/activities";

const actions = Object.keys(auditActions) as AuditAction[];

/** All source text of the services: what is written there as a literal, or as a template's fixed part. */
const source = readdirSync("services", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => readFileSync(join("services", file), "utf8"))
  .join("\n");
const templates = [...source.matchAll(/action: `([^$`]+)\$\{/g)].flatMap(([, start]) => start ?? []);

describe("the table of actions", () => {
  test.each(actions)("%s has a tone that the list of activities can show", (action) => {
    expect(["good", "info", "warn", "bad", "none"]).toContain(auditActions[action].tone);
    expect(auditTone(action)).toBe(auditActions[action].tone);
  });

  test.each(actions)("%s is written by a service", (action) => {
    expect(source.includes(`"${action}"`) || templates.some((start) => action.startsWith(start))).toBe(true);
  });

  test("what is written fits the filter by action, and reads as one phrase", () => {
    expect(actions.filter((action) => action.length > 100 || !/^[A-Z][A-Za-z' -]+[a-z]$/.test(action))).toEqual([]);
  });

  test("removal is bad, access is a warning, an addition is good, a change is info, the rest has none", () => {
    expect(auditTone("Role deleted")).toBe("bad");
    expect(auditTone("Role created")).toBe("warn");
    expect(auditTone("Team added")).toBe("good");
    expect(auditTone("Team renamed")).toBe("info");
    expect(auditTone("Payment received")).toBe("none");
  });

  test("an action of older rows that is no longer written has none", () => {
    for (const action of ["Contact removed", "", "constructor", "toString"]) expect(auditTone(action)).toBe("none");
  });
});

describe("the types", () => {
  test("a mistyped action, and an action with the wrong kind of record, do not compile", () => {
    const activity = (one: Activity) => one.action;
    expect(activity({ action: "Role changed", description: "", subject: "role" })).toBe("Role changed");
    expect(activity({ action: "Retention applied", description: "" })).toBe("Retention applied");
    expect(activity({ action: "Person invited", description: "", subject: "account" })).toBe("Person invited");
    expect(activity({ action: "Person invited", description: "", subject: "user" })).toBe("Person invited");
    // @ts-expect-error: the action is "Role changed"
    activity({ action: "Role chnaged", description: "", subject: "role" });
    // @ts-expect-error: a role is no team
    activity({ action: "Role changed", description: "", subject: "team" });
    // @ts-expect-error: it says of what
    activity({ action: "Role changed", description: "" });
    // @ts-expect-error: no such kind of record
    const subject: AuditSubject = "rolle";
    // @ts-expect-error: not done to a team
    const action: ActionOn<"team"> = "Role changed";
    const given: Parameters<typeof recordActivity>[3]["action"] = "Team added";
    expect([subject, action, given]).toHaveLength(3);
  });
});
