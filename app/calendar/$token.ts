// /calendar/:token - a person's appointments and tasks, as a phone's calendar subscribes to them (RFC 5545)
import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { brand } from "../../rules/brand";
import { calendarFeed } from "../../rules/ics";
import type { FeedEntry } from "../../services/crm/contract.calendar";
import { href } from "../href";
import { asGuest } from "../shell/steps.server";

export async function loader(args: LoaderFunctionArgs) {
  const { from, api } = asGuest(args);
  const url = new URL(args.request.url);
  const origin = from.origin ?? url.origin;
  // Calendar programs know a file by its ending.
  const token = (args.params.token ?? "").replace(/\.ics$/, "");
  const answer = await api.crm.calendarEntries({ params: { token } });
  if (answer.status !== 200) return refused(answer.status, answer.body.message);
  const { account, entries } = answer.body;
  const text = calendarFeed(
    brand.name,
    `${brand.name} CRM`,
    entries.map((entry) => asEntry(entry, { account, origin, hostname: url.hostname })),
  );
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  const kept = { etag, "cache-control": "private, no-cache" };
  const known = (args.request.headers.get("if-none-match") ?? "").split(",");
  if (known.some((one) => one.trim().replace(/^W\//, "") === etag))
    return new Response(null, { status: 304, headers: kept });
  return new Response(text, { headers: { ...kept, "content-type": "text/calendar; charset=utf-8" } });
}

type FeedPlace = { account: string; origin: string; hostname: string };

function asEntry({ kind, id, ...entry }: FeedEntry, { account, origin, hostname }: FeedPlace) {
  const path =
    kind === "task" ? href("/crm/contactactions/tasks/:id", { id }) : href("/crm/contactactions/:id", { id });
  return {
    uid: `${kind}-${account}-${id}@${hostname}`,
    title: entry.title,
    place: entry.place,
    text: entry.text,
    starts: new Date(entry.starts_at),
    ends: entry.ends_at === null ? undefined : new Date(entry.ends_at),
    day: entry.day ?? undefined,
    changed: new Date(entry.changed_at),
    sequence: entry.sequence,
    cancelled: entry.cancelled,
    busy: kind === "appointment",
    url: `${origin}${path}`,
  };
}

/** Programs read this, and people who open the address. */
function refused(status: number, message: string): Response {
  const seconds = /Wait (\d+) s/.exec(message)?.[1];
  return new Response(`${message}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...(seconds ? { "retry-after": seconds } : {}) },
  });
}
