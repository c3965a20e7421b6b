// /email/single - an email to one or a few addresses, with one's signature
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { composeAction } from "../kit/compose/compose.server";
import { beginning, ComposePage } from "../kit/compose/compose-page";
import { firstPrice, loadNumbers } from "../kit/compose/start.server";
import { useCompose } from "../kit/compose/use-compose";
import { titled } from "../kit/title";
import { TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { singleEmail } from "./compose/channel";
import { startEmail } from "./compose/start.server";

export const meta = titled("Single email");

export const loader = page("/email/single", async ({ api, url, viewer }) => {
  const { draft: begun, copy, choices, senders } = await startEmail(singleEmail, { api, url, viewer });
  const to = (url.searchParams.get("to") ?? "").slice(0, 254);
  const draft = { ...begun, numbers: copy ? await loadNumbers(singleEmail, api, copy.id) : to };
  return { draft, choices, senders, price: await firstPrice(singleEmail, api, draft), zone: viewer.time_zone };
});

export const action = composeAction(singleEmail);

/** A form that came back keeps its place and its key: there is nothing to read anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod?.toUpperCase() === "POST" ? false : defaultShouldRevalidate;

export default function SingleEmail() {
  const { senders, choices, draft: made, price: ready, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [{ start, price, sample }] = useState(() => beginning(last, { draft: made, price: ready }));
  const composing = useCompose({ start, price, flow: singleEmail });
  return (
    <>
      <PageHeader title="Single email" text="An email to one or a few addresses. Your signature is added below it." />
      <ComposePage
        id="single-email"
        flow={singleEmail}
        {...{ start, composing, last, sample, senders, zone, choices }}
        fields={[]}
        offer={{ templates: [] }}
      >
        {(errors) => (
          <TextArea
            id="numbers"
            name="numbers"
            label="Email addresses"
            help="One on each line. Each gets an email of their own."
            rows={Math.min(6, Math.max(2, start.numbers.split("\n").length))}
            defaultValue={start.numbers}
            errors={errors.numbers ?? []}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </ComposePage>
    </>
  );
}
