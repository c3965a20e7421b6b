import { Form } from "@remix-run/react";
import { partUnits, showPartPrice } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import type { Delivery, ReplyChannel } from "../../../services/ticketing/contract.answers";
import type { Comment, TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { Button } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Status, type StatusKind } from "../../kit/ui/status";

const states: Record<Delivery["state"], { kind: StatusKind; word: string }> = {
  queued: { kind: "info", word: "Waiting to be sent" },
  sending: { kind: "info", word: "Being sent" },
  sent: { kind: "good", word: "Sent" },
  delivered: { kind: "good", word: "Delivered" },
  failed: { kind: "bad", word: "Not delivered" },
  unknown: { kind: "warn", word: "Not confirmed" },
};

function destination({ channel, to, cc }: Pick<Delivery, "channel" | "to" | "cc">): string {
  if (channel === "chat") return "Chat";
  if (channel === "sms") return `SMS to ${showPhone(to)}`;
  return `Email to ${to}${cc.length > 0 ? `, copy to ${cc.join(", ")}` : ""}`;
}

/** How a public comment goes to the customer, what became of it, and another try where it did not arrive. */
export function DeliveryLine({ comment, ticket }: { comment: Comment; ticket: TicketDetail }) {
  const { delivery } = comment;
  if (!delivery) return null;
  const { kind, word } = states[delivery.state];
  const again = delivery.state === "failed" || delivery.state === "unknown";
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
      <span className="wrap-anywhere">{destination(delivery)}</span>
      <Status kind={kind}>{word}</Status>
      {delivery.reason && <span className="wrap-anywhere">{delivery.reason}</span>}
      {again && (
        <Form
          method="post"
          action={href("/ticketing/show/:index/comments", { index: ticket.id })}
          encType="multipart/form-data"
        >
          <input type="hidden" name="resend" value={comment.id} />
          <Button>
            Send again<span className="sr-only">: the comment of {comment.author}</span>
          </Button>
        </Form>
      )}
    </div>
  );
}

/** Whose words a mail from another address are. */
export function SenderLine({ comment, ticket }: { comment: Comment; ticket: TicketDetail }) {
  if (!comment.sender) return null;
  const onCopy = ticket.cc.includes(comment.sender);
  return (
    <span className={`text-sm wrap-anywhere ${onCopy ? "text-quiet" : "text-warn"}`}>
      {onCopy ? `${comment.sender}, on copy` : `From ${comment.sender}, who is not the customer and not on copy`}
    </span>
  );
}

const smsChannel = 5;

/** The channel that is chosen at first: an SMS costs money, so only where the ticket came by SMS. */
function firstChannel(ticket: TicketDetail, channels: readonly ReplyChannel[]): string {
  const open = channels.filter(({ why }) => why === "");
  return open.find(({ channel }) => channel !== "sms" || ticket.channel_id === smsChannel)?.channel ?? "none";
}

const onlyMail = (channels: readonly ReplyChannel[]) => channels.length === 1 && channels[0]?.channel === "email";

/** What "public" means on this ticket. */
export function publicWords({ cc }: TicketDetail, channels: readonly ReplyChannel[]): string {
  const [first] = channels;
  if (!first) return "Public: the customer has no address, so it only shows here";
  if (!onlyMail(channels)) return "Public: goes to the customer the way you choose";
  const copies = cc.length > 0 ? ` and ${cc.length} on copy` : "";
  return `Public: goes to ${first.to}${copies} by email`;
}

const channelWords = (cc: readonly string[]): Record<ReplyChannel["channel"], (to: string) => string> => ({
  email: (to) => `Email to ${to}${cc.length > 0 ? ` and ${cc.length} on copy` : ""}`,
  sms: (to) => `SMS to ${showPhone(to)}, charged to your account`,
  chat: () => "The chat conversation",
});

/** The price before anything is written, and all there is of it without script. */
function priceHelp(price: ReplyChannel["part_price"]): string | undefined {
  if (price === null) return undefined;
  return `${showPartPrice(partUnits(price))} per part: 160 plain characters, or 70 with others; longer texts take more parts.`;
}

type ReplyByProps = {
  ticket: TicketDetail;
  channels: readonly ReplyChannel[];
  chosen: string | undefined;
  errors: readonly string[];
};

/** By which channel a public comment goes, where there is more than email. */
export function ReplyBy({ ticket, channels, chosen, errors }: ReplyByProps) {
  if (channels.length === 0 || (onlyMail(channels) && errors.length === 0)) return null;
  const first = chosen || firstChannel(ticket, channels);
  const words = channelWords(ticket.cc);
  return (
    <CheckboxGroup
      id="reply-by"
      legend="Reply by"
      help="Internal comments stay here, whatever is chosen."
      errors={errors}
    >
      {channels.map(({ channel, to, why, part_price }) => (
        <Checkbox
          key={channel}
          type="radio"
          name="reply_by"
          value={channel}
          label={words[channel](to)}
          help={why || priceHelp(part_price)}
          disabled={why !== ""}
          defaultChecked={channel === first}
        />
      ))}
      <Checkbox
        type="radio"
        name="reply_by"
        value="none"
        label="Nothing is sent: it only shows here"
        defaultChecked={first === "none"}
      />
    </CheckboxGroup>
  );
}
