import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { href } from "../../href";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { Link } from "../ui/link";
import type { ComposeState } from "./use-compose";

export type TemplateFieldProps = Pick<ComposeState, "form" | "read"> & {
  templates: readonly { id: number; name: string; body: string; body_sw: string }[];
  /** Chosen when the page came. */
  start: number | string | undefined;
  errors?: readonly string[] | undefined;
};

/** Each text to choose from: of a template in two languages there are two. The server knows a variant by its mark. */
function textsOf(templates: TemplateFieldProps["templates"]) {
  return templates.flatMap(({ id, name, body, body_sw }) => [
    { value: String(id), label: name, body },
    ...(body_sw === "" ? [] : [{ value: `${id}-sw`, label: `${name} (Kiswahili)`, body: body_sw }]),
  ]);
}

/** Fills the message with a template's text. A button of its own does it, so that looking through the list changes nothing. */
export function TemplateField({ form, read, templates, start, errors }: TemplateFieldProps) {
  const scripted = useHydrated();
  const [before, setBefore] = useState("");

  function control(name: string) {
    const found = form.current?.elements.namedItem(name);
    return found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement ? found : undefined;
  }
  function write(text: string) {
    const area = control("body");
    if (!area || area.value === text) return "";
    const was = area.value;
    area.value = text;
    area.focus();
    read();
    return was;
  }
  function use() {
    const text = textsOf(templates).find(({ value }) => value === control("template")?.value);
    if (text) setBefore(write(text.body));
    else control("template")?.focus();
  }
  function putBack() {
    write(before);
    setBefore("");
  }

  if (templates.length === 0)
    return (
      <p className="text-sm text-quiet">
        Send this often? Save it as a{" "}
        <Link className="link" to={href("/settings/templates")}>
          template
        </Link>
        .
      </p>
    );
  return (
    <div>
      <div className="flex items-end gap-2">
        <Select
          id="template"
          name="template"
          label="Start from a template"
          optional
          className="min-w-0 flex-1 md:max-w-80"
          empty="None"
          defaultValue={start ?? ""}
          choices={textsOf(templates)}
          errors={errors ?? []}
        />
        <Button
          size="lg"
          name="intent"
          value="template"
          {...(scripted ? { type: "button" as const, onClick: use } : {})}
        >
          Insert
        </Button>
      </div>
      <p className="help" role="status">
        {before !== "" && (
          <>
            The template replaced your text.{" "}
            <button type="button" className="link cursor-pointer" onClick={putBack}>
              Undo
            </button>
          </>
        )}
      </p>
    </div>
  );
}
