// /whatsapp/template/:id - one template as its reader sees it, its state and why (drawer)
import { useLoaderData } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { renderTemplate } from "../../rules/whatsapp/templates";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { LinkButton } from "../kit/ui/button";
import { KeyValues } from "../kit/ui/description-list";
import { Drawer } from "../kit/ui/drawer";
import { Status } from "../kit/ui/status";
import { TemplateBubble } from "../kit/whatsapp/bubble";
import { expectStatus, page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";
import { categoryWords, languageWord, templateStatus } from "./templates/labels";

const path = "/whatsapp/template/:id";

const qualityWords: { readonly [quality: string]: string } = { GREEN: "High", YELLOW: "Medium", RED: "Low" };

export const loader = page(path, async ({ api, params, viewer }) => {
  const asked = id.safeParse(params.id);
  if (!asked.success) throw new Response("There is no such template.", { status: 404 });
  return {
    template: expectStatus(await api.whatsapp.template({ params: { id: asked.data } }), 200),
    mayWrite: mayOpen(viewer, "/whatsapp/template/:id/delete"),
    zone: viewer.time_zone,
  };
});

export default function TemplateDrawer() {
  const { template, mayWrite, zone } = useLoaderData<typeof loader>();
  const { name, status, unusable, language, category, quality, components, told_at, created_by, sample } = template;
  const { word, kind } = templateStatus[status];
  const close = href("/whatsapp/template");
  return (
    <Drawer
      title={name}
      close={close}
      foot={
        mayWrite &&
        status !== "deleted" && (
          <LinkButton to={href("/whatsapp/template/:id/delete", { id: template.id })} icon={Trash2}>
            Delete
          </LinkButton>
        )
      }
    >
      <div className="grid gap-5">
        <div>
          <Status kind={kind}>{word}</Status>
          {unusable && <p className="mt-1 text-sm text-quiet">{unusable}</p>}
        </div>
        <TemplateBubble template={renderTemplate(components, {})} file={sample} />
        <KeyValues
          rows={[
            { label: "Language", value: languageWord(language) },
            { label: "Category", value: categoryWords[category] },
            ...(qualityWords[quality] ? [{ label: "Quality", value: qualityWords[quality] }] : []),
            ...(created_by ? [{ label: "Handed in by", value: created_by }] : []),
            { label: "Last news of it", value: <DateTime at={told_at} zone={zone} /> },
          ]}
        />
      </div>
    </Drawer>
  );
}
