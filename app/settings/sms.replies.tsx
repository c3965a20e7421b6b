// /settings/sms/replies - the words to which the account answers by itself
import { useLoaderData } from "@remix-run/react";
import { MessageSquareReply, Plus } from "lucide-react";
import { maxRepliesAnHour } from "../../rules/keyword-answers";
import type { KeywordReplyRecord } from "../../services/messaging/contract.replies";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { SmsTabs } from "./sms/sms-tabs";

export const meta = titled("Keyword replies");

export const loader = page("/settings/sms/replies", async ({ api }) => ({
  replies: expectStatus(await api.messaging.keywordReplies(), 200).data,
}));

export default function KeywordReplies() {
  const { replies } = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={href("/settings/sms/replies/new")} variant="primary" icon={Plus}>
      New keyword reply
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="SMS sending"
        text={`A message that begins with one of your words is answered at once, at the price of one SMS. One number gets at most ${maxRepliesAnHour} of these answers in an hour. Opt-out words have their own answers.`}
        actions={replies.length > 0 && add}
      />
      <SmsTabs now="replies" />
      {replies.length === 0 ? (
        <section className="card">
          <EmptyState
            icon={MessageSquareReply}
            title="No keyword replies yet"
            text="Questions such as HOURS or BEI are answered automatically, in English and Swahili."
            actions={add}
          />
        </section>
      ) : (
        <ul className="grid max-w-[760px] gap-3">
          {replies.map((reply) => (
            <Reply key={reply.id} reply={reply} />
          ))}
        </ul>
      )}
    </>
  );
}

function Reply({ reply }: { reply: KeywordReplyRecord }) {
  const { id, words_en, words_sw, reply_en, reply_sw, trouble } = reply;
  const words = [...words_en, ...words_sw].join(", ");
  return (
    <li className="card grid gap-2 p-4">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 className="min-w-0 flex-1 font-semibold wrap-anywhere">{words}</h2>
        <Link className="link text-sm" to={href("/settings/sms/replies/:id", { id })}>
          Change<span className="sr-only"> {words}</span>
        </Link>
        <Link className="link text-sm" to={href("/settings/sms/replies/:id/delete", { id })}>
          Delete<span className="sr-only"> {words}</span>
        </Link>
      </div>
      {[reply_en, reply_sw].filter(Boolean).map((text) => (
        <p key={text} className="text-sm wrap-anywhere whitespace-pre-wrap text-quiet">
          {text}
        </p>
      ))}
      {trouble && (
        <p className="text-sm font-medium text-warn" role="status">
          The last answer was not sent. {trouble}
        </p>
      )}
    </li>
  );
}
