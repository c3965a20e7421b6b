import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { vi } from "vitest";
import { findPeer, freePort, type Peer, peerFolder, runPeer } from "./programs";

const postfixProgram = "usr/lib/postfix/sbin/master";
const dovecotProgram = "usr/sbin/dovecot";

/** Postfix gives its rights away to other users, which only root may; Dovecot looks for its modules at one place. */
export const hasMailHost = Boolean(
  findPeer(postfixProgram) &&
    findPeer(dovecotProgram) &&
    existsSync("/usr/lib/dovecot/modules") &&
    process.getuid?.() === 0,
);

export type RealMailHost = {
  smtpPort: number;
  imapPort: number;
  password: string;
  said(): string;
  stop(): Promise<void>;
};

/** The number that a name has in /etc/passwd or /etc/group. */
function numberOf(file: string, name: string): number {
  const line = readFileSync(file, "utf8")
    .split("\n")
    .find((one) => one.startsWith(`${name}:`));
  return Number(line?.split(":")[2]);
}

/** Postfix's queue, as its installation makes it. */
function makeQueue(path: string, user: number, group: number): void {
  mkdirSync(path, { mode: 0o755 });
  const folders = [
    "active",
    "bounce",
    "corrupt",
    "defer",
    "deferred",
    "flush",
    "hold",
    "incoming",
    "private",
    "saved",
    "trace",
  ];
  for (const name of folders) {
    mkdirSync(join(path, name), { mode: 0o700 });
    chownSync(join(path, name), user, 0);
  }
  for (const [name, mode] of [
    ["maildrop", 0o1730],
    ["public", 0o2710],
  ] as const) {
    mkdirSync(join(path, name));
    chownSync(join(path, name), user, group);
    chmodSync(join(path, name), mode);
  }
  mkdirSync(join(path, "pid"), { mode: 0o755 });
}

/** Resolves when something answers at the port. */
async function untilOpen(port: number, said: () => string): Promise<void> {
  const open = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("error", () => reject(new Error(said())));
      socket.once("data", () => {
        socket.destroy();
        resolve();
      });
    });
  await vi.waitFor(open, { timeout: 20_000, interval: 100 });
}

type MailSite = {
  within(...names: string[]): string;
  /** The user and the group that own the mails. */
  mail: number;
  drop: number;
  smtpPort: number;
  imapPort: number;
  password: string;
};
type Addresses = { mailboxes: Record<string, string>; refused: readonly string[] };

/** Where the libraries of unpacked packages are: both give their environment to nobody unless they are told to. */
function librariesOf({ env }: Peer): string[] {
  return env === process.env ? [] : [`LD_LIBRARY_PATH=${env.LD_LIBRARY_PATH}`];
}

function writePostfix(
  postfix: Peer,
  { within, mail, drop, smtpPort }: MailSite,
  { mailboxes, refused }: Addresses,
): void {
  const daemon = numberOf("/etc/passwd", "daemon");
  mkdirSync(within("data"));
  chownSync(within("data"), daemon, daemon);
  makeQueue(within("queue"), daemon, drop);

  mkdirSync(within("postfix"));
  const table = (name: string, lines: readonly string[]) => {
    writeFileSync(within("postfix", name), `${lines.join("\n")}\n`);
    return `texthash:${within("postfix", name)}`;
  };
  const domains = [...new Set(Object.keys(mailboxes).map((address) => address.split("@")[1]))];
  const boxes = table(
    "mailboxes",
    Object.entries(mailboxes).map(([address, box]) => `${address} ${box}/`),
  );
  const refusing = table(
    "refused",
    refused.map((address) => `${address} REJECT 5.1.1 No such person`),
  );
  writeFileSync(
    within("postfix", "main.cf"),
    [
      "compatibility_level = 3.6",
      `queue_directory = ${within("queue")}`,
      `data_directory = ${within("data")}`,
      `daemon_directory = ${join(postfix.path, "..")}`,
      `command_directory = ${join(postfix.path, "../../../../sbin")}`,
      `shlib_directory = ${join(postfix.path, "../..")}`,
      `meta_directory = ${within("postfix")}`,
      "mail_owner = daemon",
      "setgid_group = mail",
      "default_privs = nobody",
      `import_environment = MAIL_CONFIG ${librariesOf(postfix).join(" ")}`,
      "myhostname = mx.peer.test",
      "mydestination =",
      "inet_interfaces = 127.0.0.1",
      "inet_protocols = ipv4",
      "mynetworks = 127.0.0.0/8",
      "alias_maps =",
      `virtual_mailbox_domains = ${domains.join(" ")}`,
      `virtual_mailbox_base = ${within("mail")}`,
      `virtual_mailbox_maps = ${boxes}`,
      `virtual_uid_maps = static:${mail}`,
      `virtual_gid_maps = static:${drop}`,
      `virtual_minimum_uid = ${Math.min(mail, 100)}`,
      "smtpd_reject_unlisted_recipient = no",
      `smtpd_recipient_restrictions = check_recipient_access ${refusing} permit_mynetworks reject`,
      "maillog_file_prefixes = /tmp",
      `maillog_file = ${within("maillog")}`,
      "",
    ].join("\n"),
  );
  writeFileSync(
    within("postfix", "master.cf"),
    [
      `127.0.0.1:${smtpPort} inet n - n - - smtpd`,
      "cleanup unix n - n - 0 cleanup",
      "qmgr unix n - n 300 1 qmgr",
      "rewrite unix - - n - - trivial-rewrite",
      "bounce unix - - n - 0 bounce",
      "defer unix - - n - 0 bounce",
      "trace unix - - n - 0 bounce",
      "error unix - - n - - error",
      "retry unix - - n - - error",
      "virtual unix - n n - - virtual",
      "anvil unix - - n - 1 anvil",
      "proxymap unix - - n - - proxymap",
      "postlog unix-dgram n - n - 1 postlogd",
      "",
    ].join("\n"),
  );
}

