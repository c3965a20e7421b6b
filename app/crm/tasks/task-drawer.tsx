import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { DateTimeFields } from "../../kit/ui/date-time-fields";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";

type TaskDrawerProps = {
  title: string;
  submitLabel: string;
  close: string;
  held?: Record<"title" | "note" | "day" | "time" | "user_id", string>;
  people: readonly { id: string; name: string }[];
  last: LastPost;
  /** What stands above the fields: what the task is about. */
  lead?: ReactNode;
};

const blank = { title: "", note: "", day: "", time: "", user_id: "" };

/** A task: what is to be done, until when, and whose it is. */
export function TaskDrawer({ title, submitLabel, close, held = blank, people, last, lead }: TaskDrawerProps) {
  const working = useNavigation().state === "submitting";
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  return (
    <Drawer
      title={title}
      close={close}
      foot={<FormFoot submitLabel={submitLabel} close={close} form="task" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `task-${name}`} />
      {lead && <div className="mb-5">{lead}</div>}
      <Form method="post" id="task" className="grid gap-5">
        <TextInput
          id="task-title"
          name="title"
          label="What is to be done"
          maxLength={200}
          defaultValue={typed.title}
          errors={errors.title ?? []}
          autoComplete="off"
          required
        />
        <div className="grid gap-2">
          <DateTimeFields
            date={{ id: "task-day", name: "day", label: "Due", defaultValue: typed.day, errors: errors.day ?? [] }}
            time={{
              ...{ id: "task-time", name: "time", label: "Time", optional: true },
              ...{ defaultValue: typed.time, errors: errors.time ?? [] },
            }}
            note="Without a time it is due on that day."
          />
        </div>
        <Select
          id="task-user_id"
          name="user_id"
          label="Whose it is"
          empty="Mine"
          defaultValue={typed.user_id}
          choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          errors={errors.user_id ?? []}
        />
        <TextArea
          id="task-note"
          name="note"
          label="Note"
          optional
          rows={4}
          maxLength={2000}
          defaultValue={typed.note}
          errors={errors.note ?? []}
        />
      </Form>
    </Drawer>
  );
}
