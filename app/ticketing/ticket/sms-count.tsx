import { costCents, partUnits, showKes } from "../../../rules/money";
import type { ReplyChannel } from "../../../services/ticketing/contract.answers";
import { sayCounted, smsCount } from "../../kit/sms-count";

/** A comment as it is being written, and the way it would go to the customer; none when it stays here. */
export type TypedComment = { body: string; channel: string | undefined };

export function writtenIn(form: HTMLFormElement): TypedComment {
  const said = new FormData(form);
  const text = (name: string) => {
    const value = said.get(name);
    return typeof value === "string" ? value : "";
  };
  const stays = text("kind") === "internal" || text("author_kind") === "customer";
  return { body: text("body"), channel: stays ? undefined : text("reply_by") };
}

/** The SMS channel where it is the one that is chosen. */
export function countedChannel(
  channels: readonly ReplyChannel[],
  written: TypedComment | undefined,
): ReplyChannel | undefined {
  return written?.channel === "sms" ? channels.find(({ channel }) => channel === "sms") : undefined;
}

/** "152 of 160, 1 part, GSM-7, KES 0.80", as under a message of the SMS pages. */
export function SmsCount({
  id,
  channel,
  body,
}: {
  id: string;
  channel: Pick<ReplyChannel, "part_price">;
  body: string;
}) {
  const counted = smsCount(body);
  const { part_price } = channel;
  return (
    <output id={id} htmlFor="comment" className="mt-1 block text-right text-sm text-quiet">
      <b className="num font-medium text-ink">
        {counted.used} of {counted.room}
      </b>
      , {sayCounted(counted)}
      {part_price !== null && counted.parts > 0 && (
        <>
          , <b className="num font-medium text-ink">{showKes(costCents(counted.parts, partUnits(part_price)))}</b>
        </>
      )}
    </output>
  );
}
