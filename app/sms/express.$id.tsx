// /sms/express/:id - the rows of an express send: which column is which, then the message with its exact cost
import { type ShouldRevalidateFunction, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { copied, draftFrom, emptyDraft, firstPrice } from "../kit/compose/start.server";
import { begun, templatesFor } from "../kit/compose/template.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { expressSms } from "./compose/channel";
import { ColumnsForm } from "./express/columns-form";
import { expressAction } from "./express/express.server";
import { ExpressCompose } from "./express/express-compose";
import { ExpressSteps } from "./express/express-steps";
import { ReadingRows } from "./express/reading-rows";

const path = "/sms/express/:id";

export const meta = titled("Express SMS");

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const list = expectStatus(await api.messaging.expressList({ params: { id: params.id } }), 200);
  if (list.state !== "done") return { list, compose: undefined };
  const zone = viewer.time_zone;
  const [allSenders, copy, offer] = await Promise.all([
    api.messaging.senders({}),
    copied(expressSms, api, url),
    templatesFor(expressSms.channel, api, url),
  ]);
  const senders = expectStatus(allSenders, 200).data;
  const now = new Date();
  const own = list.fields.includes("message") ? "{{message}}" : "";
  const empty = { ...emptyDraft(senders, zone, now), list_id: list.id, body: own };
  const again = copy ? { ...draftFrom(copy, { empty, url, zone, now }), list_id: list.id } : empty;
  const draft = begun(again, offer);
  const price = await firstPrice(expressSms, api, draft);
  return { list, compose: { senders, draft, price, zone, offer } };
});

export const action = expressAction;

/** A form that came back keeps its place and its key: there is nothing to read anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, formData, defaultShouldRevalidate }) =>
  formMethod?.toUpperCase() === "POST" && formData?.get("intent") !== "columns" ? false : defaultShouldRevalidate;

export default function ExpressRows() {
  const { list, compose } = useLoaderData<typeof loader>();
  const step = list.state === "uploaded" ? 1 : compose ? 2 : 1;
  return (
    <>
      <PageHeader
        title="Express SMS"
        text={
          list.state === "uploaded"
            ? "Say which column has the numbers, and whether one has the messages."
            : list.file_name
        }
        back={{ label: "Numbers", to: href("/sms/express") }}
      />
      <ExpressSteps now={step} />
      {list.state === "uploaded" && <ColumnsForm list={list} />}
      {list.state === "running" && <ReadingRows list={list} />}
      {(list.state === "failed" || list.state === "undone") && (
        <div className="card">
          <EmptyState
            kind="failed"
            title="The rows could not be read"
            text={list.message}
            actions={<LinkButton to={href("/sms/express")}>Add the numbers again</LinkButton>}
          />
        </div>
      )}
      {compose && <ExpressCompose key={list.id} list={list} {...compose} />}
    </>
  );
}
