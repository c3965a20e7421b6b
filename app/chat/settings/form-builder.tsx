import { Form, Outlet } from "@remix-run/react";
import { ArrowDown, ArrowUp, ListChecks, Pencil, Plus, Trash2 } from "lucide-react";
import { fieldKindNames, moved } from "../../../rules/chat-forms";
import type { ChatForm } from "../../../services/chat/contract.forms";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";
import { Status } from "../../kit/ui/status";
import type { loadForm } from "./form-builder.server";
import { FormPreview } from "./form-preview";
import { plural } from "./labels";

type FormBuilderProps = Awaited<ReturnType<typeof loadForm>> & {
  /** What stands in the place of no questions. */
  empty: string;
};

/** The questions of a form in their order, with what moves, changes and removes each; beside them how visitors see it. */
export function FormBuilder({ form, language, empty }: FormBuilderProps) {
  const path = href(`/chat/settings/${form.kind}`);
  const add = href(`/chat/settings/${form.kind}/:name`, { name: "new" });
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <section className="card" aria-label="Questions" id="questions">
          <div className="card-head">
            <h2>Questions</h2>
            <span className="num text-sm font-normal text-quiet">{plural(form.fields.length, "question")}</span>
            <LinkButton to={add} icon={Plus} className="ml-auto" preventScrollReset>
              Add a question
            </LinkButton>
          </div>
          {form.fields.length > 0 ? (
            <ol className="divide-y divide-line">
              {form.fields.map((field, index) => (
                <Row key={field.name} form={form} field={field} index={index} path={path} />
              ))}
            </ol>
          ) : (
            <EmptyState icon={ListChecks} title="No questions" text={empty} />
          )}
        </section>
        <FormPreview form={form} language={language} />
      </div>
      <Outlet />
    </>
  );
}

type Field = ChatForm["fields"][number];

function fieldLabel({ label_en, label_sw }: Pick<Field, "label_en" | "label_sw">): string {
  return label_en || label_sw;
}

type RowProps = { form: ChatForm; field: Field; index: number; path: string };

function Row({ form, field, index, path }: RowProps) {
  const names = form.fields.map(({ name }) => name);
  const label = fieldLabel(field);
  const page = `/chat/settings/${form.kind}` as const;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 pr-3 pl-4">
      <div className="min-w-40 flex-1">
        <p className={`font-medium wrap-anywhere ${field.on ? "" : "text-quiet"}`}>{label}</p>
        <p className="text-sm text-quiet">
          {fieldKindNames[field.kind]}
          {field.kind === "choice" && `, ${plural(field.choices.length, "choice")}`}
          {field.required ? "; required" : "; optional"}
          {field.label_en === "" ? "; no English" : field.label_sw === "" ? "; no Swahili" : ""}
        </p>
      </div>
      <span className="text-sm">
        <Status kind={field.on ? "good" : "none"}>{field.on ? "On" : "Off"}</Status>
      </span>
      <div className="flex items-center">
        {([-1, 1] as const).map((by) => (
          <Form key={by} method="post" action={path} preventScrollReset>
            <input type="hidden" name="names" value={moved(names, index, by).join(",")} />
            <Button
              variant="ghost"
              icon={by < 0 ? ArrowUp : ArrowDown}
              name="intent"
              value="rank"
              label={`Move ${label} ${by < 0 ? "up" : "down"}`}
              {...((by < 0 ? index === 0 : index === names.length - 1)
                ? { disabledReason: by < 0 ? "It is the first." : "It is the last." }
                : {})}
            />
          </Form>
        ))}
        <LinkButton
          to={href(`${page}/:name`, { name: field.name })}
          variant="ghost"
          icon={Pencil}
          label={`Change ${label}`}
          preventScrollReset
        />
        <LinkButton
          to={href(`${page}/:name/delete`, { name: field.name })}
          variant="ghost"
          icon={Trash2}
          label={`Remove ${label}`}
        />
      </div>
    </li>
  );
}
