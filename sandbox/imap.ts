// A mail host's other half: IMAP4rev1 (RFC 3501) with IDLE (RFC 2177), on loopback, for one mailbox.

import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { brand } from "../rules/brand";
import { dayOf, fetched } from "./imap-fetch";
import { type Command, commandReader, inSet, parse, type Token, textOf } from "./imap-grammar";
import type { KeptMail, Mailbox } from "./mailbox";

const capabilities = "IMAP4rev1 LITERAL+ IDLE AUTH=PLAIN UIDPLUS";

export type SandboxImap = Awaited<ReturnType<typeof startImap>>;

/** Serves a mailbox to whoever has its address and password. Nothing is ever lost but what `remove` takes. */
export async function startImap(box: Mailbox, { port = 0, idle = true }: { port?: number; idle?: boolean } = {}) {
  const sockets = new Set<Socket>();
  const counts = { lines: 0, signIns: 0, refused: 0, idles: 0, fetches: 0 };
  const offered = idle ? capabilities : capabilities.replace(" IDLE", "");
  const server = createServer((socket) => {
    counts.lines++;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy());
    const session = serve(socket, box, offered, counts);
    socket.on("close", () => {
      sockets.delete(socket);
      session.end();
    });
  });
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(wanted, "127.0.0.1", () => resolve());
    });
  await listen(port);
  const at = (server.address() as AddressInfo).port;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  return {
    ...{ port: at, counts, cut, close },
    open: () => sockets.size,
    /** Comes back at the same port. */
    again: () => listen(at),
  };
}

type Counts = { lines: number; signIns: number; refused: number; idles: number; fetches: number };

