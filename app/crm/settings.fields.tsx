// /crm/settings/fields - the custom fields of leads, contacts and deals
import { Form, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowDown, ArrowUp, Pencil, Plus, TextCursorInput } from "lucide-react";
import { z } from "zod";
import { kindWords, recordKinds } from "../../rules/crm";
import { fieldTypeNames } from "../../rules/crm-fields";
import type { CustomField } from "../../services/crm/contract.fields";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Badge } from "../kit/ui/badge";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Tabs } from "../kit/ui/tabs";
import { act, done, expectStatus, page } from "../shell/page.server";
import { fieldKind } from "./fields/field-form";
import { SettingsHead } from "./settings/settings-head";

const path = "/crm/settings/fields";

export const meta = titled("Custom fields");

export const loader = page(path, async ({ api, url }) => {
  const kind = fieldKind(url);
  return { kind, fields: expectStatus(await api.crm.customFields({ query: { kind } }), 200).data };
});

const RankForm = z.object({ fields: z.string().regex(/^\d{1,15}(,\d{1,15}){0,49}$/) });

export const action = act(path, RankForm, async ({ api, url, value, refuse, from }) => {
  const kind = fieldKind(url);
  const answer = await api.crm.rankCustomFields({ body: { kind, fields: value.fields.split(",").map(Number) } });
  return answer.status === 201
    ? done(from, href(path, undefined, { kind }), "The order is saved.", "Saved")
    : refuse(answer.body);
});

const tabNames = { lead: "Leads", contact: "Contacts", deal: "Deals" } as const;

export default function CustomFields() {
  const { kind, fields } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const many = kindWords[kind][1];
  const inUse = fields.filter(({ archived }) => !archived);
  const archived = fields.filter((field) => field.archived);
  const add = (
    <LinkButton
      to={href("/crm/settings/fields/new", undefined, { kind })}
      variant="primary"
      icon={Plus}
      preventScrollReset
    >
      New field
    </LinkButton>
  );
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Custom fields"
        text="What your leads, contacts and deals say beside the usual. They are in forms, lists, filters, files and imports."
        actions={fields.length > 0 ? add : undefined}
      />
      <Tabs
        label="Kinds"
        tabs={recordKinds.map((one) => ({
          ...{ label: tabNames[one], to: href(path, undefined, { kind: one }), current: one === kind },
        }))}
      />
      <Card label={`Custom fields of ${many}`}>
        {fields.length === 0 ? (
          <EmptyState
            icon={TextCursorInput}
            title={`No custom fields of ${many} yet`}
            text="Add a field for what you want to know of each of them, such as a region or a member number."
            actions={add}
          />
        ) : (
          <ol className="divide-y divide-line">
            {inUse.map((field, index) => (
              <FieldRow key={field.id} field={field} index={index} ids={inUse.map(({ id }) => id)} />
            ))}
          </ol>
        )}
      </Card>
      {archived.length > 0 && (
        <Card label="Archived" className="mt-4">
          <h2 className="border-b border-line px-4 py-3 font-semibold">Archived</h2>
          <ul className="divide-y divide-line">
            {archived.map((field) => (
              <FieldRow key={field.id} field={field} index={0} ids={[]} />
            ))}
          </ul>
        </Card>
      )}
      <Outlet />
    </>
  );
}

function FieldRow({ field, index, ids }: { field: CustomField; index: number; ids: readonly number[] }) {
  const { id, kind, name, type, required, unique, help, currency, choices } = field;
  const moved = (by: -1 | 1) => {
    const order = ids.filter((one) => one !== id);
    order.splice(index + by, 0, id);
    return order.join(",");
  };
  const offered = choices.filter(({ archived }) => !archived).map(({ label }) => label);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-quiet wrap-anywhere">
          {fieldTypeNames[type]}
          {type === "money" && ` in ${currency}`}
          {offered.length > 0 && `: ${offered.slice(0, 8).join(", ")}${offered.length > 8 ? " …" : ""}`}
          {help && `. ${help}`}
        </p>
      </div>
      {required && <Badge>Required</Badge>}
      {unique && <Badge>Unique</Badge>}
      <div className="flex items-center">
        {ids.length > 1 &&
          ([-1, 1] as const).map((by) => (
            <Form key={by} method="post" preventScrollReset>
              <input type="hidden" name="fields" value={moved(by)} />
              <Button
                variant="ghost"
                icon={by < 0 ? ArrowUp : ArrowDown}
                label={`Move ${name} ${by < 0 ? "up" : "down"}`}
                {...((by < 0 ? index === 0 : index === ids.length - 1)
                  ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                  : {})}
              />
            </Form>
          ))}
        <LinkButton
          to={href("/crm/settings/fields/:id", { id }, { kind })}
          variant="ghost"
          icon={Pencil}
          label={`Change ${name}`}
          preventScrollReset
        />
      </div>
    </li>
  );
}
