// /contacts/contact-group/import/:id/undo - the last step before an import is taken back
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Info, Undo2 } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import type { Import } from "../../services/messaging/contract.imports";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { countLabel } from "../kit/imports/import-labels";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/contacts/contact-group/import/:id/undo";

export const meta = titled("Undo an import");

export const loader = page(path, async ({ api, params, viewer }) => ({
  file: expectStatus(await api.messaging.import({ params: { id: params.id } }), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, z.object({}), async ({ api, params, refuse, from }) => {
  const answer = await api.messaging.undoImport({ params: { id: params.id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/contacts/contact-group/import/:id", { id: params.id }), "Import undone");
});

const reasons = {
  uploaded: "This import has not been started.",
  running: "This import is still running.",
  failed: "This import changed nothing.",
  undone: "This import was undone already.",
};

/** The button says what it does, in figures. */
function deed({ added, updated, target }: Import): string {
  if (target === "blacklist") return `Take ${countLabel(added, "number")} off the blacklist`;
  if (added === 0 && updated === 0) return "Undo the import";
  if (updated === 0) return `Take out ${countLabel(added, "contact")}`;
  return added === 0
    ? `Bring back ${countLabel(updated, "contact")}`
    : `Take out ${commas(added)}, bring back ${commas(updated)}`;
}

export default function UndoImport() {
  const { file, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/contacts/contact-group/import/:id", { id: file.id });
  const blacklist = file.target === "blacklist";
  const why = file.state === "done" ? undefined : reasons[file.state];
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={last?.notice} />
      <PageHeader
        title="Undo this import?"
        text={
          blacklist
            ? "Numbers it added can be messaged again. Those that were added again or texted STOP since stay."
            : "Contacts it added are deleted, even those you have edited since."
        }
        trail={[
          { label: "Imports", to: href("/contacts/contact-group/import") },
          { label: file.file_name, to: back },
        ]}
      />
      <StatStrip
        label="What happens"
        stats={[
          { label: "Taken out", value: commas(file.added), note: "added by this import" },
          ...(blacklist ? [] : [{ label: "Brought back", value: commas(file.updated), note: "as they were before" }]),
        ]}
      />
      <div className="mt-4">
        <DescriptionList
          facts={[
            { label: "File", value: file.file_name },
            blacklist
              ? { label: "Added to", value: "Blacklist" }
              : { label: "Group", value: file.group_name ?? "Deleted since" },
            ...(file.finished_at ? [{ label: "Imported", value: <DateTime at={file.finished_at} zone={zone} /> }] : []),
          ]}
        />
      </div>
      <p className="my-4 flex gap-2.5 text-sm text-quiet">
        <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        {why ??
          (blacklist
            ? "Messages that were held back are not sent later."
            : "A contact that is in another group stays there. Messages already sent stay in the history.")}
      </p>
      <Form method="post" className="flex flex-wrap gap-2">
        <Button
          variant="danger"
          size="lg"
          icon={Undo2}
          working={working}
          {...(why === undefined ? {} : { disabledReason: why })}
        >
          {deed(file)}
        </Button>
        <LinkButton to={back} size="lg">
          {blacklist ? "Keep the numbers" : "Keep the contacts"}
        </LinkButton>
      </Form>
    </div>
  );
}