function writeDovecot(dovecot: Peer, { within, mail, drop, imapPort, password }: MailSite): void {
  mkdirSync(within("dovecot"));
  writeFileSync(
    within("dovecot.conf"),
    [
      `base_dir = ${within("dovecot")}`,
      "protocols = imap",
      "listen = 127.0.0.1",
      "ssl = no",
      "disable_plaintext_auth = no",
      "default_internal_user = daemon",
      "default_internal_group = daemon",
      "default_login_user = nobody",
      `libexec_dir = ${join(dovecot.libraries, "../dovecot")}`,
      `mail_plugin_dir = ${join(dovecot.libraries, "../dovecot/modules")}`,
      `login_plugin_dir = ${join(dovecot.libraries, "../dovecot/modules/login")}`,
      ...librariesOf(dovecot).map((one) => `import_environment = ${one}`),
      `log_path = ${within("dovecot.log")}`,
      `mail_location = maildir:${within("mail")}/%u`,
      `first_valid_uid = ${mail}`,
      `passdb {\n  driver = static\n  args = password=${password}\n}`,
      `userdb {\n  driver = static\n  args = uid=${mail} gid=${drop} home=${within("mail")}/%u\n}`,
      `service imap-login {\n  chroot =\n  inet_listener imap {\n    port = ${imapPort}\n  }\n  inet_listener imaps {\n    port = 0\n  }\n}`,
      "service anvil {\n  chroot =\n}",
      "service stats {\n  chroot =\n}",
      "",
    ].join("\n"),
  );
}

/**
 * Postfix, and Dovecot with what it delivered. It takes mails for the domains of `mailboxes` (by address, `@domain` for
 * every address of one); an address that is in none comes back later, and one in `refused` is refused at once.
 */
export async function startRealMailHost(
  mailboxes: Record<string, string>,
  refused: readonly string[],
): Promise<RealMailHost> {
  const [postfix, dovecot] = [findPeer(postfixProgram), findPeer(dovecotProgram)];
  if (!postfix || !dovecot) throw new Error("Postfix and Dovecot are not here");
  const folder = peerFolder("mail-host");
  const within = (...names: string[]) => join(folder.path, ...names);
  chmodSync(folder.path, 0o755);
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const [mail, drop] = [numberOf("/etc/passwd", "mail"), numberOf("/etc/group", "mail")];
  mkdirSync(within("mail"));
  chownSync(within("mail"), mail, drop);
  const site = { within, mail, drop, smtpPort, imapPort, password: "right" };
  writePostfix(postfix, site, { mailboxes, refused });
  writeDovecot(dovecot, site);
  const running = [
    runPeer(postfix, ["-c", within("postfix"), "-d"]),
    // What `dovecot -F -c` does itself, where it is installed: it looks for doveconf at one place only.
    runPeer({ ...dovecot, path: join(dovecot.path, "../../bin/doveconf") }, [
      ...["-c", within("dovecot.conf"), "-f", "service=master", "-m", "master", "-e"],
      ...[dovecot.path, "-F", "-c", within("dovecot.conf")],
    ]),
  ];
  const logged = (name: string) => {
    try {
      return readFileSync(within(name), "utf8");
    } catch {
      return "";
    }
  };
  const said = () => [...running.map((one) => one.said()), logged("maillog"), logged("dovecot.log")].join("\n");
  async function stop(): Promise<void> {
    await Promise.all(running.map((one) => one.stop()));
    folder.remove();
  }
  try {
    await Promise.all([untilOpen(smtpPort, said), untilOpen(imapPort, said)]);
  } catch (error) {
    const all = said();
    await stop();
    throw new Error(all, { cause: error });
  }
  return { smtpPort, imapPort, password: site.password, said, stop };
}
