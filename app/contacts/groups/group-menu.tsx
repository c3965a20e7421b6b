import { MessageSquareText, Pencil, Trash2, Upload } from "lucide-react";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";

type GroupMenuProps = {
  group: { id: number; name: string; type: string };
  /** The viewer may write bulk messages. */
  maySend: boolean;
};

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** What can be done with a group. */
export function GroupMenu({ group: { id, name, type }, maySend }: GroupMenuProps) {
  return (
    <RowMenu label={`Actions for ${name}`}>
      {maySend && type === "sms" && (
        <Link to={href("/sms/bulk", undefined, { group: id })}>
          <MessageSquareText {...icon} />
          Send a message
        </Link>
      )}
      <Link to={href("/contacts/contact-group/upload", undefined, { group: id })}>
        <Upload {...icon} />
        Upload more contacts
      </Link>
      <Link to={href("/contacts/contact-group/details/rename", undefined, { id })}>
        <Pencil {...icon} />
        Rename
      </Link>
      <hr />
      <Link className="bad" to={href("/contacts/contact-group/details/delete", undefined, { id })}>
        <Trash2 {...icon} />
        Delete
      </Link>
    </RowMenu>
  );
}
