import { href } from "../../href";

/** Where a template becomes a message: in bulk or, for those who may only send single ones, to a few numbers. */
export type TemplateUse = "/sms/bulk" | "/sms/send" | undefined;

/** The link that begins a message with a template; only an SMS template has one. */
export function sendHref(use: TemplateUse, { id, channel }: { id: number; channel: string }): string | undefined {
  return use && channel === "sms" ? href(use, undefined, { template: id }) : undefined;
}

/** What the link says: a blast goes to groups. */
export function sendWords(use: TemplateUse): string {
  return use === "/sms/bulk" ? "Use in a blast" : "Use in a message";
}
