import { redirect } from "@remix-run/node";
import { clockIn } from "../../../rules/local-time";
import { withTargets } from "../../../rules/short-links";
import { id } from "../../../services/kit/contract";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import type { Price } from "../../../services/messaging/contract.price";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";
import { canBeChanged } from "../blast-labels";
import type { KeptFile } from "../file-upload";
import type { ComposeFlow, SenderChoice } from "./channel";
import { audienceRules, type BlastDraft, decisions, isComplete } from "./compose";
import { readDecisions } from "./decisions";

/** An id that a URL gives, or undefined when it is none: an odd query is never an error. */
export function idIn(url: URL, name: string): number | undefined {
  const said = url.searchParams.get(name);
  return said === null ? undefined : id.safeParse(said).data;
}

/** A new draft with a key of its own, from a sender with a name, and tomorrow at eight for those who choose a time. */
export function emptyDraft(senders: readonly SenderChoice[], zone: string, now: Date): BlastDraft {
  const tomorrow = clockIn(zone, new Date(now.getTime() + 86_400_000));
  const usable = senders.filter(({ status }) => status === "approved");
  const named = usable.find(({ sender, kind }) => kind === "transactional" && /\D/.test(sender));
  const sender = (named ?? usable[0])?.sender ?? "";
  const written = {
    numbers: "",
    list_id: null,
    name: "",
    body: "",
    when: "now",
    date: tomorrow.date,
    time: "08:00",
  } as const;
  return {
    key: crypto.randomUUID(),
    replaces: null,
    group_ids: [],
    sender,
    ...written,
    missing: [],
    exclude_ids: [],
    quiet_days: "",
    conditions: [],
    every: "",
    until: "",
  };
}

/** The blast that a URL asks to start from (`copy`) or to change (`edit`), or nothing. */
export async function copied(
  { channel }: ComposeFlow,
  api: ServiceClients,
  url: URL,
): Promise<BlastDetail | undefined> {
  const edit = idIn(url, "edit");
  const id = edit ?? idIn(url, "copy");
  if (id === undefined) return undefined;
  const answer = await channel.calls(api).load({ params: { id } });
  if (answer.status !== 200) return undefined;
  // It went out or was cancelled meanwhile: its page says so.
  if (edit !== undefined && !canBeChanged(answer.body)) throw redirect(channel.sent.path(id));
  return answer.body;
}

/**
 * A blast as a draft again. A time that has passed becomes now; the footer is added anew by its sender. What changes a
 * scheduled blast, also when it is itself written again, takes its place.
 */
export function draftFrom(
  blast: BlastDetail,
  { empty, url, zone, now }: { empty: BlastDraft; url: URL; zone: string; now: Date },
): BlastDraft {
  const { groups, list_id, sender, name, body } = blast;
  const at = blast.send_at ? new Date(blast.send_at) : undefined;
  const later = at && at > now ? ({ when: "later", ...clockIn(zone, at) } as const) : {};
  const missing = readDecisions(url.searchParams.get("missing"));
  // A copy goes out once; a change, and a draft that is written again, recur as before. What was written for one time
  // of a recurring message has no time of its own: the message recurs without it.
  const again = idIn(url, "edit") === blast.id || blast.status === "draft";
  const recurring = again && blast.send_at !== null ? blast.recurring : null;
  return {
    ...empty,
    group_ids: groups.map((group) => group.id),
    list_id,
    sender,
    name,
    body: withTargets(bare(body, blast.footer), blast.links),
    ...later,
    missing,
    replaces: idIn(url, "edit") === blast.id ? blast.id : blast.status === "draft" ? blast.replaces : null,
    exclude_ids: blast.audience.exclude_ids,
    quiet_days: blast.audience.quiet_days > 0 ? String(blast.audience.quiet_days) : "",
    conditions: blast.audience.conditions,
    every: recurring?.every ?? "",
    until: recurring?.until ?? "",
    ...("more" in blast ? { more: blast.more as Record<string, string> } : {}),
    ...("files" in blast ? { files: blast.files as KeptFile[] } : {}),
  };
}

/** A text without the footer that its sender adds. */
export function bare(body: string, footer: string): string {
  const end = ` ${footer}`;
  return footer !== "" && body.endsWith(end) ? body.slice(0, -end.length) : body;
}

/** The numbers of an express blast, one a line. */
export async function loadNumbers({ channel }: ComposeFlow, api: ServiceClients, blast: number): Promise<string> {
  const numbers: string[] = [];
  let after: string | undefined;
  do {
    const query = { per_page: 500, page: after ? 2 : 1, after };
    const page = expectStatus(await channel.calls(api).messages({ params: { id: blast }, query }), 200);
    numbers.push(...page.data.map((message) => message.msisdn));
    after = page.next ?? undefined;
  } while (after && numbers.length < 8000);
  return numbers.join("\n");
}

/** What only this channel's service takes of a draft. */
export function channelFields({ more, files }: BlastDraft): { more?: Record<string, string> } {
  if (!more) return {};
  return { more: { ...more, ...(files ? { file_ids: files.map(({ id }) => id).join(",") } : {}) } };
}

/** The cost of a draft that was filled in already, so that the page comes with it. */
export async function firstPrice(
  flow: ComposeFlow,
  api: ServiceClients,
  draft: BlastDraft,
): Promise<Price | undefined> {
  const { channel, kind } = flow;
  if (!isComplete(draft, kind, channel.own)) return undefined;
  const { key, sender, name, body, group_ids, numbers, list_id, missing } = draft;
  const wanted = kind === "bulk" ? { group_ids } : list_id === null ? { numbers } : { list_id };
  const answer = await channel.calls(api).price({
    body: {
      kind,
      key,
      sender,
      name,
      body,
      ...wanted,
      missing: decisions(missing),
      ...audienceRules(draft),
      ...channelFields(draft),
    },
  });
  return answer.status === 200 ? answer.body : undefined;
}
