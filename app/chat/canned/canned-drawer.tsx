import { Form, useNavigation } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { cannedVariables, filledIn } from "../../../rules/canned";
import { href } from "../../href";
import { LongText } from "../../kit/draft";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost } from "../../kit/refused-post";
import { LinkButton } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { type Choice, Field, Select, TextInput } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { FormFoot } from "../../kit/ui/form-foot";
import { WithoutScript } from "../../kit/ui/without-script";
import { scopeNames } from "../settings/labels";
import type { TypedCanned } from "./canned-form";

type CannedDrawerProps = {
  typed: TypedCanned;
  teams: readonly Choice[];
  /** May make replies of teams and of everybody. */
  manages: boolean;
  /** This one may be changed by who looks. */
  mayChange: boolean;
  last: LastPost;
  close: string;
};

type Language = "text_en" | "text_sw";
const languages: [name: Language, label: string][] = [
  ["text_en", "Reply in English"],
  ["text_sw", "Reply in Swahili"],
];
const samples = Object.fromEntries(Object.entries(cannedVariables).map(([name, { sample }]) => [name, sample]));

/** A canned reply being written: for whom, its words in both languages, its variables, its files, and how it reads. */
export function CannedDrawer({ typed, teams, manages, mayChange, last, close }: CannedDrawerProps) {
  const errors = fieldErrors(last);
  const working = useNavigation().state === "submitting";
  const scripted = useHydrated();
  const [uploading, setUploading] = useState(0);

  return (
    <Drawer
      title={typed.id === "" ? "New canned reply" : typed.title || "Canned reply"}
      close={close}
      foot={
        <FormFoot
          submitLabel="Save the reply"
          close={close}
          form="canned"
          working={working}
          {...(mayChange
            ? uploading > 0
              ? { disabledReason: "Waiting for the files." }
              : {}
            : { disabledReason: "You need the permission Manage chat settings to change this one." })}
        >
          {typed.id !== "" && mayChange && (
            <LinkButton
              to={href("/chat/settings/canned-responses/:id/delete", { id: typed.id })}
              size="lg"
              variant="ghost"
              className="ml-auto"
            >
              Delete
            </LinkButton>
          )}
        </FormFoot>
      }
    >
      <PostResult last={last} idOf={fieldId} />
      <Form id="canned" method="post" encType="multipart/form-data" noValidate={scripted} className="grid gap-5">
        <NameFields {...{ typed, teams, manages, errors }} />
        <ReplyTexts typed={typed} errors={errors} />
        <FileField
          id={fieldId("files")}
          label="Files"
          purpose="chat"
          optional
          errors={errors.files ?? []}
          files={typed.files}
          onUploading={setUploading}
        />
      </Form>
    </Drawer>
  );
}

type FieldErrors = ReturnType<typeof fieldErrors>;
type NameFieldsProps = Pick<CannedDrawerProps, "typed" | "teams" | "manages"> & { errors: FieldErrors };

/** How it is found, and whose it is. */
function NameFields({ typed, teams, manages, errors }: NameFieldsProps) {
  const [scope, setScope] = useState(typed.scope);
  return (
    <>
      <TextInput
        id={fieldId("title")}
        name="title"
        label="Title"
        help="How you find it; customers do not see it."
        maxLength={100}
        required
        defaultValue={typed.title}
        errors={errors.title ?? []}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextInput
          id={fieldId("shortcut")}
          name="shortcut"
          label="Shortcut"
          optional
          help="Type it after a slash, e.g. /hours."
          maxLength={31}
          defaultValue={typed.shortcut}
          errors={errors.shortcut ?? []}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {manages ? (
          <Select
            id={fieldId("scope")}
            name="scope"
            label="For"
            choices={Object.entries(scopeNames).map(([value, label]) => ({ value, label }))}
            defaultValue={typed.scope}
            errors={errors.scope ?? []}
            onChange={(event) => setScope(event.target.value as typeof scope)}
          />
        ) : (
          <div>
            <p className="label">For</p>
            <p className="py-1.5">{scopeNames[typed.scope]}</p>
            <input type="hidden" name="scope" value={typed.scope} />
            <input type="hidden" name="team" value={typed.team} />
          </div>
        )}
      </div>
      {manages && (
        <WithoutScript when={scope === "team"}>
          <Select
            id={fieldId("team")}
            name="team"
            label="Team"
            empty="Choose a team"
            choices={teams}
            defaultValue={typed.team}
            errors={errors.team ?? []}
            {...(scope === "team" ? {} : { help: "Only for a team's reply." })}
          />
        </WithoutScript>
      )}
    </>
  );
}

/** Its words in both languages, the variables, and how it reads. */
function ReplyTexts({ typed, errors }: { typed: TypedCanned; errors: FieldErrors }) {
  const scripted = useHydrated();
  const areas = useRef<Partial<Record<Language, HTMLTextAreaElement | null>>>({});
  const [at, setAt] = useState<Language>("text_en");
  const [texts, setTexts] = useState({ text_en: typed.text_en, text_sw: typed.text_sw });

  function insert(name: string) {
    const area = areas.current[at];
    if (!area) return;
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, "end");
    area.focus();
    setTexts((had) => ({ ...had, [at]: area.value }));
  }

  const preview = texts[at] || texts.text_en || texts.text_sw;
  return (
    <>
      {languages.map(([name, label]) => (
        <Field key={name} id={fieldId(name)} label={label} errors={errors[name] ?? []} optional={name === "text_sw"}>
          {(aria) => (
            <LongText
              {...aria}
              ref={(area) => {
                areas.current[name] = area;
              }}
              name={name}
              lang={name === "text_sw" ? "sw" : "en"}
              rows={4}
              maxLength={5_000}
              className="input"
              defaultValue={typed[name]}
              onFocus={() => setAt(name)}
              onInput={(event) => {
                const { value } = event.currentTarget;
                setTexts((had) => ({ ...had, [name]: value }));
              }}
            />
          )}
        </Field>
      ))}
      <Variables scripted={scripted} onInsert={insert} />
      {preview !== "" && (
        <section aria-label="Preview">
          <h3 className="label">What Amina would read</h3>
          <p className="mt-1 rounded border border-line bg-raised p-3 text-sm whitespace-pre-wrap wrap-anywhere">
            {filledIn(preview, samples).text}
          </p>
        </section>
      )}
    </>
  );
}

function fieldId(name: string): string {
  return `canned-${name}`;
}

/** The known variables: with script a press puts one where the cursor is. */
function Variables({ scripted, onInsert }: { scripted: boolean; onInsert(name: string): void }) {
  return (
    <details className="group/vars rounded border border-line">
      <summary className="flex items-center px-3 py-2 text-sm font-medium">
        Variables
        <ChevronDown
          size={14}
          strokeWidth={1.75}
          className="ml-auto text-quiet group-open/vars:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <dl className="grid gap-x-4 gap-y-1.5 border-t border-line p-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {Object.entries(cannedVariables).map(([name, { label, from }]) => (
          <div key={name} className="contents max-sm:block">
            <dt>
              {scripted ? (
                <button type="button" className="kbd cursor-pointer" onClick={() => onInsert(name)}>
                  <span className="sr-only">Insert </span>
                  {name}
                </button>
              ) : (
                <span className="kbd">{`{{${name}}}`}</span>
              )}
            </dt>
            <dd className="text-quiet">
              {label}
              {from === "agent" && ": you fill it in before you send"}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
