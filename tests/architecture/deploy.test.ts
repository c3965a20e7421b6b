import { readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/cli.mjs";
import { environmentShape, readEnvironment } from "../../services/environment";

type Service = {
  build?: string;
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: string[];
  volumes?: string[];
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
};
type Compose = {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  configs: Record<string, { content: string }>;
};

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

const packages = JSON.parse(read("package.json")) as { dependencies: Record<string, string>; version: string };
const compose = parse(read("compose.yaml"), { merge: true }) as Compose;
const dockerfile = read("Dockerfile").replaceAll(/\\\n\s*/g, "");
const stages = dockerfile.split(/^FROM /m).slice(1);
const last = stages.at(-1) ?? "";
const ours = Object.entries(compose.services).filter(([, service]) => service.build);
const secret = "0123456789abcdef0123456789abcdef";

/** What compose makes of ${NAME:?…} and ${NAME:-default} when these values are set. */
function filled(text: string, values: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const value = values[name];
    if (value === undefined && kind === "?") throw new Error(`${name} ${rest}`);
    return value ?? (kind === "-" ? rest : "");
  });
}

const values = {
  POSTGRES_PASSWORD: "aabbccdd",
  SESSION_SECRET: secret,
  SERVICE_SECRET: [...secret].reverse().join(""),
  PUBLIC_URL: "https://jibu.example.com",
  SMPP_URL: "smpps://user:password@smsc.example.com:3550",
};

describe("compose.yaml", () => {
  test("runs a node for the pages and a second one for the work, over one database", () => {
    const roles = ours.map(([, service]) => service.environment.ROLES?.split(",") ?? []);
    expect(ours.length).toBeGreaterThanOrEqual(2);
    expect(new Set(roles.flat())).toEqual(new Set(["web", "services", "worker"]));
    for (const [name, service] of ours) expect(service.depends_on?.postgres?.condition, name).toBe("service_healthy");
    expect(compose.services.postgres?.healthcheck?.test).toContain("pg_isready");
  });

  test("sets only what the application knows, and all that it demands", () => {
    for (const [name, service] of ours) {
      for (const setting of Object.keys(service.environment))
        expect(Object.keys(environmentShape.shape), name).toContain(setting);
      const environment = Object.fromEntries(
        Object.entries(service.environment).map(([key, value]) => [key, filled(value, values)]),
      );
      const read = readEnvironment({ ...environment, ...imageSettings() });
      expect(read.DATABASE_URL).toBe("postgres://jibu:aabbccdd@postgres:5432/jibu");
      expect(read.SESSION_SECRET).toBe(secret);
    }
  });

  test("refuses to start while a secret is missing, and has none of its own", () => {
    for (const [name, service] of [...ours, ["postgres", compose.services.postgres] as const])
      for (const [setting, value] of Object.entries(service?.environment ?? {}))
        if (/SECRET|PASSWORD|DATABASE_URL|PUBLIC_URL|SMPP_URL/.test(setting))
          expect(() => filled(value, {}), `${name} ${setting}`).toThrow("is missing");
    for (const name of Object.keys(values))
      expect(read("compose.yaml"), "the list at its top").toContain(`#   ${name} `);
  });

  test("opens the application to this machine only, at the port of the image, and the database to no one", () => {
    for (const service of Object.values(compose.services))
      for (const port of service.ports ?? []) expect(port).toBe(`127.0.0.1:3000:${imageSettings().PORT}`);
    expect(compose.services.app?.ports).toHaveLength(1);
    expect(compose.services.postgres?.ports).toBeUndefined();
  });

  test("pins its images, and its PostgreSQL has no known hole", () => {
    const image = compose.services.postgres?.image ?? "";
    const [, major, minor] = /^postgres:(\d+)\.(\d+)-/.exec(image) ?? [];
    expect(Number(major)).toBe(18);
    expect(Number(minor)).toBeGreaterThanOrEqual(6);
    for (const [, service] of ours) expect(service.image).toBe(`jibu:${packages.version}`);
  });

  test("gives the application no rights it does not need", () => {
    for (const [, service] of ours) {
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(["ALL"]);
      expect(service.security_opt).toContain("no-new-privileges:true");
    }
    expect(compose.configs.roles?.content).toMatch(/create role jibu login .*nosuperuser .*nobypassrls/);
    for (const service of Object.values(compose.services))
      for (const volume of service.volumes ?? []) expect(Object.keys(compose.volumes)).toContain(volume.split(":")[0]);
  });
});

