import type { RenderedTemplate } from "../../../rules/whatsapp/templates";
import type { ShownFile } from "../../../services/whatsapp/contract.templates";
import { HeaderFileView } from "./header-file-view";

type TemplateBubbleProps = {
  template: RenderedTemplate;
  /** Of the header; without one the header is the template's words. */
  file?: ShownFile | null;
};

/** A template as it is shown on the customer's phone. */
export function TemplateBubble({ template, file }: TemplateBubbleProps) {
  const { header, body, footer, buttons } = template;
  return (
    <figure className="max-w-[360px] rounded border border-line bg-surface" aria-label="As the customer reads it">
      <div className="grid gap-1.5 px-3 py-2.5 whitespace-pre-wrap wrap-anywhere">
        {file ? <HeaderFileView file={file} /> : header && <b className="font-semibold">{header}</b>}
        <p>{body}</p>
        {footer && <p className="text-sm text-quiet">{footer}</p>}
      </div>
      {buttons.length > 0 && (
        <ul className="divide-y divide-line border-t border-line text-center text-sm font-medium text-brand">
          {buttons.map((text) => (
            <li key={text} className="px-3 py-2">
              {text}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