function serve(socket: Socket, box: Mailbox, offered: string, counts: Counts) {
  let signedIn = false;
  let selected = false;
  let known = 0;
  let idling: string | undefined;
  let awaited: ((line: string) => void) | undefined;
  const say = (line: string | Buffer) =>
    socket.writable && socket.write(Buffer.concat([Buffer.from(line), Buffer.from("\r\n")]));
  const news = () => {
    const count = box.mails().length;
    if (count !== known) say(`* ${count} EXISTS`);
    known = count;
  };
  const onMail = () => idling !== undefined && news();
  box.changes.on("mail", onMail);
  const read = commandReader(() => say("+ go on"));

  function signIn(tag: string, user: string, password: string): void {
    signedIn = user.toLowerCase() === box.address && password === box.password;
    if (signedIn) counts.signIns++;
    else counts.refused++;
    say(signedIn ? `${tag} OK signed in` : `${tag} NO [AUTHENTICATIONFAILED] Wrong user name or password`);
  }

  const plain = (tag: string, text: string) => {
    const [, user = "", password = ""] = Buffer.from(text, "base64").toString("utf8").split("\0");
    signIn(tag, user, password);
  };

  /** The mails a set means, each with its number. */
  function meant(set: string, byUid: boolean): { mail: KeptMail; n: number }[] {
    const mails = box.mails().map((mail, index) => ({ mail, n: index + 1 }));
    const largest = byUid ? (mails.at(-1)?.mail.uid ?? 0) : mails.length;
    return mails.filter(({ mail, n }) => inSet(set, byUid ? mail.uid : n, largest));
  }

  function select({ tag, name, args }: Command): void {
    if (textOf(args[0]).toUpperCase() !== "INBOX") return void say(`${tag} NO there is no such mailbox`);
    selected = true;
    known = box.mails().length;
    const { uidValidity, uidNext } = box.validity();
    say("* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)");
    say("* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] limited");
    say(`* ${known} EXISTS`);
    say("* 0 RECENT");
    say(`* OK [UIDVALIDITY ${uidValidity}] as it is`);
    say(`* OK [UIDNEXT ${uidNext}] as it is`);
    say(`${tag} OK [${name === "EXAMINE" ? "READ-ONLY" : "READ-WRITE"}] done`);
  }

  function search({ tag, args }: Command, byUid: boolean): void {
    const words = args.map(textOf);
    const at = (word: string) => words[words.findIndex((one) => one.toUpperCase() === word) + 1];
    const has = (word: string) => words.some((one) => one.toUpperCase() === word);
    const set = has("UID") ? at("UID") : words.find((word) => /^[\d:*,]+$/.test(word));
    const found = meant(set ?? "1:*", byUid || has("UID") || set === undefined)
      .filter(({ mail }) => !has("SINCE") || mail.at >= dayOf(at("SINCE") ?? ""))
      .filter(({ mail }) => !has("UNSEEN") || !mail.flags.has("\\Seen"));
    say(`* SEARCH ${found.map(({ mail, n }) => (byUid ? mail.uid : n)).join(" ")}`.trim());
    say(`${tag} OK done`);
  }

  function fetchMails({ tag, args }: Command, byUid: boolean): void {
    counts.fetches++;
    const [set, asked] = args;
    const items: Token[] = Array.isArray(asked) ? asked : [asked ?? ""];
    const wanted = byUid && !items.some((item) => textOf(item).toUpperCase() === "UID") ? ["UID", ...items] : items;
    for (const { mail, n } of meant(textOf(set), byUid))
      say(Buffer.concat([Buffer.from(`* ${n} FETCH `), fetched(mail, wanted)]) as Buffer);
    say(`${tag} OK done`);
  }

  function store({ tag, args }: Command, byUid: boolean): void {
    const [set, how, flags] = args;
    const command = textOf(how).toUpperCase();
    const names = (Array.isArray(flags) ? flags : [flags ?? ""]).map(textOf);
    for (const { mail, n } of meant(textOf(set), byUid)) {
      if (!/^[+-]/.test(command)) mail.flags.clear();
      for (const name of names) command.startsWith("-") ? mail.flags.delete(name) : mail.flags.add(name);
      if (!command.endsWith(".SILENT")) say(`* ${n} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(" ")}))`);
    }
    say(`${tag} OK done`);
  }

  const open: Record<string, (command: Command) => void> = {
    CAPABILITY({ tag }) {
      say(`* CAPABILITY ${offered}`);
      say(`${tag} OK done`);
    },
    NOOP({ tag }) {
      if (selected) news();
      say(`${tag} OK done`);
    },
    LOGOUT({ tag }) {
      say("* BYE see you");
      say(`${tag} OK done`);
      socket.end();
    },
    LOGIN({ tag, args }) {
      signIn(tag, textOf(args[0]), textOf(args[1]));
    },
    AUTHENTICATE({ tag, args }) {
      if (textOf(args[0]).toUpperCase() !== "PLAIN") return void say(`${tag} NO not that way`);
      if (args[1] !== undefined) return plain(tag, textOf(args[1]));
      awaited = (line) => plain(tag, line);
      say("+ ");
    },
  };
  const inside: Record<string, (command: Command) => void> = {
    LIST({ tag, args }) {
      if (textOf(args[1]) === "") say('* LIST (\\Noselect) "/" ""');
      else say('* LIST (\\HasNoChildren) "/" "INBOX"');
      say(`${tag} OK done`);
    },
    SELECT: select,
    EXAMINE: select,
    STATUS({ tag }) {
      const { uidValidity, uidNext } = box.validity();
      const unseen = box.mails().filter(({ flags }) => !flags.has("\\Seen")).length;
      const told = `MESSAGES ${box.mails().length} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity} UNSEEN ${unseen}`;
      say(`* STATUS "INBOX" (${told})`);
      say(`${tag} OK done`);
    },
    APPEND({ tag, args }) {
      const raw = args.at(-1);
      if (!Buffer.isBuffer(raw)) return void say(`${tag} BAD a mail is missing`);
      const { uid } = box.deliver(raw);
      say(`${tag} OK [APPENDUID ${box.validity().uidValidity} ${uid}] done`);
    },
    CLOSE({ tag }) {
      selected = false;
      say(`${tag} OK done`);
    },
  };
  const chosen: Record<string, (command: Command, byUid: boolean) => void> = {
    ...{ FETCH: fetchMails, SEARCH: search, STORE: store },
    IDLE({ tag }) {
      counts.idles++;
      idling = tag;
      say("+ idling");
      news();
    },
  };

  function run(command: Command): void {
    const byUid = command.name === "UID";
    const meantOne = byUid
      ? { ...command, name: textOf(command.args[0]).toUpperCase(), args: command.args.slice(1) }
      : command;
    const { tag, name } = meantOne;
    const handler = open[name] ?? (signedIn ? (inside[name] ?? (selected ? chosen[name] : undefined)) : undefined);
    if (handler) handler(meantOne, byUid);
    else say(`${tag} BAD ${signedIn ? "not now, or not known" : "sign in first"}`);
  }

  function hear(parts: (string | Buffer)[]): void {
    const line = textOf(parts[0]);
    if (idling !== undefined) {
      if (line.toUpperCase() === "DONE") {
        const tag = idling;
        idling = undefined;
        say(`${tag} OK done`);
      }
      return;
    }
    if (awaited) {
      const take = awaited;
      awaited = undefined;
      take(line);
    } else run(parse(parts));
  }

  socket.on("data", (chunk: Buffer) => {
    try {
      for (const parts of read(chunk)) hear(parts);
    } catch {
      say("* BYE that is no IMAP");
      socket.destroy();
    }
  });
  say(`* OK [CAPABILITY ${offered}] ${brand.name} sandbox`);
  return { end: () => void box.changes.off("mail", onMail) };
}
