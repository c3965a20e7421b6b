import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Fault, makeFolder, sentenceFor } from "./cli.mjs";
import { createCluster, postgresHome, postgresUser, programOf } from "./cluster.mjs";
import { hydrate } from "./install.mjs";
import { identity, isAlive, signal, until, withLock, worksIn } from "./processes.mjs";

const windows = process.platform === "win32";
const settings = ["shared_buffers=128MB", "max_connections=100", "wal_compression=on", "jit=off", "max_wal_size=2GB"];
settings.push("timezone=UTC", "log_timezone=UTC", "log_min_messages=warning", "log_checkpoints=off");
const lasting = ["fsync=on", "synchronous_commit=on"];
const passing = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_wal_size=512MB"];
passing.push("autovacuum_naptime=5min", "max_connections=200");

/**
 * Starts the PostgreSQL of a data folder, or attaches to it when it runs already. The last one to stop ends it.
 * @returns `url` of the database as its owner and `appUrl` as the application's role; `stop()` ends within 2 s;
 *   `abandon()` is the same for a process that is about to end and can wait for nothing
 */
export async function startDatabase({ dataDir = ".data", log = () => undefined, durable = true } = {}) {
  const home = resolve(dataDir);
  try {
    const folder = makeFolder(join(home, "postgres"));
    makeFolder(join(home, "users"));
    return await withLock(join(home, "users", "lock"), () => open({ home, folder, log, durable }));
  } catch (error) {
    throw error instanceof Fault ? error : new Fault(sentenceFor(error, home) ?? unforeseen(error, home));
  }
}

/** A throw-away cluster in a temporary folder; what killed test runs left there goes first. */
export async function startTestDatabase({ log = () => undefined } = {}) {
  const temporary = temporaryFolder();
  for (const name of readdirSync(temporary)) if (/^jibu-test-/.test(name)) sweep(join(temporary, name));
  const home = mkdtempSync(join(temporary, "jibu-test-"));
  const database = await startDatabase({ dataDir: home, log, durable: false });
  const abandon = () => {
    database.abandon();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once("exit", abandon);
  const stop = async () => {
    process.off("exit", abandon);
    await database.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  return { ...database, stop, abandon };
}

/** Where throw-away clusters are: in memory where there is enough of it. */
export function temporaryFolder() {
  return inMemory() ? memory : tmpdir();
}

/** Linux keeps this folder in memory: copying a database there costs a tenth of what it costs on a disk. */
const memory = "/dev/shm";

/** A container may have 64 MB of it, or not let us write. */
function inMemory() {
  if (process.platform !== "linux") return false;
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > 3 * 1024 ** 3;
  } catch {
    return false;
  }
}

function sweep(home) {
  try {
    if (livingUsers(home).length > 0 || Date.now() - statSync(home).mtimeMs < 60_000) return;
    const { pid } = readPidFile(join(home, "postgres", "cluster"));
    if (pid && worksIn(pid, realpathSync(join(home, "postgres", "cluster")))) signal(pid, "SIGQUIT");
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Somebody else's: theirs to clear.
  }
}

async function open({ home, folder, log, durable }) {
  await hydrate();
  const as = postgresUser(folder);
  const cluster = join(folder, "cluster");
  const password = windows ? passwordOf(folder) : undefined;
  if (!existsSync(cluster)) {
    log("creating the database");
    await createCluster({ folder, cluster, as, password, durable });
  }
  checkVersion(cluster);
  const real = realpathSync(cluster);
  let pid = await findListening(cluster, real);
  if (pid) log("the database was running already");
  else pid = await launch({ folder, cluster, as, durable });
  if (!(await until(() => !identity(pid) || readPidFile(cluster).ready, 60_000)) || !identity(pid))
    throw Object.assign(new Error("PostgreSQL did not become ready"), { output: logTail(folder) });

  const me = join(home, "users", `${process.pid}-${randomBytes(3).toString("hex")}`);
  writeFileSync(me, identity(process.pid));
  const { port, host } = readPidFile(cluster);
  const address = (role) =>
    windows
      ? `postgres://${role}:${password}@127.0.0.1:${port}/jibu`
      : `postgres://${role}@localhost/jibu?host=${encodeURIComponent(host)}`;
  const leave = (how) => {
    rmSync(me, { force: true });
    if (livingUsers(home).length > 0 || !worksIn(pid, real)) return false;
    return signal(pid, how);
  };
  const stop = () =>
    withLock(join(home, "users", "lock"), async () => {
      if (!leave("SIGINT")) return;
      if (!(await until(() => !identity(pid), 1_500))) {
        // Some session will not go: what was committed is in the log and is read at the next start.
        signal(pid, "SIGQUIT");
        await until(() => !identity(pid), 500);
      }
      if (host && !host.startsWith(folder)) rmSync(host, { recursive: true, force: true });
    });
  return { url: address("jibu_owner"), appUrl: address("jibu_app"), stop, abandon: () => void leave("SIGINT") };
}

function livingUsers(home) {
  const folder = join(home, "users");
  return readdirSync(folder).filter((name) => {
    if (name.startsWith("lock")) return false;
    const file = join(folder, name);
    if (isAlive(readFileSync(file, "utf8"))) return true;
    rmSync(file, { force: true });
    return false;
  });
}

/** postmaster.pid: 1 process, 4 port, 5 socket folder, 8 status. */
function readPidFile(cluster) {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: lines[3], host: lines[4], ready: lines[7]?.trim() === "ready" };
  } catch {
    return { pid: 0, ready: false };
  }
}

