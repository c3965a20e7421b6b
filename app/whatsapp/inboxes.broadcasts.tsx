// /whatsapp/inboxes/broadcasts - a new broadcast: from which number, which template, to whom
import { randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { History } from "lucide-react";
import { numbersAlone } from "../../rules/pasted-numbers";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { titled } from "../kit/title";
import { typedId, typedList, typedText } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { fileOrRows, PastedRows } from "../kit/upload/pasted-rows";
import { postedFile, refusedFile } from "../kit/upload/upload.server";
import { act, expectStatus, page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";
import { BeginForm } from "./broadcasts/begin-form";

const path = "/whatsapp/inboxes/broadcasts";
const ways = ["groups", "paste", "file"] as const;

export const meta = titled("New WhatsApp broadcast");

export const loader = page(path, async ({ api, url, viewer }) => {
  const mayWrite = mayOpen(viewer, "/whatsapp/inboxes/broadcasts/:id/confirm");
  const mayLook = mayOpen(viewer, "/whatsapp/inboxes/broadcast-history");
  if (!mayWrite) return { mayWrite, mayLook, form: undefined };
  const asked = (name: string) => id.safeParse(url.searchParams.get(name)).data;
  const { data: numbers } = expectStatus(await api.whatsapp.numbers({}), 200);
  const number = numbers.find((one) => one.id === asked("number")) ?? numbers[0];
  if (!number) return { mayWrite, mayLook, form: undefined };
  const list_id = asked("list");
  const [templates, groups, list] = await Promise.all([
    api.whatsapp.usableTemplates({ query: { channel_id: number.id } }),
    api.messaging.groups({ query: { type: "sms", per_page: 500 } }),
    list_id ? api.messaging.expressList({ params: { id: list_id } }) : undefined,
  ]);
  return {
    mayWrite,
    mayLook,
    form: {
      formKey: randomUUID(),
      ...{ numbers, number },
      templates: expectStatus(templates, 200).data,
      groups: groups.status === 200 ? groups.body.data : [],
      list: list?.status === 200 ? list.body : undefined,
      seesRows: mayOpen(viewer, "/sms/express/:id/refused"),
      way: ways.find((one) => one === url.searchParams.get("from")) ?? "groups",
      template: asked("template") ?? 0,
    },
  };
});

const Typed = PastedRows.extend({
  ...{ intent: typedText, key: typedText, name: typedText, group_ids: typedList },
  ...{ channel_id: typedId, template_id: typedId, list_id: typedId },
});

export const action = act(
  path,
  Typed,
  async ({ api, value, stream, refuse, url }) => {
    const { intent, rows, list_id, group_ids, ...given } = value;
    if (intent === "create") {
      const answer = await api.whatsapp.createBroadcast({
        body: {
          ...given,
          ...(list_id > 0 ? { list_id } : {}),
          group_ids: group_ids.map(Number).filter((one) => Number.isSafeInteger(one) && one > 0),
        },
      });
      if (answer.status !== 201) return refuse(answer.body);
      return redirect(href("/whatsapp/inboxes/broadcasts/:id", { id: answer.body.id }));
    }
    const field = stream ? "file" : "rows";
    const file = postedFile(stream, numbersAlone(rows) ?? rows);
    if ("missing" in file) return refuse(refusedFile({ status: 422, message: file.missing }, field));
    const answer = await api.messaging.uploadExpress({ stream: file });
    if (answer.status !== 201) return refuse(refusedFile(answer.body, field));
    const phone = answer.body.columns.findIndex(({ guess }) => guess === "phone");
    if (phone < 0) {
      const message = "No column has phone numbers. Call one of them Phone.";
      return refuse(refusedFile({ status: 422, message }, field));
    }
    const started = await api.messaging.startExpress({
      params: { id: answer.body.id },
      body: { phone, message: null },
    });
    if (started.status !== 201) return refuse(refusedFile(started.body, field));
    return redirect(href(path, undefined, { number: url.searchParams.get("number"), list: answer.body.id }));
  },
  fileOrRows,
);

/** A form that came back keeps its place and its key: there is nothing to read anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, actionStatus, defaultShouldRevalidate }) =>
  formMethod?.toUpperCase() === "POST" && (actionStatus ?? 0) >= 400 ? false : defaultShouldRevalidate;

export default function Broadcasts() {
  const { mayWrite, mayLook, form } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="New WhatsApp broadcast"
        text="An approved template to many customers. You see the cost, and can try it on your own phone, before it is sent."
        actions={
          mayLook && (
            <LinkButton to={href("/whatsapp/inboxes/broadcast-history")} icon={History}>
              Broadcast history
            </LinkButton>
          )
        }
      />
      {form ? (
        <BeginForm {...form} last={last} />
      ) : (
        <Card>
          <EmptyState
            title={mayWrite ? "Add a number first" : "You may look at broadcasts"}
            text={
              mayWrite
                ? "A broadcast goes out from a number of the WhatsApp Business Platform."
                : "Writing one needs the permission to create WhatsApp messages."
            }
            actions={mayWrite && <LinkButton to={href("/whatsapp/inboxes/addNumber")}>Add a number</LinkButton>}
          />
        </Card>
      )}
    </>
  );
}
