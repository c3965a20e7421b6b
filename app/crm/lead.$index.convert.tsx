// /crm/lead/:index/convert - a lead becomes a contact and a deal, field by field where the contact is there already; and back (R129)

import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { UserCheck } from "lucide-react";
import { z } from "zod";
import { recordFieldNames } from "../../rules/crm";
import { carriedValues, fieldText } from "../../rules/crm-fields";
import { isCustomUse } from "../../rules/crm-import";
import { formatMoney } from "../../rules/crm-money";
import { showPhone } from "../../rules/phone";
import { mergedFields } from "../../services/crm/contract.contacts";
import type { CustomField } from "../../services/crm/contract.fields";
import type { CrmRecord } from "../../services/crm/contract.records";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedCheck, typedId, typedList, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, page } from "../shell/page.server";
import { ConvertChoice, convertedOrganisation, usualOrganisation } from "./organisations/convert-choice";
import { recordHref } from "./record/places";
import { fetchFields, loadRecord } from "./record/record.server";
import { RecordFrame } from "./record/record-frame";

const path = "/crm/lead/:index/convert";

export const meta = titled("Convert a lead");

export const loader = page(path, async (given) => {
  const [loaded, matches, contactFields] = await Promise.all([
    loadRecord(given, "lead"),
    given.api.crm.conversionMatches({ params: { id: Number(given.params.index) || 0 } }),
    fetchFields(given.api, "contact"),
  ]);
  const { company, email } = loaded.record;
  // The lead's number is a person's.
  const likely = await given.api.crm.organisationMatches({ query: { name: company, email } });
  return {
    ...loaded,
    matches: matches.status === 200 ? matches.body.data : [],
    likely: likely.status === 200 ? likely.body.data : [],
    contactFields,
  };
});

const ConvertFields = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("convert"),
    contact_id: typedId,
    take: typedList,
    deal: typedCheck,
    organisation: typedText,
  }),
  z.object({ intent: z.literal("undo") }),
]);

export const action = act(path, ConvertFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.index) || 0;
  if (value.intent === "undo") {
    const answer = await api.crm.undoConversion({ params: { id } });
    return answer.status === 201
      ? done(from, recordHref({ kind: "lead", id }), "The conversion was undone.")
      : refuse(answer.body);
  }
  // A choice is of one contact: "12.phone" takes the phone number over into contact 12.
  const chosen = `${value.contact_id}.`;
  const names = value.take.flatMap((taken) => (taken.startsWith(chosen) ? [taken.slice(chosen.length)] : []));
  const take = [...mergedFields.filter((field) => names.includes(field)), ...names.filter(isCustomUse)];
  const chosenOrganisation = convertedOrganisation(value.organisation);
  const body = { lead_id: id, contact_id: value.contact_id || null, take, deal: value.deal, ...chosenOrganisation };
  const answer = await api.crm.convertLead({ body });
  if (answer.status !== 201) return refuse(answer.body);
  const words = answer.body.deal ? "The lead is a contact with a deal now." : "The lead is a contact now.";
  return done(from, href("/crm/contacts"), words, "Converted");
});

