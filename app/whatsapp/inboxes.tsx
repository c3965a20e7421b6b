// /whatsapp/inboxes - the numbers of the account, each with its conversations
import { useLoaderData } from "@remix-run/react";
import { MessageCircle, MessagesSquare, Plus, Settings } from "lucide-react";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";
import { connectionLabel, limitWords, Quality } from "./numbers/quality";

const path = "/whatsapp/inboxes";

export const meta = titled("WhatsApp inboxes");

export const loader = page(path, async ({ api, viewer }) => ({
  numbers: expectStatus(await api.whatsapp.numbers({}), 200).data,
  mayTalk: mayOpen(viewer, "/chat/inbox"),
  mayConnect: mayOpen(viewer, "/chat/channels/whatsapp"),
}));

export default function Inboxes() {
  const { numbers, mayTalk, mayConnect } = useLoaderData<typeof loader>();
  const add = mayConnect && (
    <LinkButton to={href("/whatsapp/inboxes/addNumber")} variant="primary" icon={Plus}>
      Add a number
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="WhatsApp inboxes"
        text="Each number is an inbox. Your agents answer them with all other channels in one place."
        actions={add}
      />
      {numbers.length === 0 ? (
        <Card>
          <EmptyState
            icon={MessageCircle}
            title="No number yet"
            text="Connect a number of the WhatsApp Business Platform to talk to customers and send broadcasts."
            actions={add}
          />
        </Card>
      ) : (
        <ul className="grid max-w-[1152px] gap-4 lg:grid-cols-2">
          {numbers.map((number) => {
            const { id, name, shown } = number;
            const { word, kind } = connectionLabel(number);
            return (
              <li key={id} className="card grid gap-3 p-4">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
                  <Status kind={kind}>{word}</Status>
                </div>
                <KeyValues
                  rows={[
                    { label: "Number", value: shown || number.phone_number_id },
                    { label: "Quality", value: <Quality quality={number.quality} /> },
                    { label: "Customers written to first", value: limitWords(number) },
                  ]}
                />
                <div className="flex flex-wrap gap-2">
                  {mayTalk && (
                    <LinkButton to={href("/whatsapp/inboxes/:inboxId", { inboxId: id })} icon={MessagesSquare}>
                      Conversations
                    </LinkButton>
                  )}
                  {mayConnect && (
                    <LinkButton to={href("/chat/channels/whatsapp")} icon={Settings} variant="ghost">
                      Connection
                    </LinkButton>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
