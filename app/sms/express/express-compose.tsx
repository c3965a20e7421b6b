import { useActionData } from "@remix-run/react";
import { useState } from "react";
import { commas } from "../../../rules/format";
import type { ExpressList } from "../../../services/messaging/contract.express";
import type { Price } from "../../../services/messaging/contract.price";
import { href } from "../../href";
import type { SenderChoice } from "../../kit/compose/channel";
import type { BlastDraft } from "../../kit/compose/compose";
import { beginning, ComposePage } from "../../kit/compose/compose-page";
import type { TemplateChoice } from "../../kit/compose/template.server";
import { type PriceAnswer, useCompose } from "../../kit/compose/use-compose";
import { FieldNotes } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { expressSms } from "../compose/channel";

type ExpressComposeProps = {
  list: ExpressList;
  senders: readonly SenderChoice[];
  draft: BlastDraft;
  price: Price | undefined;
  zone: string;
  offer: { templates: readonly TemplateChoice[]; asked?: number };
};

/** The message to the rows of a list. */
export function ExpressCompose({ list, senders, draft, price: ready, zone, offer }: ExpressComposeProps) {
  const last = useActionData<PriceAnswer | undefined>();
  const [{ start, price, sample }] = useState(() => beginning(last, { draft, price: ready }));
  const composing = useCompose({ start, price, flow: expressSms });
  const named = list.columns.some(({ guess }) => /^(name|first_name|last_name)$/.test(guess));
  const fields = [...new Set([...(named ? ["first_name", "name"] : []), ...list.fields, "phone"])];
  return (
    <ComposePage id="express" flow={expressSms} {...{ start, composing, last, sample, senders, zone, offer, fields }}>
      {(errors) => (
        <div id="list_id">
          <input type="hidden" name="list_id" value={list.id} />
          <p className="label">To</p>
          <p>
            <b className="num font-medium">{commas(list.added)}</b> {list.added === 1 ? "number" : "numbers"} of{" "}
            {list.file_name}.{" "}
            <Link className="link" to={href("/sms/express")}>
              Use other numbers
            </Link>
          </p>
          <LeftOut list={list} />
          <FieldNotes id="list_id" help={undefined} {...(errors.list_id ? { errors: errors.list_id } : {})} />
        </div>
      )}
    </ComposePage>
  );
}

function LeftOut({ list: { id, refused, repeated } }: { list: ExpressList }) {
  const out = refused + repeated;
  if (out === 0) return null;
  return (
    <p className="num text-sm text-warn">
      {commas(out)} {out === 1 ? "row is" : "rows are"} left out.{" "}
      <Link className="link" to={href("/sms/express/:id/refused", { id })}>
        See which and why
      </Link>
    </p>
  );
}
