// /whatsapp/template - message templates with what Meta decided about them
import { Form, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { FileText, Plus, RefreshCw } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { act, done, page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";
import { templates } from "./template.list";

const path = "/whatsapp/template";

export const meta = titled("WhatsApp templates");

export const loader = page(path, async (given) => ({
  ...(await loadList(templates, given)),
  mayWrite: mayOpen(given.viewer, "/whatsapp/template/new"),
}));

export const action = act(path, NoFields, async ({ api, refuse, from }) => {
  const answer = await api.whatsapp.syncTemplates({});
  if (answer.status !== 201) return refuse(answer.body);
  const { added, changed, gone, faults } = answer.body;
  if (faults.length > 0 && added + changed + gone === 0)
    return refuse({ status: 406, message: faults.join(" "), title: "Not synced" });
  const words = [`${added} new`, `${changed} changed`, `${gone} gone`].join(", ");
  return done(from, href(path), `Templates synced: ${words}. ${faults.join(" ")}`.trim());
});

export default function Templates() {
  const { mayWrite, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const write = mayWrite && (
    <LinkButton to={href("/whatsapp/template/new")} variant="primary" icon={Plus}>
      New template
    </LinkButton>
  );
  const sync = (
    <Form method="post">
      <Button icon={RefreshCw} working={working}>
        Sync from WhatsApp
      </Button>
    </Form>
  );
  return (
    <>
      <PostResult last={last} />
      <ListPage
        list={templates}
        found={found}
        text="What WhatsApp lets you send first. Only approved templates can be used."
        actions={
          <>
            {sync}
            {write}
          </>
        }
        empty={{
          icon: FileText,
          title: "No templates yet",
          text: "Sync those that your business account has at WhatsApp, or hand in a new one for review.",
          actions: sync,
        }}
      />
      <Outlet />
    </>
  );
}
