// /chat/reports/transcript/:id - one conversation's whole text, to read and to print
import { useLoaderData } from "@remix-run/react";
import { Download, FileText, Printer } from "lucide-react";
import type { ReactNode } from "react";
import { missingAccess } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { useWithScript } from "../kit/ui/without-script";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { ChatText } from "./conversation/chat-text";
import { factLines } from "./conversation/message-facts";
import { channelNames, customerName } from "./inbox/labels";
import { stateWords, took } from "./reports/report-labels";
import { notesIn, readAll, whoSays } from "./reports/transcript.server";

export const meta = titledBy<typeof loader>(({ params }) => `Transcript of chat #${params.id}`);

export const loader = page("/chat/reports/transcript/:id", async ({ api, params, url, viewer }) => {
  const notes = notesIn(url);
  const id = Number(params.id) || 0;
  const transcript = expectStatus(await api.chat.transcript({ params: { id } }), 200);
  const { messages, more } = await readAll(api, id, notes);
  const inbox = missingAccess(viewer, routeFor("/chat/inbox")) === undefined;
  return { ...transcript, notes, more, inbox, lines: messages.map((one) => ({ ...one, who: whoSays(one) })) };
});

type Transcript = ReturnType<typeof useLoaderData<typeof loader>>;
type At = (seconds: number) => ReactNode;

export default function OneTranscript() {
  const transcript = useLoaderData<typeof loader>();
  const { chat, time_zone: zone } = transcript;
  const at: At = (seconds) => <DateTime at={new Date(seconds * 1000).toISOString()} zone={zone} />;
  return (
    <>
      <PageHeader
        title={`Chat #${chat.contact_id} with ${customerName(chat)}`}
        text={`Times are those of ${zone}.`}
        back={{ label: "Transcripts", to: href("/chat/reports/transcript") }}
        actions={<Actions id={chat.contact_id} notes={transcript.notes} inbox={transcript.inbox} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
        <Messages {...transcript} id={chat.contact_id} at={at} />
        <About transcript={transcript} at={at} />
      </div>
    </>
  );
}

/** What can be done with the whole text. */
function Actions({ id, notes, inbox }: Pick<Transcript, "notes" | "inbox"> & { id: number }) {
  const withScript = useWithScript();
  const query = { notes: notes === "yes" ? "yes" : undefined };
  return (
    <span className="contents print:hidden">
      {inbox && <LinkButton to={href("/chat/inbox", undefined, { chat: id })}>Open in the inbox</LinkButton>}
      <Button type="button" icon={Printer} className={withScript} onClick={() => window.print()}>
        Print
      </Button>
      <LinkButton icon={FileText} to={href("/chat/reports/transcript/:id/text", { id }, query)} reloadDocument>
        Text
      </LinkButton>
      <LinkButton icon={Download} to={href("/chat/reports/transcript/:id.csv", { id }, query)} reloadDocument>
        Export CSV
      </LinkButton>
    </span>
  );
}

function Messages({
  id,
  lines,
  notes,
  more,
  at,
}: Pick<Transcript, "lines" | "notes" | "more"> & { id: number; at: At }) {
  return (
    <Card label="Messages" className="min-w-0">
      <div className="card-head print:hidden">
        <p className="text-sm">
          <b className="num font-semibold">{lines.length.toLocaleString("en-KE")}</b>{" "}
          {lines.length === 1 ? "message" : "messages"}
        </p>
        <Link
          className="link ml-auto text-sm"
          to={href("/chat/reports/transcript/:id", { id }, { notes: notes === "yes" ? undefined : "yes" })}
        >
          {notes === "no" ? "Show private notes" : "Hide private notes"}
        </Link>
      </div>
      {lines.length === 0 && <p className="p-4 text-quiet">No messages.</p>}
      <ol className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.id} className={`break-inside-avoid px-4 py-2 ${line.type === "note" ? "bg-warn-soft" : ""}`}>
            <p className="flex flex-wrap gap-x-2 text-sm">
              <b className="font-medium">{line.who}</b>
              <span className="num text-quiet">{at(line.date)}</span>
              {line.status === "failed" && <span className="text-bad">Not sent: {line.reason || "failed"}</span>}
            </p>
            <div className="whitespace-pre-wrap wrap-anywhere">
              <Facts lines={factLines(line).above} />
              {line.deleted ? <span className="text-quiet">Deleted</span> : <ChatText text={line.message} />}
              {line.file_name !== "" && !line.deleted && (
                <p>
                  {line.url === "" ? (
                    <span className="text-quiet">{line.file_name}</span>
                  ) : (
                    <Link className="link" to={line.url} reloadDocument>
                      {line.file_name}
                    </Link>
                  )}
                </p>
              )}
              <Facts lines={factLines(line).below} />
            </div>
          </li>
        ))}
      </ol>
      {more && (
        <p className="border-t border-line p-4 text-quiet">
          These are the first {lines.length.toLocaleString("en-KE")} messages. The text and the CSV have all of them.
        </p>
      )}
    </Card>
  );
}

/** Whose conversation it was, what was noted of it, and what happened to it. */
function About({ transcript, at }: { transcript: Transcript; at: At }) {
  const { chat, form, activities, ...rest } = transcript;
  const ended = chat.ended_at === null ? stateWords[chat.state].word : at(chat.ended_at);
  const facts = [
    { label: "Customer", value: customerName(chat) },
    ...(chat.msisdn ? [{ label: "Number", value: chat.msisdn }] : []),
    ...(chat.email ? [{ label: "Email", value: chat.email }] : []),
    { label: "Channel", value: channelNames[chat.channel] },
    { label: "Channel account", value: chat.inbox || "–" },
    { label: "Agent", value: chat.agent || "Unassigned" },
    { label: "Began", value: at(chat.created_at) },
    { label: chat.ended_at === null ? "State" : "Ended", value: ended },
    ...(rest.ended_by ? [{ label: "Ended by", value: rest.ended_by }] : []),
    { label: "First response", value: chat.first_response_seconds === null ? "–" : took(chat.first_response_seconds) },
    { label: "Handle time", value: chat.handle_seconds === null ? "–" : took(chat.handle_seconds) },
    { label: "Disposition", value: chat.disposition || "–" },
    { label: "Rating", value: chat.rating === null ? "–" : `${chat.rating} of 5` },
  ];
  const notesBelow = [
    { label: "Note of the disposition", value: rest.disposition_note },
    { label: "Comment of the customer", value: chat.comment },
    ...form,
  ].filter(({ value }) => value !== "");
  return (
    <div className="grid gap-4">
      <section className="card" aria-label="About this chat">
        <div className="p-4">
          <KeyValues rows={facts} />
        </div>
      </section>
      {notesBelow.length > 0 && (
        <section className="card grid gap-3 p-4" aria-label="Notes and comments">
          {notesBelow.map(({ label, value }) => (
            <div key={label}>
              <h2 className="text-sm text-quiet">{label}</h2>
              <p className="whitespace-pre-wrap wrap-anywhere">{value}</p>
            </div>
          ))}
        </section>
      )}
      {activities.length > 0 && (
        <section className="card" aria-label="Activity">
          <div className="card-head">
            <h2>Activity</h2>
          </div>
          <ol className="grid gap-2 p-4 text-sm">
            {activities.map(({ date, description }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
              <li key={`${date} ${n}`}>
                {description} <span className="num block text-quiet">{at(date)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** What the network tells of a message beside its words. */
function Facts({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <p key={line} className="text-sm text-quiet">
      {line}
    </p>
  ));
}
