// /whatsapp/status - how each number stands at WhatsApp: connection, quality, limits, paused templates
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { MessageCircle, RefreshCw } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedId } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { connectionLabel, limitWords, Quality, spoken } from "./numbers/quality";

const path = "/whatsapp/status";

export const meta = titled("WhatsApp status");

export const loader = page(path, async ({ api, viewer }) => ({
  numbers: expectStatus(await api.whatsapp.numbers({}), 200).data,
  zone: viewer.time_zone,
}));

export const action = act(path, z.object({ id: typedId }), async ({ api, value, refuse, from }) => {
  const answer = await api.whatsapp.refreshNumber({ params: { id: value.id } });
  if (answer.status !== 201) return refuse(answer.body);
  if (answer.body.fault)
    return refuse({ status: 406, message: answer.body.fault, title: "WhatsApp could not be asked" });
  return done(from, href(path), `${answer.body.name} is up to date.`);
});

export default function WhatsappStatus() {
  const { numbers, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PageHeader
        title="WhatsApp status"
        text="The state of each number at WhatsApp. Changes arrive automatically; Check now asks WhatsApp."
      />
      <PostResult last={last} />
      {numbers.length === 0 && (
        <Card>
          <EmptyState
            icon={MessageCircle}
            title="No number yet"
            text="A number's quality and limits are shown here once it is connected."
            actions={<LinkButton to={href("/whatsapp/inboxes/addNumber")}>Add a number</LinkButton>}
          />
        </Card>
      )}
      <div className="grid max-w-[1152px] gap-4 lg:grid-cols-2">
        {numbers.map((number) => {
          const { word, kind } = connectionLabel(number);
          return (
            <Card key={number.id} label={number.name}>
              <CardHead title={number.name}>
                <Form method="post">
                  <input type="hidden" name="id" value={number.id} />
                  <Button icon={RefreshCw} working={working}>
                    Check now
                  </Button>
                </Form>
              </CardHead>
              <div className="p-4">
                {(number.stopped || number.fault) && (
                  <p className="mb-3 text-sm text-bad" role="status">
                    {number.stopped || number.fault}
                  </p>
                )}
                <KeyValues
                  rows={[
                    { label: "Number", value: number.shown || number.phone_number_id },
                    { label: "Connection", value: <Status kind={kind}>{word}</Status> },
                    { label: "Quality", value: <Quality quality={number.quality} /> },
                    { label: "Customers written to first", value: limitWords(number) },
                    { label: "Throughput", value: number.throughput ? spoken(number.throughput) : "Not available yet" },
                    { label: "Display name", value: nameWords(number.verified_name, number.name_status) },
                    { label: "Paused templates", value: listed("paused", number.paused_templates) },
                    { label: "Disabled templates", value: listed("disabled", number.disabled_templates) },
                    { label: "Last message or update", value: timeOf(number.last_webhook_at, zone) },
                    {
                      label: "Token ends",
                      value: number.token_until ? timeOf(number.token_until, zone) : "Not stated by WhatsApp",
                    },
                    { label: "Last checked", value: timeOf(number.told_at, zone) },
                  ]}
                />
              </div>
            </Card>
          );
        })}
      </div>
    </>
  );
}

/** How many templates there are in a state, with the way to them. */
function listed(status: "paused" | "disabled", count: number) {
  if (count === 0) return "None";
  return (
    <Link className="link" to={href("/whatsapp/template", undefined, { status })}>
      {count}
    </Link>
  );
}

function timeOf(at: string | null, zone: string) {
  return at === null ? "Not yet" : <DateTime at={at} zone={zone} />;
}

function nameWords(name: string, status: string): string {
  if (name === "") return "Not available yet";
  return status === "" || status === "APPROVED" ? name : `${name} (${spoken(status)})`;
}
