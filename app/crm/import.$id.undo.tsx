// /crm/import/:id/undo - the last step before an import is taken back
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Undo2 } from "lucide-react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/crm/import/:id/undo";

export const meta = titled("Undo an import");

export const loader = page(path, async ({ api, params, viewer }) => ({
  file: expectStatus(await api.crm.recordImport({ params: { id: params.id } }), 200),
  at: Date.now(),
  zone: viewer.time_zone,
}));

export const action = act(path, NoFields, async ({ api, params, refuse, from }) => {
  const answer = await api.crm.undoRecordImport({ params: { id: params.id } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/crm/import/:id", { id: params.id }), "Import undone");
});

export default function UndoImport() {
  const { file, at, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/crm/import/:id", { id: file.id });
  const open = file.undo_until !== null && Date.parse(file.undo_until) > at;
  const why = file.state === "done" ? "It is older than 24 hours." : "There is nothing to undo.";
  return (
    <div className="max-w-[760px]">
      <PostResult last={last} />
      <PageHeader
        title="Undo this import?"
        text={`A ${file.kind} that someone worked on since stays as it is: changed, moved, put in a sequence, or with a note, a call, a task, an appointment or a sale.`}
        trail={[
          { label: "Imports", to: href("/crm/import") },
          { label: file.file_name, to: back },
        ]}
      />
      <StatStrip
        label="What happens"
        stats={[
          { label: "Removed", value: commas(file.created), note: "created by this import" },
          { label: "Changed back", value: commas(file.updated), note: "as they were before" },
        ]}
      />
      <p className="my-4 text-sm text-quiet">
        {open && file.undo_until !== null ? (
          <>
            It can be undone until <DateTime at={file.undo_until} zone={zone} />.
          </>
        ) : (
          why
        )}
      </p>
      <Form method="post" className="flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Undo2} working={working} {...(open ? {} : { disabledReason: why })}>
          Undo the import
        </Button>
        <LinkButton to={back} size="lg">
          Keep the {file.kind}s
        </LinkButton>
      </Form>
    </div>
  );
}
