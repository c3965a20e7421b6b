import { Form, useLocation, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { commas } from "../../../rules/format";
import type { ExpressList } from "../../../services/messaging/contract.express";
import type { WhatsappNumber } from "../../../services/whatsapp/contract.numbers";
import type { Template } from "../../../services/whatsapp/contract.templates";
import { href } from "../../href";
import { type GroupChoice, Groups } from "../../kit/compose/group-field";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue, typedValues } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { Select, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { Tabs } from "../../kit/ui/tabs";
import { FileOrRows } from "../../kit/upload/file-or-rows";
import { useLive } from "../../kit/use-live";
import { languageWord } from "../templates/labels";
import { some } from "./labels";

const path = "/whatsapp/inboxes/broadcasts";

type BeginProps = {
  /** Makes the broadcast once, however often the form is sent. */
  formKey: string;
  numbers: readonly WhatsappNumber[];
  number: WhatsappNumber;
  templates: readonly Template[];
  groups: readonly GroupChoice[];
  list: ExpressList | undefined;
  /** Whether the viewer may open the page of the rows that were left out. */
  seesRows: boolean;
  way: "groups" | "paste" | "file";
  template: number;
  last: LastPost;
};

/** Number, template and audience of a new broadcast. */
export function BeginForm(props: BeginProps) {
  const { numbers, number, list, way, last } = props;
  const to = (query: Record<string, string | number | undefined>) =>
    href(path, undefined, { number: number.id, ...query });
  return (
    <div className="grid max-w-[760px] gap-4">
      {numbers.length > 1 && (
        <Tabs
          label="From which number"
          tabs={numbers.map(({ id, name }) => ({
            ...{ label: name, to: href(path, undefined, { number: id }), current: id === number.id },
          }))}
        />
      )}
      {!list && (
        <Tabs
          label="Recipients"
          tabs={[
            { label: "Contact groups", to: to({}), current: way === "groups" },
            { label: "Numbers from elsewhere", to: to({ from: "paste" }), current: way !== "groups" },
          ]}
        />
      )}
      {!list && way !== "groups" ? (
        <FileOrRows
          key={way}
          label="The numbers"
          question="Where the numbers are"
          tabs={[
            { source: "paste", to: to({ from: "paste" }) },
            { source: "file", to: to({ from: "file" }) },
          ]}
          now={way}
          rows={{ label: "Numbers", help: "Numbers alone, or rows copied from a spreadsheet with their headings." }}
          within="/whatsapp/"
          last={last}
        />
      ) : list && list.state !== "done" ? (
        <Reading list={list} />
      ) : (
        <Choose {...props} />
      )}
    </div>
  );
}

/** While the rows are read: a large file takes seconds. */
function Reading({ list }: { list: ExpressList }) {
  const failed = list.state === "failed" || list.state === "undone";
  useLive(!failed, 500);
  const { pathname, search } = useLocation();
  if (failed)
    return (
      <Card>
        <EmptyState
          kind="failed"
          title="The rows could not be read"
          text={list.message}
          actions={<LinkButton to={href(path, undefined, { from: "paste" })}>Add the numbers again</LinkButton>}
        />
      </Card>
    );
  return (
    <section className="card grid gap-2 p-5 max-md:p-4" aria-label="Reading the rows" aria-busy="true">
      <p role="status">
        <b className="font-medium">Reading the rows.</b>{" "}
        <span className="num text-quiet">{commas(list.rows_read)} so far</span>
      </p>
      <p className="text-sm text-quiet">
        The template comes next.{" "}
        <Link className="link" to={`${pathname}${search}`} preventScrollReset>
          Refresh
        </Link>
      </p>
    </section>
  );
}

function Choose({ formKey, number, templates, groups, list, seesRows, template, last }: BeginProps) {
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const before = (typedValues(last, "group_ids") ?? []).map(Number);
  const [chosen, setChosen] = useState<readonly number[]>(before);
  const usable = templates.filter(({ unusable }) => unusable === "");
  const leftOut = list ? list.refused + list.repeated : 0;
  if (usable.length === 0)
    return (
      <Card>
        <EmptyState
          title="No approved template yet"
          text="WhatsApp lets a business write first only with a template that it has approved."
          actions={<LinkButton to={href("/whatsapp/template")}>See the templates</LinkButton>}
        />
      </Card>
    );
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "channel_id" || name === "list_id" ? undefined : name)} />
      <Card padded label="The broadcast" className="md:p-5!">
        <Form
          method="post"
          className="grid gap-5"
          onChange={(event) => setChosen(new FormData(event.currentTarget).getAll("group_ids").map(Number))}
        >
          <input type="hidden" name="intent" value="create" />
          <input type="hidden" name="key" value={typedValue(last, "key") ?? formKey} />
          <input type="hidden" name="channel_id" value={number.id} />
          <p className="text-sm text-quiet">
            From {number.name}
            {number.shown && !number.name.includes(number.shown) && `, ${number.shown}`}.
          </p>
          <Select
            id="template_id"
            name="template_id"
            label="Template"
            empty="Choose a template"
            defaultValue={typedValue(last, "template_id") ?? (template > 0 ? String(template) : "")}
            errors={errors.template_id ?? []}
            choices={[...usable, ...templates.filter(({ unusable }) => unusable !== "")].map((one) => ({
              value: String(one.id),
              label: `${one.name} (${languageWord(one.language)})${one.unusable && `: ${one.unusable}`}`,
              ...(one.unusable ? { disabled: true } : {}),
            }))}
          />
          {list ? (
            <>
              <input type="hidden" name="list_id" value={list.id} />
              <p className="num">
                To {some(list.added, "number")} of {list.file_name}
                {leftOut > 0 && `, ${some(leftOut, "row")} left out`}.
              </p>
              <p className="flex flex-wrap gap-x-5 gap-y-1">
                {leftOut > 0 && seesRows && (
                  <Link className="link" to={href("/sms/express/:id/refused", { id: list.id })}>
                    See what is left out, and why
                  </Link>
                )}
                <Link className="link" to={href(path, undefined, { number: number.id })}>
                  Choose others
                </Link>
              </p>
            </>
          ) : (
            <Groups
              groups={groups}
              before={before}
              chosen={chosen}
              errors={errors.group_ids}
              read={() => {
                const ticked = document.querySelectorAll<HTMLInputElement>('input[name="group_ids"]:checked');
                setChosen([...ticked].map(({ value }) => Number(value)));
              }}
            />
          )}
          <TextInput
            id="name"
            name="name"
            label="Name"
            optional
            help="What your team calls this broadcast; customers don't see it."
            maxLength={100}
            defaultValue={typedValue(last, "name") ?? ""}
            errors={errors.name ?? []}
          />
          <div>
            <Button variant="primary" size="lg" working={working}>
              Continue to values and cost
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}
