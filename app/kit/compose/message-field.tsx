import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { commas } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { LongText } from "../draft";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { useWithoutScript, useWithScript } from "../ui/without-script";
import type { CheaperText, ComposeChannel, SenderChoice } from "./channel";
import { some } from "./cost-labels";
import type { ComposeState } from "./use-compose";

/** As many merge fields as fit on a line; the others stand behind "more". */
const shown = 4;

type MessageFieldProps = Pick<ComposeState, "draft" | "price" | "read"> & {
  channel: ComposeChannel;
  body: string;
  sender: SenderChoice | undefined;
  /** What the message may say of each recipient. */
  fields: readonly string[];
  /** Fields of the text that nobody has. */
  unknown: readonly string[];
  errors?: readonly string[] | undefined;
};

/** The message with its counter, its merge fields, and the offer to make it cheaper. */
export function MessageField({
  channel,
  draft,
  price,
  read,
  body,
  sender,
  fields,
  unknown,
  errors,
}: MessageFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const counted = channel.count(draft.body, sender);
  const write = (change: (area: HTMLTextAreaElement) => void) => {
    if (!area.current) return;
    change(area.current);
    area.current.focus();
    read();
  };
  const insert = (field: string) =>
    write((at) => at.setRangeText(`{{${field}}}`, at.selectionStart, at.selectionEnd, "end"));
  return (
    <div>
      <Field id="body" label="Message" errors={errors ?? []} given={{ "aria-describedby": "body-count" }}>
        {(aria) => (
          <LongText
            {...aria}
            ref={area}
            name="body"
            className="input min-h-24 [field-sizing:content]"
            rows={4}
            spellCheck
            defaultValue={body}
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <MergeFields fields={fields} insert={insert} />
        <output
          id="body-count"
          htmlFor="body"
          className={`ml-auto text-sm text-quiet ${body === "" ? "[@media(scripting:none)]:hidden" : ""}`}
        >
          <b className="num font-medium text-ink">
            {commas(counted.used)} of {commas(counted.room)}
          </b>
          , {counted.words}
        </output>
      </div>
      {unknown.length > 0 && (
        <p className="mt-2 text-sm font-medium text-warn" role="status">
          No contact here has a value for {unknown.map((field) => `{{${field}}}`).join(", ")}. Check the spelling.
        </p>
      )}
      <Offer
        unit={channel.unit}
        offer={channel.cheaper(draft.body, sender)}
        saved={price?.smart_saving_cents ?? 0}
        apply={() => write((at) => (at.value = channel.makeCheaper(at.value)))}
      />
    </div>
  );
}

function MergeFields({ fields, insert }: { fields: readonly string[]; insert(field: string): void }) {
  const withScript = useWithScript();
  const unscripted = useWithoutScript();
  if (fields.length === 0) return null;
  const look =
    "inline-flex h-6 max-w-full items-center rounded-md border border-line px-2 text-xs font-medium max-md:h-9";
  const one = (field: string) => (
    <li key={field} className="flex max-w-full">
      <button
        type="button"
        className={`${look} cursor-pointer hover:bg-raised ${withScript}`}
        onClick={() => insert(field)}
      >
        <span className="sr-only">Insert </span>
        {field}
      </button>
      <span className={`${look} ${unscripted}`}>{`{{${field}}}`}</span>
    </li>
  );
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1.5">
      <span id="merge-fields" className="mr-1 text-sm text-quiet">
        Merge fields
      </span>
      <ul className="contents" aria-labelledby="merge-fields">
        {fields.slice(0, shown).map(one)}
      </ul>
      {fields.length > shown && (
        <details className="min-w-0 open:basis-full">
          <summary className="link inline-block min-h-6 px-1 text-sm">{fields.length - shown} more</summary>
          <ul className="mt-1 flex flex-wrap gap-1.5">{fields.slice(shown).map(one)}</ul>
        </details>
      )}
    </div>
  );
}

type OfferProps = { unit: string; offer: CheaperText | undefined; saved: number; apply(): void };

/** Curly quotes and long dashes may double the price; the author decides. */
function Offer({ unit, offer, saved, apply }: OfferProps) {
  const scripted = useHydrated();
  if (!offer) return null;
  const signs = offer.replaced.reduce((sum, { times }) => sum + times, 0);
  if (signs === 0 || (offer.before <= offer.after && saved <= 0)) return null;
  const gains = [
    offer.before > offer.after && `make ${some(offer.before, unit)} into ${offer.after}`,
    saved > 0 && `save up to ${showKes(saved)}`,
  ].filter(Boolean);
  return (
    <div
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded bg-warn-soft px-3 py-2 text-sm"
      role="status"
    >
      <p className="num min-w-0 flex-1 basis-60">
        {some(signs, "sign")} that phones send as Unicode:{" "}
        <b className="font-medium">{offer.replaced.map(({ from }) => from).join(" ")}</b>. Plain ones{" "}
        {gains.join(" and ")}.
      </p>
      <Button name="intent" value="plain" {...(scripted ? { type: "button" as const, onClick: apply } : {})}>
        Use plain quotes
      </Button>
    </div>
  );
}