/** The living postmaster of this cluster; the traces of a dead one are removed, whoever has its number now. */
function runningIn(cluster, real) {
  const { pid, host } = readPidFile(cluster);
  if (worksIn(pid, real)) return pid;
  rmSync(join(cluster, "postmaster.pid"), { force: true });
  if (host) rmSync(join(host, ".s.PGSQL.5432.lock"), { force: true });
  return undefined;
}

/** The postmaster that takes connections, or none: one that was killed has its process for a moment longer. */
async function findListening(cluster, real) {
  const end = performance.now() + 60_000;
  for (;;) {
    const pid = runningIn(cluster, real);
    if (!pid || performance.now() > end) return pid;
    const { ready, host, port } = readPidFile(cluster);
    if (ready && (await isListening(windows ? { port, host: "127.0.0.1" } : { path: join(host, ".s.PGSQL.5432") })))
      return pid;
    await pause(20);
  }
}

function isListening(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    const answer = (listening) => {
      socket.destroy();
      resolve(listening);
    };
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}

async function launch({ folder, cluster, as, durable }) {
  const logFile = join(folder, "postgres.log");
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) truncateSync(logFile, 0);
  const where = windows
    ? ["listen_addresses=127.0.0.1", `port=${20_000 + Math.floor(Math.random() * 30_000)}`]
    : ["listen_addresses=", "port=5432", `unix_socket_directories="${socketFolder(folder).replaceAll('"', '""')}"`];
  const options = [...settings, ...where, ...(durable ? lasting : passing)].flatMap((setting) => ["-c", setting]);
  const end = performance.now() + 8_000;
  for (;;) {
    const output = openSync(logFile, "a", 0o600);
    const from = statSync(logFile).size;
    const [command, args, how] = as(programOf("postgres"), ["-D", cluster, ...options]);
    // A group of its own: Ctrl-C reaches us only, and we end it after the application.
    const child = spawn(command, args, {
      ...how,
      detached: true,
      stdio: ["ignore", output, output],
      windowsHide: true,
    });
    child.on("error", () => undefined);
    child.unref();
    closeSync(output);
    const { pid } = child;
    if (pid === undefined) throw new Error(`${command} could not be started`);
    const ready = () => readPidFile(cluster).pid === pid && readPidFile(cluster).ready;
    await until(() => child.exitCode !== null || child.signalCode !== null || ready(), 60_000);
    if (ready()) return pid;
    const said = readFileSync(logFile, "utf8").slice(from);
    // The children of a postmaster that was killed need a moment to notice.
    if (!/pre-existing shared memory block/.test(said) || performance.now() > end)
      throw Object.assign(new Error("PostgreSQL did not start"), { output: said });
    await pause(100);
  }
}

/** The private folder of the socket; a short one in the temporary folder where the path is longer than the system takes. */
function socketFolder(folder) {
  const near = join(folder, "socket");
  const owner = statSync(folder).uid;
  const short = join(tmpdir(), `jibu-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}-${owner}`);
  const path = Buffer.byteLength(join(near, ".s.PGSQL.5432")) <= 103 ? near : short;
  // Never touched before it is known to be ours: the temporary folder is everybody's.
  if (!existsSync(path)) {
    mkdirSync(path, { mode: 0o700 });
    if (process.getuid() === 0) chownSync(path, owner, owner);
  }
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0)
    throw new Fault(`${path} belongs to somebody else: remove it and start again.`);
  return path;
}

function passwordOf(folder) {
  const file = join(folder, "password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

function checkVersion(cluster) {
  const theirs = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim();
  const ours = JSON.parse(readFileSync(join(postgresHome(), "package.json"), "utf8")).version.split(".")[0];
  if (theirs !== ours)
    throw new Fault(
      `${cluster} was written by PostgreSQL ${theirs}, this is ${ours}: move it away, or set DATABASE_URL.`,
    );
}

function logTail(folder) {
  return readFileSync(join(folder, "postgres.log"), "utf8").slice(-2_000);
}

function unforeseen(error, home) {
  const said = `${error.output ?? ""}`.trim().split("\n").slice(-12).join("\n");
  return `The database in ${home} did not start (${error.message}); this is what it said:\n${said || error.stack}`;
}
