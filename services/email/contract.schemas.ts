import { z } from "zod";
import { mailingStatuses, recipientStatuses, suppressionSources } from "../../rules/email";
import { type Block, blockFaults, maxBlocks } from "../../rules/email-blocks";
import { id } from "../kit/contract";
import { AudienceRules } from "../messaging/contract.audience";
import { Price } from "../messaging/contract.price";
import { MissingDecision } from "../messaging/contract.sending";

const products = ["Email"] as const;
export const sending = { permissions: ["Send bulk message", "Send single message"], products } as const;
export const viewing = {
  permissions: ["View bulk message", "Send bulk message", "Send single message"],
  products,
} as const;

const Count = z.number().int();
const line = (most: number, words: string) =>
  z
    .string()
    .trim()
    .max(most, words)
    .regex(/^[^\r\n]*$/, "Use one line.");

export const maxText = 20_000;
const text = z.string().max(maxText, "A text has at most 20,000 characters.").default("");
const link = z.string().trim().max(2000, "An address has at most 2,000 characters.").default("");
const file = z.union([z.uuid(), z.literal("")]).default("");

export const BlockShape = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("heading"), text: z.string().max(500, "A heading has at most 500 characters.") }),
  z.strictObject({ kind: z.literal("text"), text }),
  z.strictObject({
    kind: z.literal("picture"),
    file,
    alt: z.string().trim().max(300, "At most 300 characters.").default(""),
    link,
  }),
  z.strictObject({
    kind: z.literal("button"),
    label: z.string().trim().max(100, "At most 100 characters.").default(""),
    link,
  }),
  z.strictObject({ kind: z.literal("columns"), left: text, right: text }),
  z.strictObject({ kind: z.literal("divider") }),
]);

/** The blocks of an e-mail, each of which can be sent as it is. */
const Blocks = z
  .array(BlockShape)
  .min(1, "Add at least one block.")
  .max(maxBlocks, `At most ${maxBlocks} blocks.`)
  .superRefine((blocks, context) => {
    for (const [at, block] of blocks.entries())
      for (const [field, message] of Object.entries(blockFaults(block as Block)))
        if (message) context.addIssue({ code: "custom", path: [at, field], message });
  });

const subject = line(200, "A subject has at most 200 characters.");
const preheader = line(200, "At most 200 characters.").default("");

export const TemplateForm = z.strictObject({
  name: line(100, "A name has at most 100 characters.").min(1, "Give the template a name."),
  subject: subject.default(""),
  preheader,
  blocks: Blocks,
  /** What who reads no HTML gets; "" is made of the blocks. */
  text,
});
export type TemplateForm = z.infer<typeof TemplateForm>;

export const EmailTemplate = z.object({
  id: Count,
  name: z.string(),
  subject: z.string(),
  preheader: z.string(),
  blocks: z.array(BlockShape),
  text: z.string(),
  /** Merge fields that it uses. */
  fields: z.array(z.string()),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;
export const TemplateRow = EmailTemplate.omit({ blocks: true, text: true });
export type TemplateRow = z.infer<typeof TemplateRow>;

/** An e-mail as one reader gets it; pictures are in the HTML itself. */
export const Rendered = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  to: z.string(),
  missing: z.array(z.string()),
});
export type Rendered = z.infer<typeof Rendered>;

export const dnsStates = ["found", "missing", "different", "unchecked"] as const;
/** One DNS record that has to be there: its name, its value, and what was found. */
export const DnsRecord = z.object({
  purpose: z.enum(["DKIM", "SPF", "DMARC"]),
  name: z.string(),
  type: z.literal("TXT"),
  value: z.string(),
  state: z.enum(dnsStates),
  found: z.string(),
});
export type DnsRecord = z.infer<typeof DnsRecord>;

export const Domain = z.object({
  id: Count,
  domain: z.string(),
  /** All three records were there when they were last looked up: mails may be sent from it. */
  proved: z.boolean(),
  records: z.array(DnsRecord),
  checked_at: z.string().nullable(),
  created_at: z.string(),
});
export type Domain = z.infer<typeof Domain>;

export const FromAddress = z.object({
  id: Count,
  name: z.string(),
  address: z.string(),
  reply_to: z.string(),
  /** Its domain is proved. */
  usable: z.boolean(),
});
export type FromAddress = z.infer<typeof FromAddress>;
const anAddress = z.string().trim().max(254, "An address has at most 254 characters.");
export const SenderForm = z.strictObject({
  name: line(100, "A name has at most 100 characters.").min(1, "Enter the name that readers see."),
  address: anAddress.min(1, "Enter an address at one of your domains."),
  reply_to: anAddress.default(""),
});

export const Signature = z.object({
  /** As it was written, less what is not allowed. */
  html: z.string(),
  text: z.string(),
  updated_at: z.string().nullable(),
});
export type Signature = z.infer<typeof Signature>;
export const signatureScopes = ["own", "account"] as const;

