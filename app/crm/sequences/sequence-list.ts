import { ListOrdered } from "lucide-react";
import { maxEnrolled } from "../../../rules/sequences";
import type { SequenceKind } from "../../../services/crm/contract.enrolment";
import type { CrmRecord } from "../../../services/crm/contract.records";
import type { Sequence } from "../../../services/crm/contract.sequences";
import type { BulkAction } from "../../kit/lists/definition";
import { undoChanges } from "../record/bulk";
import { hoursText, priceText, stepsText } from "./words";

/** Puts several leads or contacts in a sequence that is on. */
export function sequenceActions(kind: SequenceKind, sequences: readonly Sequence[]): BulkAction<CrmRecord>[] {
  const on = sequences.filter(({ active }) => active);
  if (on.length === 0) return [];
  const chosen = (id: string | undefined) => on.find((one) => String(one.id) === id);
  return [
    {
      name: "sequence",
      label: "Put in a sequence",
      icon: ListOrdered,
      fields: [
        {
          name: "sequence",
          label: "Sequence",
          choices: on.map(({ id, name }) => ({ value: String(id), label: name })),
        },
      ],
      ask(count, { values }) {
        const sequence = chosen(values.sequence);
        if (!sequence) return { title: `Put ${count} in a sequence?`, text: "Choose a sequence.", button: "Put in" };
        return {
          title: `Put ${count} in ${sequence.name}?`,
          text: `Each gets ${stepsText(sequence)}, on ${hoursText(sequence)}. Each message is charged when it is sent.`,
          button: "Put in the sequence",
        };
      },
      async notice({ api }, rows, { sequence }) {
        const price = { records: 0, messages: 0, cost_cents: 0 };
        for (let at = 0; at < rows.length; at += maxEnrolled) {
          const records = rows.slice(at, at + maxEnrolled).map(({ id }) => id);
          const answer = await api.crm.priceSequence({
            params: { id: Number(sequence) },
            body: { type: kind, records },
          });
          if (answer.status !== 200) return `What it costs can't be said now. ${answer.body.message}`;
          price.records += answer.body.records;
          price.messages += answer.body.messages;
          price.cost_cents += answer.body.cost_cents;
        }
        return priceText(price, rows.length);
      },
      async run({ api }, rows, { sequence }) {
        const answer = await api.crm.enrol({
          params: { id: Number(sequence) },
          body: { type: kind, records: rows.map(({ id }) => id) },
        });
        if (answer.status !== 201)
          return { done: [], refused: rows.map(({ name }) => ({ name, reason: answer.body.message })) };
        const { added, refused, change_id } = answer.body;
        return {
          done: added.map(String),
          refused: refused.map(({ id, reason }) => ({ name: rows.find((row) => row.id === id)?.name ?? "", reason })),
          undo: change_id === null ? [] : [String(change_id)],
        };
      },
      told: (count) => `${count} put in the sequence.`,
      undo: { run: undoChanges, told: (count) => `${count} taken out of the sequence.` },
    },
  ];
}
