// A mail host's other half: IMAP4rev1 (RFC 3501) with IDLE (RFC 2177), on loopback, for one mailbox.

import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import { brand } from "../rules/brand";
import { fetched, parseDay } from "./imap-fetch";
import { type Command, commandReader, inSet, parse, type Token, tokenText } from "./imap-grammar";
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

/** One connection, and how far it has come. */
type Session = {
  socket: Socket;
  box: Mailbox;
  offered: string;
  counts: Counts;
  say(line: string | Buffer): void;
  signedIn: boolean;
  selected: boolean;
  /** How many mails it was told of. */
  known: number;
  /** The tag of its IDLE, while it idles. */
  idling: string | undefined;
  /** Takes the next line, where an answer is expected instead of a command. */
  awaited: ((line: string) => void) | undefined;
};

type Handler = (session: Session, command: Command, byUid: boolean) => void;

function tellNews(session: Session): void {
  const count = session.box.mails().length;
  if (count !== session.known) session.say(`* ${count} EXISTS`);
  session.known = count;
}

function signIn(session: Session, tag: string, user: string, password: string): void {
  const { box, counts, say } = session;
  session.signedIn = user.toLowerCase() === box.address && password === box.password;
  if (session.signedIn) counts.signIns++;
  else counts.refused++;
  say(session.signedIn ? `${tag} OK signed in` : `${tag} NO [AUTHENTICATIONFAILED] Wrong user name or password`);
}

function plain(session: Session, tag: string, text: string): void {
  const [, user = "", password = ""] = Buffer.from(text, "base64").toString("utf8").split("\0");
  signIn(session, tag, user, password);
}

/** The mails a set means, each with its number. */
function mailsMeant(box: Mailbox, set: string, byUid: boolean): { mail: KeptMail; n: number }[] {
  const mails = box.mails().map((mail, index) => ({ mail, n: index + 1 }));
  const largest = byUid ? (mails.at(-1)?.mail.uid ?? 0) : mails.length;
  return mails.filter(({ mail, n }) => inSet(set, byUid ? mail.uid : n, largest));
}

function select(session: Session, { tag, name, args }: Command): void {
  const { box, say } = session;
  if (tokenText(args[0]).toUpperCase() !== "INBOX") return void say(`${tag} NO there is no such mailbox`);
  session.selected = true;
  session.known = box.mails().length;
  const { uidValidity, uidNext } = box.validity();
  say("* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)");
  say("* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] limited");
  say(`* ${session.known} EXISTS`);
  say("* 0 RECENT");
  say(`* OK [UIDVALIDITY ${uidValidity}] as it is`);
  say(`* OK [UIDNEXT ${uidNext}] as it is`);
  say(`${tag} OK [${name === "EXAMINE" ? "READ-ONLY" : "READ-WRITE"}] done`);
}

function search({ box, say }: Session, { tag, args }: Command, byUid: boolean): void {
  const words = args.map(tokenText);
  const at = (word: string) => words[words.findIndex((one) => one.toUpperCase() === word) + 1];
  const has = (word: string) => words.some((one) => one.toUpperCase() === word);
  const set = has("UID") ? at("UID") : words.find((word) => /^[\d:*,]+$/.test(word));
  const found = mailsMeant(box, set ?? "1:*", byUid || has("UID") || set === undefined)
    .filter(({ mail }) => !has("SINCE") || mail.at >= parseDay(at("SINCE") ?? ""))
    .filter(({ mail }) => !has("UNSEEN") || !mail.flags.has("\\Seen"));
  say(`* SEARCH ${found.map(({ mail, n }) => (byUid ? mail.uid : n)).join(" ")}`.trim());
  say(`${tag} OK done`);
}

function fetchMails({ box, say, counts }: Session, { tag, args }: Command, byUid: boolean): void {
  counts.fetches++;
  const [set, asked] = args;
  const items: Token[] = Array.isArray(asked) ? asked : [asked ?? ""];
  const wanted = byUid && !items.some((item) => tokenText(item).toUpperCase() === "UID") ? ["UID", ...items] : items;
  for (const { mail, n } of mailsMeant(box, tokenText(set), byUid))
    say(Buffer.concat([Buffer.from(`* ${n} FETCH `), fetched(mail, wanted)]) as Buffer);
  say(`${tag} OK done`);
}

function store({ box, say }: Session, { tag, args }: Command, byUid: boolean): void {
  const [set, how, flags] = args;
  const command = tokenText(how).toUpperCase();
  const names = (Array.isArray(flags) ? flags : [flags ?? ""]).map(tokenText);
  for (const { mail, n } of mailsMeant(box, tokenText(set), byUid)) {
    if (!/^[+-]/.test(command)) mail.flags.clear();
    for (const name of names) command.startsWith("-") ? mail.flags.delete(name) : mail.flags.add(name);
    if (!command.endsWith(".SILENT")) say(`* ${n} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(" ")}))`);
  }
  say(`${tag} OK done`);
}

