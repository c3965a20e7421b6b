import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { demoPassword } from "../../demo/accounts";
import { root } from "../../scripts/cli.mjs";
import { demoDatabase } from "./demo";

export type People = {
  /** A bearer token of a demo person. */
  token(email: string): Promise<string>;
  /** The cookie of a signed-in demo person. */
  cookie(email: string): Promise<string>;
  /** How a demo person works in a child account of theirs: by a bearer token, and by cookies. */
  delegation(email: string, child: string): Promise<{ token: string; cookie: string }>;
};
export type Application = People & {
  url: string;
  /** The owner's address of its database, for looking behind the application's back. */
  databaseUrl: string;
  /** Its folder: secrets, files, the log. */
  dataDir: string;
  stop(): Promise<void>;
};

/**
 * The whole demo application on a port of its own, over a database of its own. Needs the build (npm run build).
 * @param settings of the environment, beside those of every test
 */
export async function startApplication(settings: Record<string, string> = {}): Promise<Application> {
  // As npm start runs it: reading its sources one by one would take longer than most of what is asked of it.
  const { start } = (await import(pathToFileURL(join(root, "build", "jibu.js")).href)) as typeof import("../../server");
  const database = await demoDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "jibu-app-"));
  const env = { PORT: "0", DATA_DIR: dataDir, LOG_LEVEL: "error", ...settings };
  const started = await start({ env, databaseUrl: database.url, log: () => undefined });
  return {
    url: started.url,
    databaseUrl: database.url,
    dataDir,
    ...peopleAt(started.url),
    async stop() {
      await started.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** How the demo people of an application sign in. */
export function peopleAt(url: string): People {
  const people: People = {
    async token(email) {
      const body = new URLSearchParams({
        username: email,
        password: demoPassword,
        grant_type: "password",
        client_id: "jibu-web",
        scope: "*",
      });
      const response = await fetch(`${url}/api/identity/login/token`, { method: "POST", body });
      return ((await response.json()) as { access_token: string }).access_token;
    },
    async cookie(email) {
      const body = new URLSearchParams({ email, password: demoPassword });
      const headers = { origin: url };
      const response = await fetch(`${url}/login`, { method: "POST", body, headers, redirect: "manual" });
      return response.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .join("; ");
    },
    async delegation(email, child) {
      const own = await people.token(email);
      const answer = await fetch(`${url}/api/identity/reseller/children/${child}/delegation`, {
        method: "POST",
        headers: { authorization: `Bearer ${own}` },
      });
      const { access_token: token } = (await answer.json()) as { access_token: string };
      const cookie = await people.cookie(email);
      const begun = await fetch(`${url}/reseller/delegation`, {
        method: "POST",
        headers: { origin: url, cookie },
        body: new URLSearchParams({ intent: "start", child }),
        redirect: "manual",
      });
      const given = begun.headers.getSetCookie().map((set) => set.split(";")[0]);
      return { token, cookie: [cookie, ...given].join("; ") };
    },
  };
  return people;
}