export default function ConvertLead() {
  const { matches, likely, contactFields, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { record } = loaded;
  const first = matches[0];
  const custom = carriedFields(loaded.fields, record, contactFields);
  const usual = first
    ? [
        ...mergedFields.filter((field) => first[field] === "" && record[field] !== ""),
        ...custom.filter(({ id }) => first.custom[id] === undefined).map(({ id }) => `custom.${id}`),
      ]
    : [];
  const typed = keepTyped(last, {
    contact_id: first ? String(first.id) : "",
    take: usual.map((field) => `${first?.id}.${field}`),
    deal: true,
    organisation: usualOrganisation({ lead: record, matches, likely }),
  });
  const value = formatMoney(record.value_cents, record.currency);
  return (
    <RecordFrame {...loaded}>
      <PostResult last={last} />
      <Form method="post" className="grid max-w-[760px] gap-4">
        <UnsavedForm refused={last} />
        {record.converted_at ? (
          <Card padded label="Undo" className="grid gap-4 md:p-5!">
            <p>
              What the conversion made goes, and the lead is open again. That is possible as long as its contact and its
              deal were not changed.
            </p>
            <div>
              <Button name="intent" value="undo" variant="primary" size="lg" working={working}>
                Undo the conversion
              </Button>
            </div>
          </Card>
        ) : (
          <Card padded label="Convert" className="grid gap-5 md:p-5!">
            {matches.length > 0 && (
              <CheckboxGroup
                id="contact_id"
                legend="Contact"
                help="These contacts have the same number or address."
                boxed
              >
                {matches.map((match) => (
                  <div key={match.id} className="px-3 py-2.5">
                    <Checkbox
                      type="radio"
                      name="contact_id"
                      value={match.id}
                      label={`Add to ${match.name}`}
                      help={[match.company, match.phone && showPhone(match.phone), match.email]
                        .filter(Boolean)
                        .join(", ")}
                      defaultChecked={typed.contact_id === String(match.id)}
                    />
                    <Fields lead={record} contact={match} custom={custom} taken={typed.take} />
                  </div>
                ))}
                <Checkbox
                  type="radio"
                  name="contact_id"
                  value=""
                  label="A new contact"
                  defaultChecked={typed.contact_id === ""}
                />
              </CheckboxGroup>
            )}
            <ConvertChoice lead={record} matches={matches} likely={likely} chosen={typed.organisation} />
            <Checkbox
              name="deal"
              value="on"
              label="Add a deal"
              help={`${record.name}${value ? `, ${value}` : ""}${record.expected_close ? `, expected on ${record.expected_close}` : ""}`}
              defaultChecked={typed.deal}
            />
            <p className="text-sm text-quiet">
              Notes, sales manager and custom fields of the same name and type are taken over.
            </p>
            <div className="flex flex-wrap gap-2">
              <Button name="intent" value="convert" variant="primary" size="lg" icon={UserCheck} working={working}>
                Convert the lead
              </Button>
              <LinkButton to={recordHref(record)} size="lg" variant="ghost">
                Cancel
              </LinkButton>
            </div>
          </Card>
        )}
      </Form>
    </RecordFrame>
  );
}

type CarriedField = { id: number; name: string; text: string; held(contact: CrmRecord): string };

/** What the lead says in custom fields that contacts have by the same name and type. */
function carriedFields(
  leadFields: readonly CustomField[],
  lead: CrmRecord,
  contactFields: readonly CustomField[],
): CarriedField[] {
  const carried = carriedValues(leadFields, lead.custom, contactFields);
  return contactFields
    .filter(({ id }) => carried[id] !== undefined)
    .map((field) => ({
      id: field.id,
      name: field.name,
      text: fieldText(field, carried[field.id]),
      held: ({ custom }) => fieldText(field, custom[field.id]),
    }));
}

type FieldsProps = { lead: CrmRecord; contact: CrmRecord; custom: readonly CarriedField[]; taken: readonly string[] };

/** Where lead and contact say something different: which of the two stays. */
function Fields({ lead, contact, custom, taken }: FieldsProps) {
  const own = mergedFields.map((field) => ({
    ...{ name: field as string, label: recordFieldNames[field], said: lead[field], held: contact[field] },
  }));
  const added = custom.map(({ id, name, text, held }) => ({
    ...{ name: `custom.${id}`, label: name, said: text, held: held(contact) },
  }));
  const different = [...own, ...added].filter(({ said, held }) => said !== "" && said !== held);
  if (different.length === 0) return null;
  return (
    <div className="grid gap-1 pb-2 pl-8">
      {different.map(({ name, label, said, held }) => (
        <Checkbox
          key={name}
          name="take"
          value={`${contact.id}.${name}`}
          label={`${label}: take ${said}`}
          help={held === "" ? "The contact has none." : `In place of ${held}.`}
          defaultChecked={taken.includes(`${contact.id}.${name}`)}
        />
      ))}
    </div>
  );
}