/** Commands for whoever is connected. */
const anytime: Record<string, Handler> = {
  CAPABILITY({ say, offered }, { tag }) {
    say(`* CAPABILITY ${offered}`);
    say(`${tag} OK done`);
  },
  NOOP(session, { tag }) {
    if (session.selected) tellNews(session);
    session.say(`${tag} OK done`);
  },
  LOGOUT({ say, socket }, { tag }) {
    say("* BYE see you");
    say(`${tag} OK done`);
    socket.end();
  },
  LOGIN(session, { tag, args }) {
    signIn(session, tag, tokenText(args[0]), tokenText(args[1]));
  },
  AUTHENTICATE(session, { tag, args }) {
    if (tokenText(args[0]).toUpperCase() !== "PLAIN") return void session.say(`${tag} NO not that way`);
    if (args[1] !== undefined) return plain(session, tag, tokenText(args[1]));
    session.awaited = (line) => plain(session, tag, line);
    session.say("+ ");
  },
};
/** Commands for whoever signed in. */
const signedIn: Record<string, Handler> = {
  LIST({ say }, { tag, args }) {
    if (tokenText(args[1]) === "") say('* LIST (\\Noselect) "/" ""');
    else say('* LIST (\\HasNoChildren) "/" "INBOX"');
    say(`${tag} OK done`);
  },
  SELECT: select,
  EXAMINE: select,
  STATUS({ box, say }, { tag }) {
    const { uidValidity, uidNext } = box.validity();
    const unseen = box.mails().filter(({ flags }) => !flags.has("\\Seen")).length;
    const told = `MESSAGES ${box.mails().length} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity} UNSEEN ${unseen}`;
    say(`* STATUS "INBOX" (${told})`);
    say(`${tag} OK done`);
  },
  APPEND({ box, say }, { tag, args }) {
    const raw = args.at(-1);
    if (!Buffer.isBuffer(raw)) return void say(`${tag} BAD a mail is missing`);
    const { uid } = box.deliver(raw);
    say(`${tag} OK [APPENDUID ${box.validity().uidValidity} ${uid}] done`);
  },
  CLOSE(session, { tag }) {
    session.selected = false;
    session.say(`${tag} OK done`);
  },
};
/** Commands for whoever opened the mailbox. */
const inMailbox: Record<string, Handler> = {
  ...{ FETCH: fetchMails, SEARCH: search, STORE: store },
  IDLE(session, { tag }) {
    session.counts.idles++;
    session.idling = tag;
    session.say("+ idling");
    tellNews(session);
  },
};

function run(session: Session, command: Command): void {
  const byUid = command.name === "UID";
  const meant = byUid
    ? { ...command, name: tokenText(command.args[0]).toUpperCase(), args: command.args.slice(1) }
    : command;
  const { tag, name } = meant;
  const allowed = [anytime, session.signedIn ? signedIn : {}, session.signedIn && session.selected ? inMailbox : {}];
  const handler = allowed.map((commands) => commands[name]).find(Boolean);
  if (handler) handler(session, meant, byUid);
  else session.say(`${tag} BAD ${session.signedIn ? "not now, or not known" : "sign in first"}`);
}

function hear(session: Session, parts: (string | Buffer)[]): void {
  const { idling, awaited } = session;
  const line = tokenText(parts[0]);
  if (idling !== undefined) {
    if (line.toUpperCase() !== "DONE") return;
    session.idling = undefined;
    session.say(`${idling} OK done`);
    return;
  }
  session.awaited = undefined;
  if (awaited) awaited(line);
  else run(session, parse(parts));
}

function serve(socket: Socket, box: Mailbox, offered: string, counts: Counts) {
  const say = (line: string | Buffer) =>
    void (socket.writable && socket.write(Buffer.concat([Buffer.from(line), Buffer.from("\r\n")])));
  const session: Session = {
    ...{ socket, box, offered, counts, say },
    ...{ signedIn: false, selected: false, known: 0, idling: undefined, awaited: undefined },
  };
  const onMail = () => session.idling !== undefined && tellNews(session);
  box.changes.on("mail", onMail);
  const read = commandReader(() => say("+ go on"));
  socket.on("data", (chunk: Buffer) => {
    try {
      for (const parts of read(chunk)) hear(session, parts);
    } catch {
      say("* BYE that is no IMAP");
      socket.destroy();
    }
  });
  say(`* OK [CAPABILITY ${offered}] ${brand.name} sandbox`);
  return { end: () => void box.changes.off("mail", onMail) };
}
