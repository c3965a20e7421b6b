import { FileText } from "lucide-react";
import type { ShownFile } from "../../../services/whatsapp/contract.templates";
import { fileSize } from "../file-upload";

/** The file of a template's header: a picture is shown, a document and a video have their name. */
export function HeaderFileView({ file: { name, type, bytes, url } }: { file: ShownFile }) {
  if (type.startsWith("image/"))
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className="block">
        <img src={url} alt={name} loading="lazy" className="h-40 w-full rounded-md bg-raised object-contain" />
      </a>
    );
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-w-0 items-center gap-3 rounded-md bg-raised p-2 whitespace-normal hover:underline"
    >
      <FileText size={16} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="num block text-xs text-quiet">{fileSize(bytes)}</span>
      </span>
    </a>
  );
}
