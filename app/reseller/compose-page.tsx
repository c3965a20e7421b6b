import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Price } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { Button } from "../kit/ui/button";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { type ChildBlastDraft, draftOf, type Kind } from "./compose";
import { type ComposeState, CostCard, Groups, Message } from "./compose-parts";

export type Last =
  | { given: ChildBlastDraft; price: Price }
  | { reply: { initialValue?: unknown; error?: Record<string, string[] | null> | null }; notice?: { message: string } }
  | undefined;

type ComposePageProps = { kind: Kind; sending: ComposeState; draft: ChildBlastDraft; last: Last };

/** The message for a child, with its exact cost beside it once it was asked for. */
export function ComposePage({ kind, sending, draft, last }: ComposePageProps) {
  const form = useRef<HTMLFormElement>(null);
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const priced = last && "price" in last ? last : undefined;
  const refused = last && "reply" in last ? last : undefined;
  const start =
    priced?.given ?? (refused ? draftOf((refused.reply.initialValue ?? {}) as Record<string, unknown>, draft) : draft);
  const said = Object.entries(refused?.reply.error ?? {});
  const errors = Object.fromEntries(said.map(([name, words]) => [name.replace(/\[.*/, ""), words ?? []]));
  const wrong = Object.entries(errors).flatMap(([field, words]) => words.map((text) => ({ text, field })));
  // A price belongs to the form it was worked out for: what is typed after that answer makes it an old one.
  const [typedAfter, setTypedAfter] = useState<Last>();
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  const why = sending.stopped ?? undefined;
  return (
    <div className="grid max-w-[1152px] items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_320px]">
      <Form
        method="post"
        ref={form}
        noValidate={scripted}
        onInput={() => setTypedAfter(last)}
        className="card grid min-w-0 gap-5 p-5 max-md:p-4"
        preventScrollReset
      >
        <FormErrors
          errors={wrong.length > 0 ? wrong : refused?.notice ? [{ text: refused.notice.message }] : []}
          {...(wrong.length === 0 && refused?.notice ? { title: "The message was not accepted" } : {})}
        />
        {why && (
          <p className="rounded bg-warn-soft px-3 py-2 text-sm" role="status">
            {why}
          </p>
        )}
        <input type="hidden" name="child" value={sending.number} />
        <input type="hidden" name="key" value={start.key} />
        {kind === "bulk" ? (
          <Groups
            groups={sending.groups}
            chosen={start.group_ids}
            errors={errors.group_ids ?? []}
            name={sending.name}
          />
        ) : (
          <TextArea
            id="numbers"
            name="numbers"
            label="Phone numbers"
            rows={3}
            defaultValue={start.numbers}
            errors={errors.numbers ?? []}
            help="One on each line, or separated by commas, such as 0722 000 001."
          />
        )}
        <div className="grid gap-5 md:grid-cols-2">
          <Select
            id="sender"
            name="sender"
            label="Sender name"
            choices={sending.senders.map(({ sender }) => ({ value: sender, label: sender }))}
            {...(sending.senders.length === 0 ? { empty: "No sender names available" } : {})}
            defaultValue={start.sender}
            errors={errors.sender ?? []}
            help={
              <>
                Those that {sending.name} may use.{" "}
                <a className="link" href={href("/reseller/configure-sender", undefined, { child: sending.number })}>
                  Sender names
                </a>
              </>
            }
          />
          <TextInput
            id="name"
            name="name"
            label="Name"
            optional
            help="Not sent to anyone."
            defaultValue={start.name}
            errors={errors.name ?? []}
            autoComplete="off"
          />
        </div>
        <Message body={start.body} errors={errors.body ?? []} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            name="intent"
            value="review"
            working={working}
            {...(why ? { disabledReason: why } : {})}
          >
            Review and send
          </Button>
          <Button size="lg" name="intent" value="price" working={working}>
            Work out the cost
          </Button>
        </div>
      </Form>
      <CostCard price={priced?.price} sending={sending} stale={typedAfter === last} />
    </div>
  );
}
