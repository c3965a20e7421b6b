import { Form } from "@remix-run/react";
import { Trash2, X } from "lucide-react";
import { useState } from "react";
import type { TicketDetail, TicketItem } from "../../../services/ticketing/contract.schemas";
import { DateTime } from "../../kit/date-time";
import { fileSize, type KeptFile } from "../../kit/file-upload";
import { Button } from "../../kit/ui/button";
import { type Choice, TextInput } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { Pick as PickOne } from "../kit/pick";

type FilesProps = {
  ticket: TicketDetail;
  action: string;
  zone: string;
  working: boolean;
  files?: readonly KeptFile[];
  errors?: readonly string[];
};

/** The files of a ticket and of its comments. */
export function FilesCard({ ticket, action, zone, working, files = [], errors = [] }: FilesProps) {
  const [uploading, setUploading] = useState(0);
  return (
    <section className="card" aria-label="Files">
      <div className="card-head">
        <h2>Files</h2>
      </div>
      {ticket.files.length === 0 && <p className="p-4 text-quiet">No files yet.</p>}
      <ul className="divide-y divide-line">
        {ticket.files.map((file) => (
          <li key={file.id} className="flex items-center gap-3 px-4 py-2">
            <a className="link min-w-0 flex-1 truncate" href={file.url} target="_blank" rel="noreferrer">
              {file.name}
            </a>
            <span className="num text-sm text-quiet max-sm:hidden">
              {fileSize(file.bytes)}, {file.added_by}, <DateTime at={file.added_at} zone={zone} />
            </span>
            <Form method="post" action={action} encType="multipart/form-data">
              <input type="hidden" name="file" value={file.id} />
              <Button variant="ghost" icon={X} name="intent" value="remove file" label={`Remove ${file.name}`} />
            </Form>
          </li>
        ))}
      </ul>
      <Form
        key={ticket.files_count}
        method="post"
        action={action}
        encType="multipart/form-data"
        className="grid gap-3 border-t border-line p-4"
      >
        <FileField label="Add files" purpose="ticket" files={files} errors={errors} onUploading={setUploading} />
        <div>
          <Button
            name="intent"
            value="add files"
            working={working}
            {...(uploading > 0 ? { disabledReason: "Waiting for the files." } : {})}
          >
            Add to the ticket
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** The pieces of work inside a ticket, to be ticked off. */
export function ItemsCard({
  ticket,
  action,
  working,
  people,
  errors = [],
}: Pick<FilesProps, "ticket" | "action" | "working" | "errors"> & { people: readonly Choice[] }) {
  return (
    <section className="card" aria-label="Items">
      <div className="card-head">
        <h2>Items</h2>
        <p className="ml-auto text-sm text-quiet">
          {ticket.items.filter(({ done }) => done).length} of {ticket.items.length} done
        </p>
      </div>
      {ticket.items.length === 0 && <p className="p-4 text-quiet">No items. Split the work into steps.</p>}
      <ul className="divide-y divide-line">
        {ticket.items.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <span className={`min-w-40 flex-1 wrap-anywhere ${item.done ? "text-quiet line-through" : ""}`}>
              {item.name}
            </span>
            <Form method="post" action={action} className="flex items-center gap-1">
              <input type="hidden" name="item" value={item.id} />
              <Button name="intent" value={item.done ? "undo item" : "finish item"}>
                {item.done ? "Not done" : "Done"}
                <span className="sr-only">: {item.name}</span>
              </Button>
              <Button variant="ghost" icon={Trash2} name="intent" value="delete item" label={`Delete ${item.name}`} />
            </Form>
            <ItemPeople item={item} action={action} people={people} />
          </li>
        ))}
      </ul>
      <Form
        key={ticket.items.length}
        method="post"
        action={action}
        className="flex items-end gap-2 border-t border-line p-4"
      >
        <TextInput
          id="item-name"
          name="name"
          label="New item"
          className="min-w-0 flex-1"
          maxLength={300}
          autoComplete="off"
          errors={errors}
        />
        <Button size="lg" name="intent" value="add item" working={working}>
          Add
        </Button>
      </Form>
    </section>
  );
}

/** Who does an item: each can be taken off, and one more put on. */
function ItemPeople({ item, action, people }: { item: TicketItem; action: string; people: readonly Choice[] }) {
  const free = people.filter(({ value }) => !item.members.some(({ id }) => id === value));
  return (
    <div className="flex basis-full flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {item.members.map((member) => (
        <Form key={member.item_member_id} method="post" action={action} className="flex items-center gap-0.5">
          <input type="hidden" name="item_member" value={member.item_member_id} />
          <span>{member.name}</span>
          <Button
            variant="ghost"
            icon={X}
            name="intent"
            value="take item"
            label={`Remove ${item.name} from ${member.name}`}
            className="size-7!"
          />
        </Form>
      ))}
      {free.length > 0 && (
        <Form key={item.members.length} method="post" action={action} className="flex items-center gap-1">
          <input type="hidden" name="item" value={item.id} />
          <PickOne
            name="member"
            label={`Assign ${item.name}`}
            choices={[{ value: "", label: item.members.length > 0 ? "And…" : "No one yet" }, ...free]}
          />
          <Button name="intent" value="give item">
            Give<span className="sr-only"> {item.name}</span>
          </Button>
        </Form>
      )}
    </div>
  );
}