/** Bulk: contact groups. Single: addresses typed. `key` makes a repeated post one mailing. */
export const MailingForm = z
  .strictObject({
    kind: z.enum(["bulk", "single"]).default("bulk"),
    name: line(100, "A name has at most 100 characters.").default(""),
    sender: z.string().trim().min(1, "Choose who it is from.").max(254),
    subject: subject.min(1, "Enter a subject."),
    preheader,
    /** Its content; with a text as well, the text stands above it. */
    template_id: id.nullable().default(null),
    body: z.string().trim().max(maxText, "A message has at most 20,000 characters.").default(""),
    /** Attachments. */
    file_ids: z.array(z.uuid()).max(5, "Attach at most 5 files.").default([]),
    group_ids: z.array(id).max(50, "Choose at most 50 groups.").default([]),
    /** The list that a bulk e-mail is sent for; none: all its recipients. */
    list_id: id.nullable().default(null),
    addresses: z.string().trim().max(20_000, "These are too many addresses. Use a contact group.").default(""),
    ...AudienceRules.shape,
    missing: z.record(z.string().max(64), MissingDecision).default({}),
    send_at: z.iso.datetime({ offset: true }).nullable().default(null),
    key: z.string().min(8).max(100),
  })
  .superRefine((form, context) => {
    if (form.kind === "bulk" && form.group_ids.length === 0)
      context.addIssue({ code: "custom", path: ["group_ids"], message: "Choose at least one contact group." });
    if (form.kind === "single" && form.addresses === "")
      context.addIssue({ code: "custom", path: ["addresses"], message: "Enter at least one email address." });
    if (form.kind === "single" && form.list_id !== null)
      context.addIssue({ code: "custom", path: ["list_id"], message: "Only a bulk email is sent for a list." });
    if (form.template_id === null && form.body === "")
      context.addIssue({ code: "custom", path: ["body"], message: "Write the message, or choose a template." });
  });
export type MailingForm = z.input<typeof MailingForm>;

export const Mailing = z.object({
  id: Count,
  kind: z.enum(["bulk", "single"]),
  name: z.string(),
  sender: z.string(),
  subject: z.string(),
  groups: z.array(z.object({ id: Count, name: z.string() })),
  /** The list that it is sent for. */
  list_id: Count.nullable(),
  list: z.string(),
  /** The only address of a single e-mail, or the first of them. */
  to: z.string(),
  status: z.enum(mailingStatuses),
  send_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string(),
  recipients: Count,
  cost_cents: Count,
  queued: Count,
  sending: Count,
  sent: Count,
  unknown: Count,
  bounced: Count,
  failed: Count,
  suppressed: Count,
  cancelled: Count,
  complaints: Count,
  unsubscribes: Count,
  /** Recipients who opened it or followed a link, and those for whom a program did; 0 where it is not counted. */
  opened: Count,
  clicked: Count,
  prefetched: Count,
});
export type Mailing = z.infer<typeof Mailing>;

export const MailingDetail = Mailing.extend({
  preheader: z.string(),
  template_id: Count.nullable(),
  body: z.string(),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: Count })),
  audience: AudienceRules,
  price: Price,
  pause_after: Count.nullable(),
  /** Why it was paused by itself; "": it was not. */
  pause_reason: z.string(),
  /** The account's own mail host, and how many e-mails may leave through it today yet (null: no limit). */
  own_host: z.object({ host: z.string(), left_today: Count.nullable() }).nullable(),
  /** Its opens and clicks are counted. */
  tracked: z.boolean(),
  held_cents: Count,
  charged_cents: Count,
  released_cents: Count,
  /** Mails a second over the last minute. */
  rate: z.number(),
  reasons: z.array(z.object({ reason: z.string(), recipients: Count })),
});
export type MailingDetail = z.infer<typeof MailingDetail>;

export const MailingRecipient = z.object({
  seq: Count,
  address: z.string(),
  name: z.string(),
  status: z.enum(recipientStatuses),
  reason: z.string(),
  tries: Count,
  /** When it is tried again, of one that the other side put off. */
  next_try: z.string().nullable(),
  sent_at: z.string().nullable(),
  bounced_at: z.string().nullable(),
  complained_at: z.string().nullable(),
  unsubscribed_at: z.string().nullable(),
  /** By a person, as far as it can be told; the first time, and how often. */
  opened_at: z.string().nullable(),
  opens: Count,
  clicked_at: z.string().nullable(),
  clicks: Count,
  /** Requests of mail programs and scanners. */
  prefetches: Count,
});
export type MailingRecipient = z.infer<typeof MailingRecipient>;

/** Whether opens and clicks are counted. */
export const Tracking = z.object({
  enabled: z.boolean(),
  changed_by: z.string(),
  changed_at: z.string().nullable(),
});
export type Tracking = z.infer<typeof Tracking>;

export const Suppression = z.object({
  id: Count,
  address: z.string(),
  /** The list whose e-mails it gets no more; none: it gets none at all. */
  list_id: Count.nullable(),
  list: z.string(),
  source: z.enum(suppressionSources),
  reason: z.string(),
  added_by: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
});
export type Suppression = z.infer<typeof Suppression>;

export const Summary = z.object({
  sent: Count,
  bounced: Count,
  complaints: Count,
  unsubscribes: Count,
  unknown: Count,
  waiting: Count,
  suppressed_addresses: Count,
  domains: Count,
  proved_domains: Count,
  days: z.array(z.object({ day: z.string(), sent: Count, bounced: Count })),
});
export type Summary = z.infer<typeof Summary>;