function imageSettings(): Record<string, string> {
  const line = /^ENV (.*)$/m.exec(last)?.[1] ?? "";
  return Object.fromEntries(line.split(/\s+/).map((pair) => pair.split("=") as [string, string]));
}

describe("Dockerfile", () => {
  test("starts from one pinned Node 24, and every copy comes from a stage that exists", () => {
    const names = stages.map((stage) => /^(\S+) AS (\S+)/.exec(stage)?.slice(1) ?? []);
    expect(names[0]?.[0]).toMatch(/^node:24\.\d+\.\d+-\w+-slim$/);
    for (const [from] of names.slice(1)) expect(names.map(([, name]) => name)).toContain(from);
    for (const [, from] of dockerfile.matchAll(/--from=(\w+)/g)) expect(names.map(([, name]) => name)).toContain(from);
  });

  test("runs as an ordinary user, with packages for production only, and says how it is", () => {
    const lines = last.split("\n");
    const user = lines.findIndex((line) => /^USER node$/.test(line));
    expect(user).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("RUN ")));
    expect(user).toBeLessThan(lines.findIndex((line) => line.startsWith("CMD ")));
    expect(stages.find((stage) => / AS packages/.test(stage.split("\n")[0] ?? ""))).toContain(
      "npm ci --ignore-scripts --omit=dev",
    );
    expect(last).toMatch(/^HEALTHCHECK .*\/healthz/m);
    expect(last).toMatch(new RegExp(`^EXPOSE ${imageSettings().PORT}$`, "m"));
  });

  test("its settings are settings of the application, and none is secret", () => {
    for (const name of Object.keys(imageSettings())) expect(Object.keys(environmentShape.shape)).toContain(name);
    expect(dockerfile).not.toMatch(/SECRET|PASSWORD|TOKEN/);
  });

  test("its command is a file of ours that waits for DATABASE_URL", () => {
    const words = JSON.parse(/^CMD (.*)$/m.exec(last)?.[1] ?? "[]") as string[];
    expect(words[0]).toBe("node");
    expect(read(words.at(-1) ?? "")).toContain("DATABASE_URL is missing");
    expect(last).toMatch(/^COPY scripts scripts$/m);
  });

  test("nothing that only builds and tests use is needed to run", async () => {
    const { metafile } = await build({
      ...{ entryPoints: [join(root, "server.ts")], absWorkingDir: root, bundle: true, write: false, metafile: true },
      ...{ platform: "node", format: "esm", jsx: "automatic", packages: "external", logLevel: "silent" },
      ...{ outfile: "build/jibu.js", external: ["*/build/server/index.js", "./server/index.js"] },
    });
    const outside = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
    const names = outside
      .filter((path) => !path.startsWith(".") && !path.startsWith("node:") && !builtinModules.includes(path))
      .map((path) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
    expect([...new Set(names)].filter((name) => !(name in packages.dependencies))).toEqual([]);
  });
});

test(".dockerignore keeps secrets, data and what is built here out of the image", () => {
  const ignored = read(".dockerignore").split("\n");
  for (const name of [".data", ".git", "node_modules", "build", "**/.env*"]) expect(ignored).toContain(name);
});

test(".ci/run is npm test and nothing else", () => {
  expect(
    read(".ci/run")
      .replace(/^#!.*\n/, "")
      .trim(),
  ).toBe("exec npm test");
});
