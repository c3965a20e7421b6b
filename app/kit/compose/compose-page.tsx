import { Form } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { parseInstant } from "../../../rules/local-time";
import { mergeFields } from "../../../rules/merge";
import type { Price } from "../../../services/messaging/contract.price";
import { TextInput } from "../ui/field";
import { FileField } from "../ui/file-field";
import { FormErrors } from "../ui/form-errors";
import type { ComposeFlow, OwnChoices, SenderChoice } from "./channel";
import { type BlastDraft, parseDraft, toDecide } from "./compose";
import { ComposeFoot } from "./compose-foot";
import { CostPanel } from "./cost-panel";
import { MessageField } from "./message-field";
import { MissingValues } from "./missing-values";
import { PhonePreview } from "./phone-preview";
import { sayWhen } from "./send-time";
import { TemplateField, type TemplateFieldProps } from "./template-field";
import type { ComposeState, PriceAnswer } from "./use-compose";
import { BlastWhenField } from "./when-field";

type Errors = Record<string, readonly string[]>;
type Last = PriceAnswer | undefined;

/** What the form begins with: as it was posted, or as the loader made it. */
export function beginning(last: Last, made: { draft: BlastDraft; price: Price | undefined }) {
  if (!last) return { start: made.draft, price: made.price, sample: 0 };
  if ("price" in last) return { start: last.given, price: last.price ?? undefined, sample: last.sample };
  const posted = (last.reply as { initialValue?: Record<string, unknown> }).initialValue ?? {};
  return { start: parseDraft(posted, made.draft), price: undefined, sample: 0 };
}

/** The words of a refusal by the name of the field, and its sentence where it has one. */
export function refusal(last: Last): { errors: Errors; title: string | undefined } {
  if (!last || "price" in last) return { errors: {}, title: undefined };
  const said = Object.entries(last.reply.error ?? {});
  const errors = Object.fromEntries(said.map(([name, words]) => [name, words ?? []]));
  return { errors, title: last.notice?.message };
}

type ComposePageProps = {
  id: string;
  flow: ComposeFlow;
  start: BlastDraft;
  composing: ComposeState;
  last: Last;
  sample: number;
  senders: readonly SenderChoice[];
  zone: string;
  /** Merge fields on offer. */
  fields: readonly string[];
  /** What it may begin with, and the one that the URL asked for. */
  offer: { templates: TemplateFieldProps["templates"]; asked?: number };
  /** What the channel's own fields are chosen from. */
  choices?: OwnChoices;
  /** Whom it goes to. */
  children(errors: Errors): ReactNode;
};

/** The message being written, with its cost and its preview beside it. */
/** After a refusal the first field that is wrong has the focus. */
function useFirstErrorFocus(last: ComposePageProps["last"], form: ComposePageProps["composing"]["form"]): void {
  useEffect(() => {
    if (last && "reply" in last) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [last, form]);
}

export function ComposePage({
  id,
  flow,
  start,
  composing,
  last,
  sample,
  senders,
  zone,
  fields,
  offer,
  choices = [],
  children,
}: ComposePageProps) {
  const { form, draft, price, read } = composing;
  const noValidate = useHydrated();
  const { errors, title } = refusal(last);
  const sender = senders.find((one) => one.sender === draft.sender);
  const { kind, channel } = flow;
  const known = new Set([...fields, ...(price ? [] : mergeFields(draft.body))]);
  const unknown = mergeFields(draft.body).filter((field) => !known.has(field) || price?.unknown_fields.includes(field));
  const at = draft.when === "later" ? parseInstant(zone, draft) : undefined;
  const wrong = Object.entries(errors).flatMap(([field, words]) =>
    words.map((text) => ({ text, ...controlOf(field, draft) })),
  );

  useFirstErrorFocus(last, form);

  return (
    <div className="grid max-w-[1152px] items-start gap-x-6 gap-y-4 max-md:pb-28 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid min-w-0 gap-4">
        {start.replaces !== null && (
          <p className="card px-4 py-3" role="status">
            You are changing a scheduled message. It stays as it is until you confirm the change.
          </p>
        )}
        <FormErrors errors={wrong.length > 0 ? wrong : title ? [{ text: title }] : []} {...(title ? { title } : {})} />
        <Form
          method="post"
          id={id}
          ref={form}
          {...{ noValidate }}
          className="card"
          onInput={read}
          preventScrollReset
          {...uploadOf(channel)}
        >
          {/* The first button is what Enter presses. */}
          <button type="submit" name="intent" value="review" className="sr-only" tabIndex={-1} aria-hidden="true" />
          <input type="hidden" name="key" value={start.key} />
          <input type="hidden" name="replaces" value={start.replaces ?? ""} />
          <div className="grid gap-4 p-5 max-md:p-4">
            {children(errors)}
            <div className="grid gap-4 md:grid-cols-2">
              <channel.SenderField senders={senders} start={start.sender} chosen={sender} errors={errors.sender} />
              <TextInput
                id="name"
                name="name"
                label="Name"
                optional
                help="Only your team sees it."
                defaultValue={start.name}
                maxLength={100}
                errors={errors.name ?? []}
                autoComplete="off"
              />
            </div>
            {!channel.own && (
              <TemplateField
                {...{ form, read }}
                templates={offer.templates}
                start={last && "price" in last ? last.template : offer.asked}
                errors={errors.template}
              />
            )}
            {channel.own && <channel.own.Fields {...{ start, errors, choices }} />}
            <MessageField
              {...{ channel, draft, price, read, sender, fields, unknown }}
              body={start.body}
              errors={errors.body}
            />
            <MissingValues rows={toDecide(draft, price)} errors={errors} />
            {channel.files && (
              <FileField
                label="Attachments"
                purpose={channel.files}
                optional
                files={start.files ?? []}
                errors={errors.files ?? []}
              />
            )}
          </div>
          <BlastWhenField start={start} recurs={kind === "bulk" && !channel.once} errors={errors} />
        </Form>
      </div>
      <aside className="grid min-w-0 gap-4 lg:row-span-2" aria-label="Cost and preview">
        <CostPanel
          {...{ kind, channel }}
          sender={draft.sender}
          price={price}
          counting={composing.counting}
          trouble={composing.trouble}
          zone={zone}
        />
        {price && (
          <PhonePreview
            form={id}
            samples={price.samples}
            first={sample}
            channel={channel}
            sender={draft.sender}
            when={at ? sayWhen(zone, at) : "Now"}
          />
        )}
      </aside>
      <ComposeFoot form={id} channel={channel} price={price} />
    </div>
  );
}

/** Files travel in a form of parts. */
function uploadOf({ files }: ComposeFlow["channel"]) {
  return files ? { encType: "multipart/form-data" as const } : {};
}

/** The control behind a field's name; what has none is only said. */
function controlOf(field: string, { more = {} }: BlastDraft): { field?: string } {
  if (field in more || field === "files") return { field };
  const controls = [
    "group_ids",
    "numbers",
    "list_id",
    "sender",
    "name",
    "template",
    "body",
    "date",
    "exclude_ids",
    "quiet_days",
    "every",
    "until",
  ];
  if (field.startsWith("missing")) return { field: "missing" };
  if (field.startsWith("conditions")) return { field: "conditions" };
  if (field === "send_at") return { field: "date" };
  return controls.includes(field) ? { field } : {};
}
