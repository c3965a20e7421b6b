// /whatsapp/inboxes/broadcasts/:id/confirm - the last look at a broadcast before it is sent, and when that is
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Send } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { clockIn, parseInstant } from "../../rules/local-time";
import { showKes } from "../../rules/money";
import {
  headerFileAccept,
  headerFileHelp,
  headerFileTitle,
  headerFileWord,
  mediaKey,
} from "../../rules/whatsapp/header-files";
import { headerFormat, renderedText, renderTemplate } from "../../rules/whatsapp/templates";
import type { BroadcastDetail } from "../../services/whatsapp/contract.broadcasts";
import { href } from "../href";
import { wrongTime } from "../kit/compose/send-time";
import { WhenField } from "../kit/compose/when-field";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedList, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DescriptionList, type Fact } from "../kit/ui/description-list";
import { FileField } from "../kit/ui/file-field";
import { PageHeader } from "../kit/ui/page-header";
import { HeaderFileView } from "../kit/whatsapp/header-file-view";
import { act, type FormRequest, page } from "../shell/page.server";
import { broadcastAt, broadcastId } from "./broadcasts/broadcast.server";
import { CostCard } from "./broadcasts/cost";
import { chooseHeaderFile } from "./broadcasts/header-file.server";
import { broadcastTitle, some } from "./broadcasts/labels";
import { sayWhereValuesAre } from "./broadcasts/missing-values";

const path = "/whatsapp/inboxes/broadcasts/:id/confirm";

export const meta = titled("Confirm a broadcast");

export const loader = page(path, async ({ api, params, viewer }) => {
  const broadcast = await broadcastAt(api, params);
  if (broadcast.status !== "draft" && broadcast.status !== "scheduled")
    throw redirect(href("/whatsapp/inboxes/broadcasts/:id", { id: broadcast.id }));
  const { send_at } = broadcast;
  const set = send_at === null ? { date: "", time: "09:00" } : clockIn(viewer.time_zone, new Date(send_at));
  return { broadcast, start: { when: send_at === null ? ("now" as const) : ("later" as const), ...set } };
});

const Typed = z.object({
  when: z.enum(["now", "later"]).default("now"),
  ...{ date: typedText, time: typedText },
  file_id: typedList,
});

export const action = act(path, Typed, confirm, { files: "template" });

async function confirm({ api, params, value, files, refuse, viewer }: FormRequest<typeof path, typeof Typed>) {
  const id = broadcastId(params.id);
  const here = href("/whatsapp/inboxes/broadcasts/:id", { id });
  const file = files.at(-1);
  const refused = file && (await chooseHeaderFile(api, id, file));
  if (refused) return refuse(refused, { files: [file] });
  if (value.when === "now") {
    const answer = await api.whatsapp.confirmBroadcast({ params: { id } });
    return answer.status === 201 ? redirect(here) : refuse({ ...sayWhereValuesAre(answer.body), title: "Not sent" });
  }
  const at = parseInstant(viewer.time_zone, value);
  const wrong = wrongTime(at, new Date());
  if (!at || wrong) return refuse({ status: 422, message: "Please correct 1 field", errors: { date: [wrong ?? ""] } });
  const answer = await api.whatsapp.scheduleBroadcast({ params: { id }, body: { send_at: at.toISOString() } });
  if (answer.status === 201) return redirect(here);
  const body = sayWhereValuesAre(answer.body);
  const { send_at, ...errors } = body.errors ?? {};
  return refuse({ ...body, errors: { ...errors, ...(send_at && { date: send_at }) }, title: "Not scheduled" });
}

/** The file of the header is chosen here while nothing says where it is from; afterwards it is shown. */
function wantsFile({ status, components, mapping, file }: BroadcastDetail): boolean {
  const from = mapping[mediaKey];
  return status === "draft" && headerFormat(components) !== undefined && !file && !from?.field && !from?.text;
}

/** What customers read, and what they see above it. */
function messageFacts({ components, samples, template_name, file, status }: BroadcastDetail, back: string): Fact[] {
  const values = samples[0]?.values ?? {};
  const format = headerFormat(components);
  const change = status === "scheduled" ? {} : { change: back };
  const seen = file && !values[mediaKey] ? file : undefined;
  return [
    ...(seen && format
      ? [
          {
            ...{ label: headerFileTitle(format), ...change },
            value: (
              <div className="max-w-[320px]">
                <HeaderFileView file={seen} />
              </div>
            ),
          },
        ]
      : []),
    {
      ...{ label: "Message", ...change, note: `Template ${template_name}` },
      value: renderedText({ ...renderTemplate(components, values), ...(seen ? { header: "" } : {}) }),
    },
  ];
}

export default function ConfirmBroadcast() {
  const { broadcast, start } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const [uploading, setUploading] = useState(0);
  const { id, status, recipients, cost_cents, number_name, audience, components, unusable } = broadcast;
  const format = wantsFile(broadcast) ? headerFormat(components) : undefined;
  const scheduled = status === "scheduled";
  const back = href("/whatsapp/inboxes/broadcasts/:id", { id });
  const messages = some(recipients, "message");
  const way = uploading > 0 ? "The file is still on its way." : "";
  const why = unusable || (recipients === 0 ? "There are no recipients." : way);
  const typed = keepTyped(last, start);
  return (
    <>
      <PageHeader
        title={scheduled ? `When should ${messages} be sent?` : `Send ${messages} for ${showKes(cost_cents)}?`}
        text={
          scheduled
            ? "The cost is reserved already. What WhatsApp does not take is refunded."
            : "The cost is reserved now. What WhatsApp does not take is refunded."
        }
        back={{ label: broadcastTitle(broadcast), to: back }}
      />
      <div className="grid max-w-[760px] gap-4">
        <PostResult last={last} />
        <DescriptionList
          facts={[
            { label: "From", value: number_name },
            { label: "To", value: audience || messages },
            ...messageFacts(broadcast, back),
          ]}
        />
        <CostCard broadcast={broadcast} />
        <Form method="post" encType="multipart/form-data" className="group grid gap-4">
          {format && (
            <Card padded label={`The ${headerFileWord(format)} of the header`}>
              <FileField
                label={`The ${headerFileWord(format)} that everyone gets`}
                purpose="template"
                accept={headerFileAccept(format)}
                help={headerFileHelp(format)}
                files={last?.files ?? []}
                errors={fieldErrors(last).files ?? []}
                onUploading={setUploading}
              />
            </Card>
          )}
          <Card label="When to send">
            <WhenField
              start={{ ...typed, when: typed.when === "later" ? "later" : "now" }}
              errors={fieldErrors(last)}
              className="p-4"
            />
          </Card>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="primary"
              size="lg"
              icon={Send}
              working={working}
              className="max-md:w-full"
              {...(why ? { disabledReason: why } : {})}
            >
              <span className="group-has-[input[value=later]:checked]:hidden">Send {messages}</span>
              <span className="hidden group-has-[input[value=later]:checked]:inline">Schedule {messages}</span>
            </Button>
            <LinkButton to={back} size="lg" className="max-md:w-full">
              Go back
            </LinkButton>
          </div>
        </Form>
      </div>
    </>
  );
}
