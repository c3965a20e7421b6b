import { Form, useLocation } from "@remix-run/react";
import { Lock, Paperclip } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { ReplyChannel } from "../../../services/ticketing/contract.answers";
import type { Comment, TicketDetail, TicketFile } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { fileSize } from "../../kit/file-upload";
import { pagerLinks, type Rows } from "../../kit/list";
import { fieldErrors, keepTyped, type RefusedPost, typedValue } from "../../kit/refused-post";
import { useSubmitInTurn } from "../../kit/submit-in-turn";
import { useHeld } from "../../kit/typed";
import { Badge } from "../../kit/ui/badge";
import { Button } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { TextArea } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { Pager } from "../../kit/ui/pager";
import { DeliveryLine, publicWords, ReplyBy, SenderLine } from "./delivery";
import { countedChannel, SmsCount, type TypedComment, writtenIn } from "./sms-count";
import type { TicketDraft } from "./ticket.server";

type CommentsProps = {
  ticket: TicketDetail;
  comments: Rows<Comment>;
  draft: TicketDraft;
  channels: readonly ReplyChannel[];
  zone: string;
  /** What a comment was refused with. */
  last?: RefusedPost | undefined;
};

/** What was said, newest first, and the answer to it. */
export function CommentsPanel({ ticket, comments, draft, channels, zone, last }: CommentsProps) {
  const { search } = useLocation();
  return (
    <section className="card" aria-label="Comments">
      <div className="card-head">
        <h2>Comments</h2>
        <p className="ml-auto text-sm text-quiet">newest first</p>
      </div>
      <CommentForm ticket={ticket} draft={draft} channels={channels} last={last} />
      {comments.data.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-quiet">No one has written anything yet.</p>
      ) : (
        <ol className="divide-y divide-line border-t border-line">
          {comments.data.map((comment) => (
            <li key={comment.id} className={comment.kind === "internal" ? "bg-warn-soft" : undefined}>
              <Said comment={comment} ticket={ticket} zone={zone} />
            </li>
          ))}
        </ol>
      )}
      {comments.last_page > 1 && (
        <Pager page={comments.current_page} pages={comments.last_page} {...pagerLinks(comments, search)} />
      )}
    </section>
  );
}

const whose: Record<Comment["author_kind"], string> = {
  staff: "",
  customer: "Customer",
  automation: "Automation",
  system: "",
};

function Said({ comment, ticket, zone }: { comment: Comment; ticket: TicketDetail; zone: string }) {
  return (
    <article className="px-4 py-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-semibold">{comment.author}</b>
        {whose[comment.author_kind] && !comment.sender && <Badge>{whose[comment.author_kind]}</Badge>}
        <SenderLine comment={comment} ticket={ticket} />
        <span className="text-sm text-quiet">
          <DateTime at={comment.at} zone={zone} />
        </span>
        {comment.kind === "internal" && (
          <span className="inline-flex items-center gap-1 text-sm text-warn">
            <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
            Internal
          </span>
        )}
        {comment.origin_id !== ticket.id && <span className="text-sm text-quiet">from #{comment.origin_id}</span>}
      </header>
      <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{comment.body}</p>
      <FileLinks files={comment.files} />
      <DeliveryLine comment={comment} ticket={ticket} />
    </article>
  );
}

export function FileLinks({ files }: { files: readonly TicketFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.id}>
          <a className="btn" href={file.url} rel="noreferrer" target="_blank">
            <Paperclip size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="max-w-60 truncate">{file.name}</span>
            <span className="num font-normal text-quiet">{fileSize(file.bytes)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

type CommentFormProps = Pick<CommentsProps, "ticket" | "draft" | "channels" | "last">;

/** What a comment is before anything is typed. */
const nothing = { body: "", kind: "public", author_kind: "", reply_by: "" };

function CommentForm({ ticket, draft, channels, last }: CommentFormProps) {
  const typed = keepTyped(last, nothing);
  const errors = fieldErrors(last);
  const action = href("/ticketing/show/:index/comments", { index: ticket.id });
  const { working, onSubmit } = useSubmitInTurn(action);
  const scripted = useHydrated();
  const [uploading, setUploading] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  // Anew when a comment was taken, but not under the hands of whoever writes while a colleague's comes in.
  const written = useHeld(ticket.comments, ref);
  const seen = useHeld(draft, ref);
  const [reply, setReply] = useState<TypedComment>();
  const read = () => ref.current && setReply(writtenIn(ref.current));
  // What was typed before the script came, and the empty form after a comment was taken.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form is the reason to read it
  useEffect(() => void read(), [written]);
  const sms = countedChannel(channels, reply);
  if (ticket.deleted_at) return null;
  return (
    <Form
      key={written}
      ref={ref}
      data-keeps
      data-reply
      onChange={read}
      onSubmit={onSubmit}
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate={scripted}
      className="grid gap-3 p-4"
    >
      <input type="hidden" name="key" value={seen.key} />
      <input type="hidden" name="version" value={seen.version} />
      <input type="hidden" name="newest_comment" value={seen.newest ?? ""} />
      <div>
        <TextArea
          id="comment"
          name="body"
          label="Write a comment"
          rows={3}
          required
          maxLength={20_000}
          defaultValue={typed.body}
          errors={errors.body ?? []}
          aria-describedby={sms && "comment-count"}
        />
        {sms && reply && <SmsCount id="comment-count" channel={sms} body={reply.body} />}
      </div>
      <CheckboxGroup id="comment-kind" legend="Who reads it" inline>
        <Checkbox
          type="radio"
          name="kind"
          value="public"
          label={publicWords(ticket, channels)}
          defaultChecked={typed.kind !== "internal"}
        />
        <Checkbox
          type="radio"
          name="kind"
          value="internal"
          label="Internal: only colleagues"
          defaultChecked={typed.kind === "internal"}
        />
      </CheckboxGroup>
      <ReplyBy
        ticket={ticket}
        channels={channels}
        chosen={typedValue(last, "reply_by")}
        errors={errors.reply_by ?? []}
      />
      <Checkbox
        name="author_kind"
        value="customer"
        label="Add on behalf of the customer"
        defaultChecked={typed.author_kind === "customer"}
      />
      <FileField
        id="comment-files"
        label="Files"
        purpose="ticket"
        optional
        files={last?.files ?? []}
        errors={errors.files ?? []}
        onUploading={setUploading}
      />
      <div>
        <Button working={working} {...(uploading > 0 ? { disabledReason: "Waiting for the files." } : {})}>
          Add the comment
        </Button>
      </div>
    </Form>
  );
}
